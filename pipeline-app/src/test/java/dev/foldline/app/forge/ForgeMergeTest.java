package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Repository;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.core.workflow.RequestCompletion;
import dev.foldline.effects.forge.AnswerRules;
import dev.foldline.effects.forge.Forge;
import dev.foldline.effects.forge.ForgeAccess;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.forge.Preparation;
import dev.foldline.effects.forge.RequestObserver;
import dev.foldline.effects.store.Blobs;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What each adapter says about a merge, against a server that answers as it is documented. */
class ForgeMergeTest {
    private static final Instant PUSHED = Instant.parse("2026-11-02T10:00:00Z");
    private static final Duration SETTLING = Duration.ofMinutes(2);

    @TempDir Path folder;

    private FakeForge server(ForgeKind kind) throws Exception {
        var repository = Repository.withOneCommit(folder.resolve("repo-" + kind));
        Repository.git(repository, "switch", "-q", "-c", "work");
        Repository.git(repository, "commit", "-q", "--allow-empty", "-m", "work");
        return FakeForges.of(kind, repository.resolve(".git"));
    }

    private static Forge forge(ForgeKind kind, FakeForge server) {
        return Forge.of(
                new ForgeAccess(
                        kind,
                        URI.create(server.address()),
                        FakeForges.repository(kind),
                        "origin",
                        Preparation.NONE,
                        () -> Optional.of(FakeForge.TOKEN)));
    }

    private static Forge.Draft draft(String title, boolean unready) {
        return new Forge.Draft("work", Optional.empty(), title, "text", unready);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GITHUB")
    void a_title_that_marks_a_draft_does_not_keep_it_one(ForgeKind kind) throws Exception {
        try (var server = server(kind)) {
            var forge = forge(kind, server);
            forge.open(draft("WIP: Draft: [wip] Work", false));
            var request = server.requests.getFirst();
            assertThat(request.title).isEqualTo("Work");
            request.title = "draft: WIP: Draft: Work";
            forge.markReady(1);
            assertThat(request.title).isEqualTo("Work");
            assertThat(forge.standing(1).isDraft()).isFalse();
        }
    }

    /** A queue that runs for months reads more than can be kept. */
    @Test
    void the_latest_answers_are_remembered() throws Exception {
        try (var server = server(ForgeKind.GITHUB)) {
            var forge = forge(ForgeKind.GITHUB, server);
            for (int i = 0; i < 600; i++) forge.find("branch-" + i, "mark");
            forge.find("branch-599", "mark");
            assertThat(server.notModified).isEqualTo(1);
            forge.find("branch-0", "mark");
            assertThat(server.notModified).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"skipped", "manual"})
    void a_pipeline_that_ran_no_check_has_not_passed(String status) throws Exception {
        try (var server = server(ForgeKind.GITLAB)) {
            var forge = forge(ForgeKind.GITLAB, server);
            forge.open(draft("Work", false));
            int stopped = server.check("deploy", "work", status, "");
            assertThat(forge.observe(1).checks()).isEqualTo(Checks.NONE);
            server.check("test", "work", "success", "");
            assertThat(forge.observe(1).checks()).isEqualTo(Checks.PASSED);
            assertThat(forge.observe(1).mergeable()).isEmpty();
            server.ends(stopped, "success");
            assertThat(forge.observe(1).mergeable()).isPresent();
        }
    }

    /** An App may report a check while the runs of the workflows do not exist yet. */
    @Test
    void checks_that_pass_before_others_may_have_started_count_later() throws Exception {
        try (var server = server(ForgeKind.GITHUB)) {
            var forge = forge(ForgeKind.GITHUB, server);
            var link = forge.open(draft("Work", false));
            server.check("lint", "work", "success", "");
            var merges = new RequestCompletion(false, Option.of(MergeMethod.MERGE), Option.none());
            var known = PullRequest.NONE.pushed(server.head("work")).opened(link, merges);
            known = read(forge, known, PUSHED);
            assertThat(known.checks()).isEqualTo(Checks.PENDING);
            known = read(forge, known, PUSHED.plus(SETTLING).minusSeconds(1));
            assertThat(known.isMergeDue()).isFalse();
            known = read(forge, known, PUSHED.plus(SETTLING));
            assertThat(known.isMergeDue()).isTrue();
            var again = known.pushed("other").pushed(server.head("work"));
            assertThat(read(forge, again, PUSHED.plus(SETTLING)).isMergeDue()).isFalse();
        }
    }

    private PullRequest read(Forge forge, PullRequest known, Instant now) throws Exception {
        var observer =
                new RequestObserver(
                        forge, new Blobs(folder), AnswerRules.WRITERS, SETTLING, () -> now);
        return observer.news(known, Option.none())
                .map(news -> known.after(news.seen().observation()))
                .getOrElse(known);
    }

    @Test
    void a_request_whose_checks_run_or_have_failed_is_not_mergeable_yet() throws Exception {
        try (var server = server(ForgeKind.GITHUB)) {
            var forge = forge(ForgeKind.GITHUB, server);
            forge.open(draft("Work", false));
            server.check("lint", "work", "success", "");
            int test = server.check("test", "work", "", "");
            assertThat(forge.observe(1).mergeable()).isEmpty();
            server.ends(test, "success");
            assertThat(forge.observe(1).mergeable()).isPresent();
        }
    }
}
