package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.error.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;

/** A script tells the ways of being done apart. */
class FailOnTest {
    @TempDir Path folder;

    @Test
    void a_run_without_commits_is_done_and_differs() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(AgentScripts.except("developer", "echo nothing is to do\n"));
        place.configured("iterations: 1\nreviews: 0\n");
        var reported = place.foldline("run", "--fail-on", "no-commits", "Do nothing");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(ExitCode.UNWANTED.value());
        assertThat(reported.out()).contains("without any change: nothing was committed.");
        assertThat(place.foldline("runs").out()).contains("no commits");
        assertThat(place.foldline("status", "--json").out())
                .contains("\"completion\": \"no_commits\"");
        assertThat(place.foldline("status", "--exit-code").exit()).isZero();
        assertThat(place.foldline("status", "--fail-on", "report-only").exit()).isZero();
        assertThat(place.foldline("status", "--fail-on", "report-only,no-commits").exit())
                .isEqualTo(ExitCode.UNWANTED.value());
        var listed = place.foldline("status", "--since", "1h", "--fail-on", "no-commits");
        assertThat(Remedy.follow(place, listed, "foldline status").exit())
                .isEqualTo(ExitCode.UNWANTED.value());
        var unknown = place.foldline("status", "--fail-on", "nonsense");
        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err()).contains("no-commits", "report-only");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status --since 1h",
                "status --all",
                "run --detach Add-work",
                "run --on fleet Add-work"
            })
    void where_no_run_ends_it_is_refused(String command) {
        var words = (command + " --fail-on no-commits,report-only").split(" ");
        var refused = Cli.in(folder).run(words);
        assertThat(refused.exit()).isEqualTo(ExitCode.USAGE.value());
        assertThat(refused.err())
                .contains(
                        "--fail-on and --",
                        " are mutually exclusive",
                        "foldline status --fail-on no-commits,report-only");
    }
}
