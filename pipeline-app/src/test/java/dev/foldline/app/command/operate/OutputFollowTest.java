package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.engine.Engines;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code foldline output -f}: what agents and checks print while a run goes on. */
class OutputFollowTest {
    /** Prints a line, waits for the file {@code go}, and prints another. */
    private static final String PATIENT =
            AgentScripts.except(
                    "developer",
                    "echo first; until [ -e \"$HOME/go\" ]; do sleep 0.05; done; echo work >>"
                            + " work.txt; echo second");

    @TempDir Path folder;

    private static Process following(CliFixture place, String... words) throws IOException {
        var builder = new ProcessBuilder(Engines.command(words)).directory(place.root.toFile());
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        return builder.start();
    }

    private static void awaitLine(BufferedReader follower, String wanted) throws IOException {
        for (var line = follower.readLine(); !wanted.equals(line); line = follower.readLine())
            if (line == null) throw new AssertionError("it ended without " + wanted);
    }

    @Test
    void it_prints_what_a_run_of_another_process_prints_until_the_run_ends() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(PATIENT)
                        .configured("checks: [\"echo checked\"]\niterations: 1\nreviews: 1\n");
        var driver = place.foldline("run", "--detach", "Add work").driver();
        var follower = following(place, "output", "-f", "@:1");
        try (var lines = follower.inputReader()) {
            awaitLine(lines, "first");
            var left = following(place, "output", "--follow");
            try (var others = left.inputReader()) {
                awaitLine(others, "first");
                new ProcessBuilder("kill", "-INT", "" + left.pid()).start().waitFor();
                left.waitFor();
            }
            assertThat(driver.isDone()).as("Ctrl-C does not reach the run").isFalse();
            Files.writeString(Path.of(place.environment.get("HOME"), "go"), "");
            assertThat(lines.lines())
                    .containsSubsequence(
                            "second", "analyst has worked", "checked", "committer has worked")
                    .filteredOn(line -> line.startsWith("==> "))
                    .allMatch(line -> line.matches("==> \\d+ (call mine as|run checks:) .* <=="));
            assertThat(follower.waitFor()).isZero();
            assertThat(follower.errorReader().readLine()).contains(" Done in ");
        } finally {
            follower.destroy();
            driver.join();
        }
    }

    @Test
    void it_ends_at_a_gate_and_says_how_to_go_on() throws Exception {
        var place = CliFixture.gated(folder);
        var followed = place.foldline("output", "-f");
        assertThat(followed.exit()).isZero();
        assertThat(followed.out())
                .matches("==> \\d+ call mine as planner <==\nplanner has worked\n");
        assertThat(followed.err())
                .contains(" Waits for you: approve ", "  next      foldline approve ");
        assertThat(
                        place.foldline("output", "-f", "--json")
                                .out()
                                .lines()
                                .map(OutputFollowTest::json))
                .allMatch(
                        line -> line.get("schema").asString().equals("foldline.output-addition/1"))
                .extracting(line -> line.get("words").asString())
                .containsExactly("", "planner has worked");
    }

    private static JsonNode json(String line) {
        return JsonMapper.shared().readTree(line);
    }
}
