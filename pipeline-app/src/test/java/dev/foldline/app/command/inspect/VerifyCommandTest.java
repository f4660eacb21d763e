package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.GlobalOptions;
import dev.foldline.app.command.Host;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.testkit.crash.CrashTestSetup;
import dev.foldline.testkit.script.CheckPlay;
import dev.foldline.testkit.simulation.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

class VerifyCommandTest {
    @TempDir Path folder;

    @Test
    void a_workflow_is_verified_in_calm_and_faulty_simulations_and_the_points_are_counted()
            throws Exception {
        Repository.withOneCommit(folder);
        var answer =
                Cli.in(folder)
                        .run(
                                "verify",
                                "--crash-points",
                                "20",
                                "--workflow",
                                "ralph",
                                "--seed",
                                "3");
        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(answer.out())
                .contains("calm")
                .contains("troubled-3")
                .endsWith("80 crash points tried, 0 violations\n");
    }

    @Test
    void a_run_is_replayed_from_its_log() throws Exception {
        Repository.withOneCommit(folder);
        RunFixture.begin(folder, 1, 1).toTheEnd();
        var answer = Cli.in(folder).run("verify", "--crash-points", "20", "--json");
        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(answer.out())
                .contains("\"schema\": \"foldline.verify/1\"")
                .contains("\"tried\": 20")
                .contains("\"violations\": []")
                .contains("followed the recording for");
    }

    @Test
    void feature_is_verified_with_its_gates_answered() throws Exception {
        Repository.withOneCommit(folder);
        var answer = Cli.in(folder).run("verify", "--crash-points", "20", "--workflow", "feature");
        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("calm").endsWith(" crash points tried, 0 violations\n");
    }

    @Test
    void an_invalid_number_is_a_usage_error() throws Exception {
        Repository.withOneCommit(folder);
        assertThat(Cli.in(folder).run("verify", "--crash-points", "some").exit()).isEqualTo(2);
    }

    @Test
    void a_crash_point_can_be_pasted_and_an_unreachable_one_is_a_usage_error() throws Exception {
        Repository.withOneCommit(folder);
        var one =
                Cli.in(folder)
                        .run(
                                "verify",
                                "--crash-points",
                                "in-effect:3,after-append:9",
                                "--workflow",
                                "ralph",
                                "--world",
                                "calm");
        assertThat(one.exit()).as(one.err()).isZero();
        assertThat(one.out())
                .contains("0 once, 1 again")
                .endsWith("1 crash points tried, 0 violations\n");
        assertThat(
                        Cli.in(folder)
                                .run(
                                        "verify",
                                        "--crash-points",
                                        "in-effect:999",
                                        "--workflow",
                                        "ralph")
                                .exit())
                .isEqualTo(2);
        assertThat(Cli.in(folder).run("verify", "--workflow", "ralph", "--world", "nowhere").exit())
                .isEqualTo(2);
    }

    @Test
    void a_violation_has_its_own_exit_code_and_is_reproduced_by_the_printed_command()
            throws Exception {
        Repository.withOneCommit(folder);
        var reported = planted("--crash-points", "20");
        assertThat(reported.exit()).isEqualTo(7);
        assertThat(reported.out())
                .contains("broken: ")
                .contains("  expected  ")
                .contains("violations");
        var again =
                reported.out()
                        .lines()
                        .filter(line -> line.startsWith("  again     "))
                        .findFirst()
                        .orElseThrow()
                        .strip();
        assertThat(again)
                .startsWith("again     foldline verify --crash-points ")
                .endsWith("--workflow ralph --seed 1 --world planted");
        var words = again.substring(again.indexOf("verify ") + 7).split(" ");
        var same = planted(words[0], words[1], "--world", "planted");
        assertThat(same.exit()).isEqualTo(7);
        assertThat(same.out())
                .contains(words[1])
                .contains("\n1 crash points tried, ")
                .doesNotContain(" 0 violations");
    }

    @Test
    void a_violation_is_reported_as_a_document_too() throws Exception {
        Repository.withOneCommit(folder);
        var reported = planted("--json", "--crash-points", "before-append:30");
        assertThat(reported.exit()).isEqualTo(7);
        assertThat(reported.out())
                .contains("\"ok\": false")
                .contains("\"exit\": 7")
                .contains("\"crashes\": \"before-append:30\"")
                .contains("\"again\": ");
    }

    /**
     * In a world that remembers what it must not: the check passes in the undisturbed run and then
     * fails every other time.
     */
    private Cli.Answer planted(String... arguments) throws Exception {
        var out = new ByteArrayOutputStream();
        try (var stream = new PrintStream(out, true, StandardCharsets.UTF_8)) {
            var options = new GlobalOptions();
            var console =
                    new Console(
                            new Host(
                                    stream,
                                    stream,
                                    Map.of(),
                                    new ByteArrayInputStream(new byte[0]),
                                    folder,
                                    false,
                                    "foldline"),
                            options);
            var command =
                    new CommandLine(
                            new VerifyCommand(
                                    console,
                                    (_, _) ->
                                            List.of(
                                                    new CrashTestSetup(
                                                            "planted", forgetful(), true))));
            options.addTo(command.getCommandSpec());
            int exit =
                    command.execute(
                            Stream.concat(Stream.of("--workflow", "ralph"), Stream.of(arguments))
                                    .toArray(String[]::new));
            return new Cli.Answer(exit, out.toString(StandardCharsets.UTF_8), "");
        }
    }

    private static Simulation forgetful() {
        var workflow =
                Ralph.workflow(Ralph.Options.DEFAULT, Policy.checking("checks", "make test"));
        int undisturbed = Simulation.of(workflow).run().effectCount(RunCheck.class);
        var asked = new AtomicInteger();
        return Simulation.of(workflow)
                .check(
                        "checks",
                        new CheckPlay(
                                _ -> {
                                    int now = asked.incrementAndGet() - undisturbed;
                                    return now <= 0 || now % 2 == 0;
                                },
                                "it failed"));
    }
}
