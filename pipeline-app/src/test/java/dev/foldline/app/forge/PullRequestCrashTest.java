package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;

/** The forge kills the driver in the middle of a request, before or after it takes effect. */
class PullRequestCrashTest {
    @TempDir Path folder;

    @Thorough
    @ParameterizedTest
    @CsvSource({
        "GITHUB,GET,/pulls?,false",
        "GITHUB,POST,/pulls,false",
        "GITHUB,POST,/pulls,true",
        "GITHUB,GET,/pulls/1,false",
        "GITHUB,POST,/labels,false",
        "GITHUB,POST,/labels,true",
        "GITHUB,POST,/requested_reviewers,true",
        "GITHUB,GET,/check-runs,false",
        "GITHUB,GET,/logs,false",
        "GITHUB,GET,/storage/,false",
        "GITHUB,GET,/issues/1,false",
        "GITLAB,GET,/merge_requests?,false",
        "GITLAB,POST,/merge_requests,false",
        "GITLAB,GET,/merge_requests/1,false",
        "GITLAB,PUT,/merge_requests/1,true",
        "GITLAB,GET,/pipelines,false",
        "GITLAB,GET,/jobs,false",
        "GITLAB,GET,/trace,false",
        "GITLAB,GET,/discussions,false",
        "GITEA,GET,/pulls?,false",
        "GITEA,POST,/pulls,false",
        "GITEA,POST,/pulls,true",
        "GITEA,GET,/pulls/1,false",
        "GITEA,GET,/status,false",
        "GITEA,GET,/actions/runs,false",
        "GITEA,GET,/logs,false",
        "GITEA,GET,/reviews,false",
        "GITEA,GET,/issues/1,false",
    })
    void a_killed_driver_leaves_one_request_and_no_lost_push(
            ForgeKind kind, String method, String path, boolean after) throws Exception {
        killedAt(kind, method, path, after);
    }

    @Test
    void a_driver_that_is_killed_while_it_opens_the_request_opens_one() throws Exception {
        killedAt(ForgeKind.GITLAB, "POST", "/merge_requests", true);
    }

    private void killedAt(ForgeKind kind, String method, String path, boolean after)
            throws Exception {
        try (var at = new DeliveryFixture(folder, kind)) {
            var place = at.place;
            at.configured(", labels: [foldline], reviewers: [me]");
            at.driven(method, path, after, "run", "--pr", "Add work");
            if (at.forge.requests.isEmpty()
                    || !place.foldline("status").out().contains("waits for")) assertResumes(place);
            var request = at.request();
            assertThat(at.forge.head(request.branch)).isEqualTo(place.git("rev-parse", "HEAD"));
            at.forge.check("test", request.branch, "failure", DeliveryFixture.LOG);
            at.forge.comment("me", "RENAME it");
            at.driven(method, path, after, "forge", "sync");
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

    private void assertResumes(Place place) throws Exception {
        var resumed = place.foldline("resume");
        assertThat(resumed.exit())
                .as(resumed.all() + Files.readString(folder.resolve("driver.log")))
                .isEqualTo(3);
    }
}
