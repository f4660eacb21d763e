package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The forge kills the driver in the middle of a request, before or after it takes effect. The
 * default build tries the requests that open and merge; the others are a series of instants.
 */
class PullRequestCrashTest {
    @TempDir Path folder;

    @Thorough
    @ParameterizedTest
    @CsvSource({
        "GET,/pulls?,false",
        "POST,/pulls,false",
        "GET,/pulls/1,false",
        "POST,/labels,false",
        "POST,/labels,true",
        "POST,/requested_reviewers,true",
        "GET,/check-runs,false",
        "GET,/logs,false",
        "GET,/storage/,false",
        "GET,/issues/1,false",
    })
    void a_killed_driver_leaves_one_request_and_no_lost_push(
            String method, String path, boolean after) throws Exception {
        killedAt(method, path, after);
    }

    @Test
    void a_driver_that_is_killed_while_it_opens_the_request_opens_one() throws Exception {
        killedAt("POST", "/pulls", true);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({
        "PUT,/pulls/1/merge,false",
        "GET,/pulls/1$,false",
    })
    void a_killed_driver_merges_its_request_once(String method, String path, boolean after)
            throws Exception {
        killedInMerge(method, path, after);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({
        "POST,/graphql,false",
        "POST,/graphql,true",
    })
    void a_killed_driver_marks_its_request_as_ready(String method, String path, boolean after)
            throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            at.configured(", draft: true");
            var request = at.opened();
            at.forge.check("test", request.branch, "success", "");
            at.driveAndKill(method, path, after, "forge", "sync");
            assertThat(at.forge.isDraft(request)).isNotEqualTo(after);
            assertResumes(at.place);
            at.synced(3);
            assertThat(at.forge.isDraft(request)).isFalse();
            assertThat(request.title).isEqualTo("Do the work");
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }

    @Test
    void a_driver_that_is_killed_while_it_merges_the_request_merges_it_once() throws Exception {
        killedInMerge("PUT", "/pulls/1/merge", true);
    }

    private void killedInMerge(String method, String path, boolean after) throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            at.configured(", merge: squash");
            var request = at.opened();
            var base = at.forge.head("main");
            at.forge.check("test", request.branch, "success", "");
            // The first such request reads what is new.
            at.forge.spared = path.endsWith("$") ? 1 : 0;
            at.driveAndKill(method, path, after, "forge", "sync");
            assertThat(at.place.foldline("status").out()).doesNotContain("Done in ");
            assertThat(at.place.foldline("resume").exit()).isIn(0, 3);
            if (!at.place.foldline("status").out().contains("Done in ")) at.synced(0);
            assertThat(request.method).isEqualTo("squash");
            assertThat(at.place.git("--git-dir", at.bare.toString(), "rev-parse", "main^"))
                    .isEqualTo(base);
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }

    /** The base is merged locally; the forge is asked which branch it is. */
    @Thorough
    @Test
    void a_killed_driver_merges_the_base_once() throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            var request = at.opened();
            at.baseMoved("work.txt");
            at.forge.spared = 1;
            at.driveAndKill("GET", "/pulls/1$", false, "forge", "sync");
            assertThat(at.forge.conflicts(request)).isTrue();
            assertResumes(at.place);
            assertThat(at.forge.conflicts(request)).isFalse();
            assertThat(at.place.git("rev-list", "--merges", "--count", "origin/main..HEAD"))
                    .isEqualTo("1");
            assertThat(at.prompts("fixer")).hasSize(1);
            assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        }
    }

    private void killedAt(String method, String path, boolean after) throws Exception {
        try (var at = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            var place = at.place;
            at.configured(", labels: [foldline], reviewers: [me]");
            at.driveAndKill(method, path, after, "run", "--pr", "Add work");
            if (at.forge.requests.isEmpty()
                    || !place.foldline("status").out().contains("waits for")) assertResumes(place);
            var request = at.request();
            assertThat(at.forge.head(request.branch)).isEqualTo(place.git("rev-parse", "HEAD"));
            at.forge.check("test", request.branch, "failure", DeliveryFixture.LOG);
            at.forge.comment("me", "RENAME it");
            at.driveAndKill(method, path, after, "forge", "sync");
            if (at.prompts("fixer").isEmpty()) at.synced(3);
            assertThat(at.prompts("fixer"))
                    .singleElement()
                    .asString()
                    .containsOnlyOnce("UNIQUE-FAILURE")
                    .containsOnlyOnce("RENAME it");
            assertThat(at.request()).isSameAs(request);
            assertThat(request.labels).containsExactly("foldline");
            assertThat(request.reviewers).containsExactly("me");
            assertThat(at.forge.head(request.branch)).isEqualTo(place.git("rev-parse", "HEAD"));
            at.forge.merge(1);
            at.synced(0);
            assertThat(place.foldline("replay", "--verify").exit()).isZero();
        }
    }

    private void assertResumes(CliFixture place) throws Exception {
        var resumed = place.foldline("resume");
        assertThat(resumed.exit())
                .as(resumed.all() + Files.readString(folder.resolve("driver.log")))
                .isEqualTo(3);
    }
}
