package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Repository;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.effects.forge.Forge;
import dev.foldline.effects.forge.ForgeAccess;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.forge.Preparation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** What each adapter says about a merge, against a server that answers as it is documented. */
class ForgeMergeTest {
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
