package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.Repository;
import dev.foldline.core.state.RemarkReply;
import dev.foldline.effects.forge.Forge;
import dev.foldline.effects.forge.ForgeAccess;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.forge.Preparation;

import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Replies in the review threads of each forge. */
class ReviewThreadsTest {
    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    @TempDir Path folder;
    private final List<FakeForge> servers = new ArrayList<>();
    private FakeForge server;
    private Forge forge;

    @AfterEach
    void stop() {
        servers.forEach(FakeForge::close);
    }

    private void opened(ForgeKind kind) throws Exception {
        var repository = Repository.withOneCommit(folder.resolve("repo"));
        Repository.git(repository, "switch", "-q", "-c", "work");
        Repository.git(repository, "commit", "-q", "--allow-empty", "-m", "work");
        server = FakeForges.of(kind, repository.resolve(".git"));
        servers.add(server);
        forge =
                Forge.of(
                        new ForgeAccess(
                                kind,
                                URI.create(server.address()),
                                FakeForges.repository(kind),
                                "origin",
                                Preparation.NONE,
                                () -> Optional.of(FakeForge.TOKEN)));
        forge.open(new Forge.Draft("work", Optional.empty(), "Work", "text", false));
    }

    /** Someone who may write starts a thread. */
    private FakeForge.Remark line(int line, String text) {
        server.line("me", "a.txt", line, text);
        return server.lines.getLast();
    }

    private void reply(boolean resolves, FakeForge.Remark... remarks) throws Exception {
        var replies = new ArrayList<RemarkReply>();
        for (var each : remarks) replies.add(reply(each, Option.of(COMMIT)));
        forge.reply(1, replies, resolves);
    }

    private static RemarkReply reply(FakeForge.Remark remark, Option<String> commit) {
        return new RemarkReply("line-" + remark.id(), commit);
    }

    @ParameterizedTest
    @EnumSource
    void a_remark_gets_one_reply_in_its_thread_however_often_it_is_asked_for(ForgeKind kind)
            throws Exception {
        opened(kind);
        server.perPage = 1;
        var first = line(3, "RENAME it");
        var second = line(4, "MOVE it");
        server.comment("me", "on no line");
        var asking = forge.observe(1).items();
        assertThat(asking).hasSize(3);
        // The answer to one reply is lost, another one does not arrive.
        var posting =
                kind == ForgeKind.GITEA
                        ? "/reviews"
                        : kind == ForgeKind.GITLAB ? "/notes" : "/replies";
        server.disturb("POST", posting, 502, Map.of(), true)
                .disturb("POST", posting, 500, Map.of(), false);
        for (int time = 0; time < 2; time++) reply(false, first, second);
        for (var each : List.of(first, second)) {
            assertThat(server.threads.replies(each))
                    .singleElement()
                    .asString()
                    .startsWith("Addressed in 0123456.\n")
                    .contains("<!-- foldline:reply:line-" + each.id() + " -->");
            assertThat(server.threads.isResolved(each)).isFalse();
        }
        assertThat(forge.observe(1).items()).as("a reply asks for nothing").isEqualTo(asking);
    }

    @ParameterizedTest
    @EnumSource
    void what_is_resolved_or_gone_gets_no_reply_and_an_edit_changes_nothing(ForgeKind kind)
            throws Exception {
        opened(kind);
        server.perPage = 1;
        var gone = line(3, "never mind");
        var edited = line(4, "before");
        var resolved = line(5, "done by hand");
        server.threads.resolve(resolved);
        server.threads.delete(gone);
        server.threads.edit(edited, "after");
        reply(true, resolved, gone, edited);
        assertThat(server.threads.replies(resolved)).isEmpty();
        assertThat(server.threads.replies(gone)).isEmpty();
        assertThat(server.threads.replies(edited)).hasSize(1);
    }

    /** Its mark in a remark of a stranger would keep the reply away. */
    @ParameterizedTest
    @EnumSource
    void remarks_of_one_thread_get_one_reply_and_the_mark_of_a_stranger_is_none(ForgeKind kind)
            throws Exception {
        opened(kind);
        var root = line(3, "RENAME it");
        var answer = server.threads.reply(root, "me", "and MOVE it");
        server.threads.reply(root, "stranger", "<!-- foldline:reply:line-" + root.id() + " -->");
        reply(false, root, answer);
        assertThat(server.threads.replies(root))
                .singleElement()
                .asString()
                .startsWith("Addressed in 0123456.\n")
                .contains("reply:line-" + root.id() + " ", "reply:line-" + answer.id() + " ");
        reply(false, root);
        assertThat(server.threads.replies(root)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void a_thread_is_resolved_if_its_latest_remark_led_to_a_commit(ForgeKind kind)
            throws Exception {
        opened(kind);
        var changed = line(3, "RENAME it");
        var same = line(4, "why?");
        var discussed = line(5, "MOVE it");
        server.threads.reply(discussed, "me", "wait, not yet");
        var partly = line(6, "why?");
        var answered = server.threads.reply(partly, "me", "and MOVE it");
        var all = List.of(changed, same, discussed, partly);
        forge.reply(
                1,
                List.of(
                        reply(changed, Option.of(COMMIT)),
                        reply(same, Option.none()),
                        reply(discussed, Option.of(COMMIT)),
                        reply(partly, Option.none()),
                        reply(answered, Option.of(COMMIT))),
                true);
        assertThat(all.stream().map(server.threads::isResolved))
                .containsExactly(true, false, false, false);
        assertThat(all.stream().map(each -> server.threads.replies(each).size()))
                .containsExactly(1, 1, 1, 1);
        assertThat(server.threads.replies(same).getFirst()).startsWith("No change was made");
    }

    @Test
    void a_remark_that_opens_a_resolved_thread_of_gitlab_again_gets_its_reply() throws Exception {
        opened(ForgeKind.GITLAB);
        var root = line(3, "RENAME it");
        server.threads.resolve(root);
        reply(true, server.threads.reply(root, "me", "no, MOVE it"));
        assertThat(server.threads.replies(root)).hasSize(1);
    }

    /** Gitea has lines of the old and of the new side, which the fake tells apart by their sign. */
    @Test
    void a_remark_on_a_removed_line_gets_its_reply_there() throws Exception {
        opened(ForgeKind.GITEA);
        var removed = line(-3, "keep it");
        var added = line(3, "RENAME it");
        reply(false, removed, added);
        assertThat(server.threads.replies(removed)).hasSize(1);
        assertThat(server.threads.replies(added)).hasSize(1);
    }

    /** A driver died between the reply and the resolution, or the forge cannot resolve. */
    @ParameterizedTest
    @EnumSource
    void a_thread_that_has_its_reply_is_resolved_later(ForgeKind kind) throws Exception {
        opened(kind);
        var remark = line(3, "RENAME it");
        reply(false, remark);
        server.threads.canResolve = false;
        reply(true, remark);
        if (kind == ForgeKind.GITEA) assertThat(server.threads.isResolved(remark)).isFalse();
        server.threads.canResolve = true;
        reply(true, remark);
        assertThat(server.threads.isResolved(remark)).isTrue();
        assertThat(server.threads.replies(remark)).hasSize(1);
    }

    /** Gitea has one address for all of them. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GITEA")
    void a_thread_in_which_the_forge_refuses_a_reply_does_not_keep_others_from_theirs(
            ForgeKind kind) throws Exception {
        opened(kind);
        var refused = line(3, "RENAME it");
        var other = line(4, "MOVE it");
        var thread = kind == ForgeKind.GITHUB ? "/comments/" : "/discussions/t";
        for (int attempt = 0; attempt < 3; attempt++)
            server.disturb("POST", thread + refused.id(), 422, Map.of(), false);
        assertThatThrownBy(() -> reply(false, refused, other)).isInstanceOf(IOException.class);
        assertThat(server.threads.replies(refused)).isEmpty();
        assertThat(server.threads.replies(other)).hasSize(1);
        reply(false, refused, other);
        assertThat(server.threads.replies(refused)).hasSize(1);
        assertThat(server.threads.replies(other)).hasSize(1);
    }
}
