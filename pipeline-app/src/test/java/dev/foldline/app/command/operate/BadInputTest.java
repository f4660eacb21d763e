package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
    void a_folder_that_is_not_a_repository_is_refused() throws Exception {
        refused(
                CliFixture.empty(folder).foldline("run", "x"),
                2,
                "not a git repository",
                "git init");
    }

    @Test
    void a_bare_repository() throws Exception {
        var place = CliFixture.empty(folder);
        place.git("init", "-q", "--bare");
        refused(place.foldline("run", "x"), 2, "bare");
    }

    @Test
    void a_repository_without_a_commit() throws Exception {
        var place = CliFixture.empty(folder);
        place.git("init", "-q");
        refused(place.foldline("run", "x"), 2, "no commit yet");
    }

    @Thorough
    @Test
    void a_detached_head_is_fine_the_run_makes_its_branch() throws Exception {
        var place = CliFixture.ready(folder);
        place.git("checkout", "-q", "--detach");
        assertThat(place.foldline("run", "Add work").exit()).isZero();
        assertThat(place.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("foldline/add-work");
    }

    @Test
    void no_identity() throws Exception {
        var place = CliFixture.ready(folder);
        Files.writeString(
                Path.of(place.environment.get("HOME")).resolve(".gitconfig"),
                "[user]\n useConfigOnly = true\n");
        refused(place.foldline("run", "x"), 1, "no name and email", "git config user.name");
    }

    @Thorough
    @Test
    void a_lock_of_another_git_process() throws Exception {
        var place = CliFixture.ready(folder).write(".git/index.lock", "");
        refused(place.foldline("run", "x"), 8, "index.lock");
    }

    @Thorough
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
    void no_task_an_empty_one_and_the_starter() throws Exception {
        var place = CliFixture.ready(folder);
        refused(place.foldline("run"), 2, "there is no task", "PROMPT.md");
        refused(place.foldline("run", "  "), 2, "the task is empty");
        place.write("PROMPT.md", "\n\n");
        refused(place.foldline("run"), 2, "the task is empty");
        Files.delete(place.root.resolve("PROMPT.md"));
        Files.delete(place.root.resolve("foldline.yaml"));
        place.foldline("init");
        place.configured("iterations: 1\n");
        refused(place.foldline("run"), 2, "still the starter");
    }

    @Test
    void a_wrong_configuration_with_all_its_problems_at_once() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .write(
                                "foldline.yaml",
                                "iteration: 3\nreviews: many\nroles: { developer: [] }\n");
        refused(
                place.foldline("run", "x"),
                2,
                "foldline.yaml:1:1",
                "iterations",
                "foldline.yaml:2:10",
                "foldline.yaml:3");
    }

    @Test
    void an_agent_that_is_not_there() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .write(
                                "foldline.yaml",
                                "roles: { developer: [a] }\n"
                                        + "agents: { a: { kind: command, run: [\"no-such-agent\"] }"
                                        + " }\n");
        refused(place.foldline("run", "x"), 1, "program no-such-agent is not on the PATH");
    }

    @Thorough
    @Test
    void uncommitted_work_of_every_kind_is_refused_and_left() throws Exception {
        for (String kind : new String[] {"modified", "staged", "deleted", "untracked"}) {
            var place = CliFixture.ready(Files.createDirectories(folder.resolve(kind)));
            switch (kind) {
                case "modified" -> place.write("a.txt", "mine\n");
                case "staged" -> {
                    place.write("b.txt", "mine\n");
                    place.git("add", "b.txt");
                }
                case "deleted" -> Files.delete(place.root.resolve("a.txt"));
                case "untracked" -> place.write("c.txt", "mine\n");
                default -> throw new AssertionError(kind);
            }
            var before = place.git("status", "--porcelain");
            refused(place.foldline("run", "x"), 1, "uncommitted changes", "--allow-dirty");
            assertThat(place.git("status", "--porcelain")).isEqualTo(before);
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
        var before = place.git("status", "--porcelain");
        var reported = place.foldline("run", "--allow-dirty", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(place.git("status", "--porcelain")).isEqualTo(before);
        assertThat(place.git("for-each-ref", "refs/foldline/dirty")).isNotEmpty();
    }

    @Test
    @Thorough
    void a_commit_that_a_hook_rejects_halts_with_the_work_saved() throws Exception {
        var place = CliFixture.ready(folder);
        Files.createDirectories(place.root.resolve(".git/hooks"));
        var hook =
                Files.writeString(
                        place.root.resolve(".git/hooks/pre-commit"),
                        "#!/bin/sh\necho no commits on Sundays\nexit 1\n");
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
        place.configured("iterations: 1\nreviews: 0\n");
        var reported = place.foldline("run", "--set", "limits.recoveries=2", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.all()).contains("no commits on Sundays", "foldline retry");
        assertThat(place.root.resolve("work.txt")).exists();
        assertThat(place.git("for-each-ref", "refs/foldline/saved")).isNotEmpty();
        Files.delete(hook);
        reported = place.foldline("retry");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Thorough
    @Test
    void an_agent_that_fails_prints_nothing_or_submits_invalid_output_halts_the_run()
            throws Exception {
        for (String script :
                new String[] {
                    "exit 3",
                    ":",
                    "echo '{\"summary\": 1}' > .foldline/plan.json; echo done",
                    "echo 'no json' > .foldline/plan.json; echo done"
                }) {
            var place =
                    CliFixture.ready(
                                    Files.createDirectories(
                                            folder.resolve("s" + Math.abs(script.hashCode()))))
                            .agent(AgentScripts.except("planner", script));
            place.configured("iterations: 1\nreviews: 0\n");
            var reported =
                    place.foldline(
                            "run",
                            "--set",
                            "limits.recoveries=1",
                            "--set",
                            "limits.output_retries=2",
                            "--set",
                            "limits.cycles=1",
                            "Add work");
            assertThat(reported.exit()).as(script + "\n" + reported.all()).isEqualTo(1);
            assertThat(reported.all()).contains("foldline explain", "foldline retry");
        }
    }

    @Thorough
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

    @Test
    void a_log_with_a_flipped_byte_is_refused_and_left() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--gate", "planning", "Add work");
        Path log;
        try (var runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            log = runs.findFirst().orElseThrow().resolve("events.jsonl");
        }
        Files.deleteIfExists(log.resolveSibling("snapshot.json"));
        byte[] bytes = Files.readAllBytes(log);
        bytes[bytes.length / 2] ^= 1;
        Files.write(log, bytes);
        refused(place.foldline("resume"), 7, "checksum");
        assertThat(Files.readAllBytes(log)).isEqualTo(bytes);
    }

    @Test
    @Thorough
    void a_torn_last_line_is_repaired() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "development", "Add work");
        Path log;
        try (var runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            log = runs.findFirst().orElseThrow().resolve("events.jsonl");
        }
        Files.deleteIfExists(log.resolveSibling("snapshot.json"));
        Files.writeString(log, "{\"v\":1,\"seq\":99", java.nio.file.StandardOpenOption.APPEND);
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
    }

    @Test
    @Thorough
    void a_completed_run_is_refused_by_retry_and_reported_by_resume_on_any_branch()
            throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "Add work");
        for (var branch : new String[] {"foldline/add-work", "main"}) {
            place.git("switch", "-q", branch);
            var reported = place.foldline("resume");
            assertThat(reported.exit()).as(reported.all()).isZero();
            assertThat(reported.out()).contains("is already completed");
            assertThat(place.foldline("resume", "--detach")).isEqualTo(reported);
            assertThat(place.foldline("resume", "--json").out())
                    .contains("\"reason\": \"completed\"", "\"exit\": 0");
            refused(place.foldline("retry"), 2, "has ended", "foldline run");
        }
    }

    @Thorough
    @Test
    void a_run_that_ended_otherwise_is_resumed_with_the_code_of_its_end() throws Exception {
        var place = CliFixture.gated(folder);
        assertThat(place.foldline("cancel", "--yes").exit()).isZero();
        refused(
                place.foldline("resume"),
                place.foldline("status", "--exit-code").exit(),
                "has ended",
                "foldline run \"what to do\"");
        assertThat(place.foldline("resume").exit()).isEqualTo(1);
    }

    @Thorough
    @Test
    void texts_that_were_deleted_are_named_and_the_run_can_still_be_ended() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "development", "Add work");
        try (var blobs = Files.list(place.root.resolve(".git/foldline/blobs"))) {
            for (Path blob : blobs.toList()) Files.delete(blob);
        }
        refused(
                place.foldline("resume"),
                1,
                "are missing or damaged: the task (",
                "plan (",
                "foldline cancel r");
        refused(place.foldline("retry"), 1, "are missing or damaged");
        var reported = place.foldline("doctor");
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.out())
                .contains(
                        "texts are missing or damaged: the task (",
                        "try: restore the files from a backup, or cancel the run and keep its work:"
                                + " foldline cancel r");
        assertThat(place.foldline("cancel", "--yes").exit()).isZero();
        assertThat(place.foldline("doctor").out()).doesNotContain("gone or damaged");
    }

    @Thorough
    @Test
    void a_run_is_not_resumed_on_another_branch() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "development", "Add work");
        place.git("checkout", "-q", "main");
        refused(
                place.foldline("resume"),
                1,
                "the run works on branch foldline/add-work",
                "git switch foldline/add-work");
        place.git("checkout", "-q", "foldline/add-work");
        assertThat(place.foldline("resume").exit()).isZero();
    }

    @Test
    void a_command_that_needs_a_run_suggests_to_start_one() throws Exception {
        for (var command : List.of("resume", "retry", "status", "cancel"))
            refused(
                    CliFixture.ready(folder.resolve(command)).foldline(command),
                    2,
                    "has no runs yet",
                    "foldline run");
    }

    @Test
    void an_unknown_run() throws Exception {
        refused(CliFixture.ready(folder).foldline("resume", "rzzz"), 2, "no run");
    }
}
