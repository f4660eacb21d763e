package dev.foldline.app.command.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A pull request of a plan, worked by an agent that the engine calls. */
class DrivenTddTest {
    @TempDir Path folder;

    @Test
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
        explained(place, log);
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

    /** The episode of debugging of the second step. */
    private static void explained(CliFixture place, String log) throws Exception {
        var failed =
                log.lines()
                        .filter(line -> line.contains("test_command failed: "))
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
    void a_run_that_is_driven_is_not_pulled_but_cancelled_and_pulled_as_printed() throws Exception {
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
        for (var call : List.of("get", "submit")) {
            var reported = place.foldline("task", call);
            assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
            assertThat(reported.err())
                    .contains("the engine itself works on a pull request here", "foldline cancel");
        }
        assertThat(place.foldline("run", "--workflow", "tdd", "-f", "PLAN.md").err())
                .contains("the engine itself works");
        assertThat(place.read("ORCHESTRATION_STATE.json"))
                .contains("EXECUTING_TDD", "feat/greet-by-name");
        var refused = place.foldline("task", "get");
        var status = Remedy.done(place, refused, "foldline status");
        Remedy.printed(status, "foldline resume r");
        var asks = Remedy.follow(place, refused, "foldline cancel");
        assertThat(asks.exit()).as(asks.all()).isEqualTo(2);
        Remedy.done(place, asks, "foldline cancel r");
        assertThat(place.foldline("task", "get").exit()).isZero();
        var pulled = place.foldline("run", "--workflow", "tdd", "-f", "PLAN.md");
        assertThat(pulled.exit()).isEqualTo(1);
        assertThat(pulled.err()).contains("an agent that pulls its work", "foldline reset");
        assertThat(place.foldline("reset").exit()).isZero();
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
        var planned = place.foldline("run", "--dry-run", "--workflow", "tdd", "-f", "PLAN.md");
        assertThat(planned.exit()).as(planned.all()).isZero();
        assertThat(planned.out())
                .contains(
                        "The next pull request of the plan file PLAN.md.",
                        "named after the title of the pull request",
                        "red-again",
                        "Nothing was started.");
        assertThat(place.foldline("status").exit()).isNotZero();
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
