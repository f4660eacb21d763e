package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a person can get wrong: one clear error with a remedy, the right exit code, nothing lost.
 */
class BadInputTest {
    @TempDir Path folder;

    private static void refused(CliFixture.CommandResult reported, int exit, String... words) {
        assertThat(reported.exit()).as(reported.all()).isEqualTo(exit);
        assertThat(reported.err()).contains(words).doesNotContain("Exception", "\tat ");
    }

    @Test
    void locks_that_another_run_creates_and_removes_prevent_no_run() throws Exception {
        var place = CliFixture.ready(folder);
        var lock = place.root.resolve(".git/refs/foldline/recordings/other.lock");
        Files.createDirectories(lock.getParent());
        var run = place.inAnotherTerminal("run", "Add work");
        while (!run.isDone()) {
            Files.createFile(lock);
            Thread.yield();
            Files.delete(lock);
        }
        assertThat(run.get().exit()).as(run.get().all()).isZero();
    }

    @Test
    void no_task_an_empty_one_the_starter_and_a_missing_agent() throws Exception {
        var place = CliFixture.ready(folder);
        refused(place.foldline("resume", "rzzz"), 2, "no run");
        refused(place.foldline("run"), 2, "there is no task", "PROMPT.md");
        refused(place.foldline("run", "  "), 2, "the task is empty");
        place.write("PROMPT.md", "\n\n");
        refused(place.foldline("run"), 2, "the task is empty");
        Files.delete(place.root.resolve("PROMPT.md"));
        Files.delete(place.root.resolve("foldline.yaml"));
        place.foldline("init");
        place.configured("iterations: 1\n");
        refused(place.foldline("run"), 2, "still the starter");
        place.write(
                "foldline.yaml",
                "roles: { developer: [a] }\n"
                        + "agents: { a: { kind: command, run: [\"no-such-agent\"] } }\n");
        refused(
                place.foldline("run", "--allow-dirty", "x"),
                1,
                "program no-such-agent is not on the PATH");
    }

    @Test
    void uncommitted_work_of_every_kind_is_refused_and_left() throws Exception {
        var place = CliFixture.ready(folder);
        for (var kind : List.of("modified", "staged", "deleted", "untracked")) {
            switch (kind) {
                case "modified" -> place.write("a.txt", "mine\n");
                case "staged" -> place.write("b.txt", "mine\n").git("add", "b.txt");
                case "deleted" -> Files.delete(place.root.resolve("a.txt"));
                case "untracked" -> place.write("c.txt", "mine\n");
                default -> throw new AssertionError(kind);
            }
            var before = place.git("status", "--porcelain");
            refused(place.foldline("run", "x"), 1, "uncommitted changes", "--allow-dirty");
            assertThat(place.git("status", "--porcelain")).as(kind).isEqualTo(before);
            place.git("reset", "-q", "--hard");
            place.git("clean", "-q", "-f", "-e", "foldline.yaml");
        }
    }

    @Test
    void more_uncommitted_files_than_a_log_can_name() throws Exception {
        var place = CliFixture.ready(folder);
        var deep = "d".repeat(200) + "/" + "e".repeat(200) + "/" + "f".repeat(200) + "/";
        for (int file = 0; file < 1_500; file++) place.write(deep + "g".repeat(200) + file, "");
        refused(
                place.foldline("run", "--allow-dirty", "x"),
                2,
                "there are 1500 uncommitted files",
                ".gitignore");
    }

    @Test
    void allowed_uncommitted_work_is_never_in_a_commit_of_ours() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .write("a.txt", "mine\n")
                        .write("b.txt", "staged\n")
                        .write("c.txt", "untracked\n");
        place.git("add", "b.txt");
        place.git("checkout", "-q", "--detach");
        var before = place.git("status", "--porcelain");
        var reported = place.foldline("run", "--allow-dirty", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(place.git("status", "--porcelain")).isEqualTo(before);
        assertThat(place.git("for-each-ref", "refs/foldline/dirty")).isNotEmpty();
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("foldline/add-work");
    }

    @Test
    void an_agent_that_removes_or_rewrites_the_configuration_does_not_get_through_with_it()
            throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(
                                AgentScripts.except(
                                        "planner",
                                        "rm -f foldline.yaml PROMPT.md; echo"
                                            + " '{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}'"
                                            + " > .foldline/plan.json; echo planned"));
        var before = place.read("foldline.yaml");
        assertThat(place.foldline("run", "Add work").exit()).isZero();
        assertThat(place.read("foldline.yaml")).isEqualTo(before);
        place.git("checkout", "-q", "main");
        place.agent(
                AgentScripts.except(
                        "planner", "echo 'env: [SECRET]' >> foldline.yaml; echo planned"));
        refused(place.foldline("run", "Add more"), 1, "foldline.yaml");
    }
}
