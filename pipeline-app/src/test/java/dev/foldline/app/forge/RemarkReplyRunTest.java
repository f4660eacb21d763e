package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;

/** Runs that reply to what reviewers wrote on lines. */
class RemarkReplyRunTest {
    @TempDir Path folder;

    private static FakeForge.Remark line(DeliveryFixture at, String text) {
        at.forge.line("me", "work.txt", 1, text);
        return at.forge.lines.getLast();
    }

    private static String addressed(DeliveryFixture at) {
        return "Addressed in " + at.forge.head(at.request().branch).substring(0, 7) + ".";
    }

    @Test
    void a_remark_on_a_line_is_answered_when_its_fix_is_pushed() throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            at.opened();
            var first = line(at, "RENAME this line");
            at.forge.comment("me", "ADD a test");
            at.synced(3);
            assertThat(at.prompts("fixer")).hasSize(1);
            assertThat(at.forge.threads.replies(first))
                    .singleElement()
                    .asString()
                    .startsWith(addressed(at));
            assertThat(at.forge.threads.isResolved(first)).isFalse();
            // The reply is no remark, and an edit of the remark is not news.
            at.forge.threads.edit(first, "RENAME this line, please");
            at.synced(3);
            assertThat(at.prompts("fixer")).hasSize(1);
            var second = at.forge.threads.reply(first, "me", "MOVE it, too");
            at.synced(3);
            assertThat(at.prompts("fixer")).hasSize(2);
            assertThat(at.forge.threads.replies(first)).hasSize(2);
            assertThat(at.forge.threads.replies(first).getLast())
                    .startsWith(addressed(at))
                    .contains("line-" + second.id())
                    .doesNotContain("line-" + first.id());
            assertThat(at.place.foldline("log").out())
                    .contains("reply to 1 remark on pull request #1", "replied in the review");
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }

    /**
     * The forge kills the driver in the middle of a request, before or after it takes effect: a
     * series of instants, one of which is tried by default.
     */
    @Thorough
    @ParameterizedTest
    @CsvSource({
        "GET,/pulls/1/comments,1,false",
        "POST,/graphql,0,false",
        "GET,/user$,0,false",
        "POST,/replies,0,false",
        "POST,/replies,1,true",
        "POST,/graphql,1,false",
        "POST,/graphql,1,true",
        "POST,/graphql,2,true",
    })
    void a_killed_driver_replies_once_and_resolves(
            String method, String path, int spared, boolean after) throws Exception {
        killedAt(method, path, spared, after);
    }

    @Test
    void a_driver_that_is_killed_while_it_replies_replies_once_and_resolves() throws Exception {
        killedAt("POST", "/replies", 0, true);
    }

    private void killedAt(String method, String path, int spared, boolean after) throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            at.configured(", threads: resolve");
            at.opened();
            var first = line(at, "RENAME this line");
            at.forge.line("me", "work.txt", 2, "MOVE that line");
            var second = at.forge.lines.getLast();
            at.forge.spared = spared;
            at.driveAndKill(method, path, after, "forge", "sync");
            assertThat(at.place.foldline("log").out()).doesNotContain("replied in the review");
            at.resume();
            at.synced(3);
            for (var remark : List.of(first, second)) {
                assertThat(at.forge.threads.replies(remark))
                        .singleElement()
                        .asString()
                        .startsWith(addressed(at));
                assertThat(at.forge.threads.isResolved(remark)).isTrue();
            }
            assertThat(at.prompts("fixer")).hasSize(1);
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }
}
