package dev.foldline.app.command.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.app.command.operate.Shell;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** A pull request of a plan, worked by an agent that the engine calls. */
class DrivenTddTest {
    @TempDir Path folder;

    @Test
    @Thorough
    void a_plan_is_worked_from_its_next_pull_request_to_the_merge() throws Exception {
        var place = GreetingProject.ready(folder);
        var reported = place.foldline("run", "--workflow", "tdd", "-f", "PLAN.md");
        assertThat(reported.exit()).as(reported.all()).isZero();
        delivered(place);
        var log = place.foldline("log").out();
        assertThat(log)
                .contains(
                        "test_command failed",
                        "review accepted: findings",
                        "review accepted: approved");
        assertThat(log.lines().filter(line -> line.contains("  committed "))).hasSize(5);
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
        place.write("PLAN.md", place.read("PLAN.md") + "- greet by name\n")
                .git("commit", "-aqm", "more to do");
        assertThat(
                        place.foldline(
                                        "run",
                                        "--workflow",
                                        "tdd",
                                        "-f",
                                        "PLAN.md",
                                        "--until",
                                        "execute")
                                .exit())
                .isEqualTo(2);
        assertThat(
                        place.foldline(
                                        "run",
                                        "--workflow",
                                        "tdd",
                                        "-f",
                                        "PLAN.md",
                                        "--until",
                                        "red")
                                .exit())
                .as("the next one begins")
                .isZero();
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("feat/greet-by-name");
    }

    @Test
    void the_next_run_finds_no_open_task_and_reports_it() throws Exception {
        var place = GreetingProject.ready(folder);
        place.write("PLAN.md", "# Plan\n\n- [DONE] greet by name\n").git("commit", "-aqm", "done");
        var wrong = place.foldline("run", "--workflow", "tdd", "-f", "NOWHERE.md");
        assertThat(wrong.exit()).isEqualTo(2);
        var reported = Remedy.done(place, wrong, "foldline run --workflow tdd ");
        assertThat(reported.out()).contains("nothing is left to do in the plan");
        assertThat(place.git("log", "--branches", "--format=%s").lines())
                .containsExactly("done", "first");
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("main");
    }

    @Test
    @Thorough
    void an_episode_of_debugging_is_explained() throws Exception {
        var place = GreetingProject.ready(folder);
        place.foldline("run", "--workflow", "tdd", "-f", "PLAN.md");
        var failed =
                place.foldline("log")
                        .out()
                        .lines()
                        .filter(line -> line.contains("test_command failed"))
                        .findFirst()
                        .orElseThrow()
                        .strip()
                        .split(" ")[0];
        assertThat(place.foldline("explain", "@:" + failed).out())
                .contains(
                        "after     test_command failed: the check 'sh tests.sh' failed: exit code"
                                + " 1",
                        "rule      clean, then retry",
                        "RETRY         instruct again 1 after check failed");
        assertThat(place.foldline("show", "@:" + failed).out()).contains("failed 1 times in a row");
        assertThat(printedValue(place, "The step is still: say the name"))
                .contains(
                        "Your last submission failed (attempt 1)",
                        "Test was expected to PASS but FAILED.\ntests/name.sh fails",
                        "Hypothesize & Fix",
                        "Write `.foldline/submission.json`")
                .doesNotContain("The last try did not work");
    }

    /** The prompt that has this line. */
    private static String printedValue(CliFixture place, String line) throws Exception {
        try (var files = Files.list(Path.of(place.environment.get("HOME")))) {
            for (var prompt :
                    files.filter(file -> file.getFileName().toString().startsWith("prompt-"))
                            .toList())
                if (Files.readString(prompt).contains(line)) return Files.readString(prompt);
        }
        throw new AssertionError("nobody was told: " + line);
    }

    @Test
    @Thorough
    void S0_40_a_locked_tool_is_refused_in_the_words_of_the_API_and_the_work_continues()
            throws Exception {
        var place = GreetingProject.ready(folder);
        stoppedAt(
                place,
                "The step is still: say the name",
                "echo working; submit '{\"tool\": \"request_scope_reduction\"}'; exit 0");
        assertThat(place.foldline("run", "--workflow", "tdd", "-f", "PLAN.md").exit()).isZero();
        assertThat(printedValue(place, "This tool is locked"))
                .contains(
                        "Error: This tool is locked. You must make at least 6 debugging attempts"
                                + " before requesting a scope reduction. You have currently made 1"
                                + " attempt(s).",
                        "Your last submission failed (attempt 1)");
        delivered(place);
    }

    @Test
    @Thorough
    void S0_45_an_agent_that_calls_for_help_halts_the_run_with_its_report() throws Exception {
        var place = GreetingProject.ready(folder);
        place.write("foldline.yaml", place.read("foldline.yaml") + "  escalate_at: 1\n");
        stoppedAt(
                place,
                "The step is still: say the name",
                "echo working; submit '{\"tool\": \"escalate_for_external_help\","
                        + " \"markdown_report\": \"we tried everything\"}'; exit 0");
        var reported = place.foldline("run", "--workflow", "tdd", "-f", "PLAN.md");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.err()).contains("the agent asks for help:\nwe tried everything");
        assertThat(place.read("ORCHESTRATION_STATE.json")).contains("\"HALTED\"", "escalated");
        assertThat(place.foldline("retry").exit()).as("a person helped").isZero();
        delivered(place);
    }

    /** What a call does whose prompt has this line: once, instead of its work. */
    private static void stoppedAt(CliFixture place, String line, String does) throws Exception {
        Files.writeString(Path.of(place.environment.get("HOME"), "at"), line);
        Files.writeString(Path.of(place.environment.get("HOME"), "when"), does + "\n");
    }

    @Test
    @Thorough
    void a_killed_and_resumed_run_ends_the_same() throws Exception {
        endsTheSame("The step is still: say the name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NEEDS_ANALYSIS", "mark this pull request as [DONE]"})
    @Thorough
    void a_run_killed_at_any_call_ends_the_same(String call) throws Exception {
        endsTheSame(call);
    }

    private void endsTheSame(String call) throws Exception {
        var place = GreetingProject.ready(folder);
        stoppedAt(place, call, "kill -9 $(cat $HOME/engine); sleep 300");
        killDriver(place);
        delivered(place);
    }

    @Test
    @Thorough
    void a_run_killed_between_the_reset_and_the_single_commit_ends_the_same() throws Exception {
        var place = GreetingProject.ready(folder);
        hook(
                place,
                "pre-commit",
                "[ $(git rev-list --count main..HEAD) -gt 0 ] || [ ! -e tests/name.sh ] || kill -9"
                        + " $(cat $HOME/engine)");
        killDriver(place);
        delivered(place);
    }

    @Test
    @Thorough
    void a_run_killed_in_the_merge_ends_the_same() throws Exception {
        var place = GreetingProject.ready(folder);
        hook(place, "post-merge", "kill -9 $(cat $HOME/engine)");
        killDriver(place);
        delivered(place);
    }

    /** A hook that strikes once. */
    private static void hook(CliFixture place, String name, String does) throws Exception {
        var hook = place.root.resolve(".git/hooks").resolve(name);
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, "#!/bin/sh\n[ ! -e $HOME/engine ] || { " + does + "; }\n");
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void killDriver(CliFixture place) throws Exception {
        var reported =
                Shell.run(
                        place,
                        """
                        "$ENGINE" run --workflow tdd -f PLAN.md &
                        echo $! > $HOME/engine
                        wait $!
                        echo "was $?"
                        rm -f $HOME/engine
                        """);
        assertThat(reported.out()).contains("was 137");
        var resumed = place.foldline("resume");
        assertThat(resumed.exit()).as(resumed.all()).isZero();
    }

    @Thorough
    @Test
    void a_run_that_is_driven_is_not_pulled() throws Exception {
        var place = GreetingProject.ready(folder);
        stoppedAt(place, "say the name", "echo broken > ACTIVE_PR.json");
        assertThat(
                        place.foldline(
                                        "run",
                                        "--workflow",
                                        "tdd",
                                        "-f",
                                        "PLAN.md",
                                        "--until",
                                        "review")
                                .exit())
                .isZero();
        for (var call : List.of("get", "submit")) {
            var reported = place.foldline("task", call);
            assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
            assertThat(reported.err())
                    .contains("the engine itself works on a pull request here", "foldline cancel");
        }
        assertThat(place.foldline("run", "--workflow", "tdd", "-f", "PLAN.md").err())
                .contains("the engine itself works");
        var refused = place.foldline("task", "get");
        var status = Remedy.done(place, refused, "foldline status");
        assertThat(place.read("ORCHESTRATION_STATE.json"))
                .contains("EXECUTING_TDD", "feat/greet-by-name");
        Remedy.done(place, status, "foldline resume r");
        delivered(place);
    }

    @Test
    void a_run_that_is_driven_is_cancelled_and_pulled_as_printed() throws Exception {
        var place = GreetingProject.ready(folder);
        assertThat(
                        place.foldline(
                                        "run",
                                        "--workflow",
                                        "tdd",
                                        "-f",
                                        "PLAN.md",
                                        "--until",
                                        "red")
                                .exit())
                .isZero();
        var refused = place.foldline("task", "get");
        var asks = Remedy.follow(place, refused, "foldline cancel");
        assertThat(asks.exit()).as(asks.all()).isEqualTo(2);
        Remedy.done(place, asks, "foldline cancel r");
        assertThat(place.foldline("task", "get").exit()).isZero();
        assertThat(place.foldline("reset").exit()).isZero();
    }

    @Test
    void a_run_that_is_pulled_is_not_driven() throws Exception {
        var place = GreetingProject.ready(folder);
        assertThat(place.foldline("task", "get").exit()).isZero();
        var reported = place.foldline("run", "--workflow", "tdd", "-f", "PLAN.md");
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.err()).contains("an agent that pulls its work", "foldline reset");
    }

    @Test
    void a_dry_run_shows_the_steps_of_the_workflow() throws Exception {
        var place = GreetingProject.ready(folder);
        var reported = place.foldline("run", "--dry-run", "--workflow", "tdd", "-f", "PLAN.md");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out())
                .contains(
                        "The next pull request of the plan file PLAN.md.",
                        "named after the title of the pull request",
                        "red-again",
                        "Nothing was started.");
        assertThat(place.foldline("status").exit()).isNotZero();
    }

    @Test
    void a_plan_is_a_file_of_the_repository() throws Exception {
        var place = GreetingProject.ready(folder);
        assertThat(place.foldline("run", "--workflow", "tdd").err()).contains("needs a plan file");
        assertThat(place.foldline("run", "--workflow", "tdd", "-f", "NONE.md").err())
                .contains("there is no plan file");
        assertThat(
                        place.foldline(
                                        "run",
                                        "--workflow",
                                        "tdd",
                                        "-f",
                                        place.environment.get("HOME") + "/.gitconfig")
                                .err())
                .contains("not in this repository");
        assertThat(place.foldline("run", "--workflow", "tdd", "-f", "PLAN.md", "--worktree").exit())
                .isEqualTo(2);
    }

    /**
     * One commit of the pull request, the plan marked with it, both merged, and nothing left lying
     * about.
     */
    private static void delivered(CliFixture place) throws Exception {
        assertThat(place.git("log", "--format=%s", "main^1..main^2").lines())
                .containsExactly(
                        "docs: mark '" + GreetingProject.TITLE + "' as done",
                        GreetingProject.TITLE);
        assertThat(place.git("rev-list", "--count", "--first-parent", "main")).isEqualTo("2");
        assertThat(place.read("PLAN.md"))
                .isEqualTo(
                        "# Plan\n\n- [DONE] greet by name ("
                                + place.git("rev-parse", "main^2^")
                                + ")\n");
        assertThat(place.read("greet.sh")).isEqualTo("echo \"hello $1.\"\n");
        assertThat(place.git("show", "--name-only", "--format=", "main^2^").lines())
                .containsExactly("greet.sh", "tests/hello.sh", "tests/name.sh");
        assertThat(place.git("branch", "--format=%(refname:short)")).isEqualTo("main");
        assertThat(place.git("status", "--short").lines())
                .allMatch(line -> line.endsWith("foldline.yaml"));
        assertThat(Files.exists(place.root.resolve("ACTIVE_PR.json"))).isFalse();
        assertThat(place.read("ORCHESTRATION_STATE.json")).contains("\"INITIALIZING\"");
    }
}
