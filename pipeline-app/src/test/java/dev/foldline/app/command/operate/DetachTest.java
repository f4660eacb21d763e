package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.store.RunLock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** Runs that are driven by a process of their own. */
class DetachTest {
    @TempDir Path folder;

    /** A developer who waits until there is a file {@code go}. */
    private CliFixture withPatientDeveloper() throws Exception {
        return CliFixture.ready(folder)
                .agent(
                        AgentScripts.except(
                                "developer",
                                "while [ ! -e \"$HOME/go\" ]; do sleep 0.05; done; echo work >>"
                                        + " work.txt; echo developed"));
    }

    private static void go(CliFixture place) throws Exception {
        Files.writeString(Path.of(place.environment.get("HOME"), "go"), "");
    }

    /** Watches until the driver has left for good: its process is over. */
    private static void watchToTheEnd(CliFixture place, CliFixture.CommandResult reported) {
        var driver = reported.driver();
        assertThat(place.foldline("watch").exit()).isZero();
        driver.join();
    }

    private static Path run(CliFixture place) throws Exception {
        try (var runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            return runs.findFirst().orElseThrow();
        }
    }

    @Test
    void a_detached_run_continues_in_its_own_session_after_the_command_ends() throws Exception {
        var place = withPatientDeveloper();
        place.write("foldline.yaml", "iterations: 5\nreviews: 0\n");
        var reported =
                place.foldline(
                        "run",
                        "--detach",
                        "--json",
                        "--until",
                        "commit",
                        "--agent",
                        "developer=mine",
                        "--iterations",
                        "1",
                        "--set",
                        "agents.mine.run=[" + place.environment.get("HOME") + "/agent.sh]",
                        "--set",
                        "agents.mine.kind=command",
                        "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        var run = run(place);
        assertThat(reported.out())
                .contains("\"schema\": \"foldline.run/1\"", "\"exit\": 0")
                .contains("\"reason\": \"running\"", "foldline watch " + run.getFileName());
        var driver = RunLock.holder(run.resolve("lock")).orElseThrow().pid();
        assertThat(driver).isNotEqualTo(ProcessHandle.current().pid());
        assertThat(session(driver))
                .isEqualTo(driver)
                .isNotEqualTo(session(ProcessHandle.current().pid()));
        assertThat(place.foldline("resume").exit()).as("it is driven already").isEqualTo(8);
        go(place);
        watchToTheEnd(place, reported);
        assertThat(run.resolve("driver.log")).content().contains("Paused by you");
        assertThat(place.read("work.txt")).isEqualTo("work\n");
        place.configured("checks: []\niterations: 1\nreviews: 0\n");
        var resumed = place.foldline("resume", "--detach");
        assertThat(resumed.exit()).as(resumed.all()).isZero();
        assertThat(resumed.out()).startsWith(run.getFileName() + " is driven by process ");
        watchToTheEnd(place, resumed);
        assertThat(run.resolve("driver.log")).content().contains("Done in ");
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(place.foldline("resume", "--detach").exit()).as("it is completed").isZero();
    }

    private static long session(long pid) throws Exception {
        var process = new ProcessBuilder("ps", "-o", "sid=", "-p", Long.toString(pid)).start();
        return Long.parseLong(
                new String(
                                process.getInputStream().readAllBytes(),
                                java.nio.charset.StandardCharsets.UTF_8)
                        .strip());
    }

    @Test
    void a_problem_before_the_start_is_reported_as_usual_and_nothing_is_started() throws Exception {
        var place = CliFixture.ready(folder).write("a.txt", "mine\n");
        var reported = place.foldline("run", "--detach", "Add work");
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.err()).contains("uncommitted changes");
        assertThat(place.root.resolve(".git/foldline/runs")).doesNotExist();
    }

    @Test
    void a_driver_that_does_not_start_is_reported_with_its_output() throws Exception {
        var place = CliFixture.ready(folder);
        place.environment.put("JAVA_TOOL_OPTIONS", "-XX:+NoSuchThing");
        var reported = place.foldline("run", "--detach", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.err()).contains("NoSuchThing");
        place.environment.remove("JAVA_TOOL_OPTIONS");
        assertThat(Remedy.done(place, reported, "foldline resume r").out())
                .as("nothing is lost")
                .contains("Done in ");
    }
}
