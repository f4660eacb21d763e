package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.store.RunLock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** The printed remedies for a run whose files, working tree, texts or tables have changed. */
class RunRemediesTest {
    @TempDir Path folder;

    private static CommandResult refused(CliFixture place, String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isNotZero();
        return reported;
    }

    private static String diff(CliFixture place, CommandResult reported) throws Exception {
        return place.git(Remedy.arguments(reported, "git diff "));
    }

    @Thorough
    @Test
    void changes_since_a_gate_opened_are_shown_by_git_diff() throws Exception {
        var place = CliFixture.gated(folder).write("a.txt", "changed\n").write("new.txt", "new\n");
        var moved = refused(place, "approve");
        assertThat(diff(place, moved)).contains("+changed", "+new").doesNotContain("-new");
        place.git("checkout", "-q", "a.txt");
        Files.delete(place.root.resolve("new.txt"));
        assertThat(place.foldline("approve").exit()).isZero();
        place.write("a.txt", "changed again\n");
        var since = refused(place, "resume");
        assertThat(diff(place, since)).contains("+changed again");
        place.git("checkout", "-q", "a.txt");
        assertThat(place.foldline("resume").out()).contains("is done");
    }

    @Thorough
    @Test
    void a_gate_whose_tree_is_gone_is_approved_in_this_one() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--worktree", "--gate", "planning", "Add work");
        var tree =
                place.git("worktree", "list", "--porcelain")
                        .lines()
                        .filter(line -> line.startsWith("worktree "))
                        .skip(1)
                        .findFirst()
                        .orElseThrow();
        place.git("worktree", "remove", "--force", tree.substring("worktree ".length()));
        var gone = refused(place, "approve");
        Remedy.git(place, gone, "git switch ");
        var waits = Remedy.follow(place, gone, "foldline resume r");
        assertThat(waits.exit()).as(waits.all()).isEqualTo(3);
        var approved = Remedy.done(place, waits, "foldline approve ");
        assertThat(Remedy.done(place, approved, "foldline resume r").out()).contains("is done");
    }

    @Thorough
    @Test
    void changes_since_a_halt_are_committed_with_the_flag_that_the_refusal_names()
            throws Exception {
        var place =
                CliFixture.ready(folder)
                        .configured("checks: [ \"test -e fixed\" ]\niterations: 1\nreviews: 0\n");
        place.foldline("run", "Add work");
        place.write("fixed", "yes\n");
        var flag = Remedy.flag(refused(place, "retry"), "--as-it-is").getFirst();
        assertThat(place.foldline("retry", flag).out()).contains("is done");
        assertThat(place.committed()).contains("fixed");
    }

    @Thorough
    @Test
    void a_run_whose_texts_are_missing_is_cancelled_and_another_started() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "development", "Add work");
        try (var blobs = Files.list(place.root.resolve(".git/foldline/blobs"))) {
            for (Path blob : blobs.toList()) Files.delete(blob);
        }
        var asks = Remedy.follow(place, refused(place, "resume"), "foldline cancel r");
        assertThat(asks.exit()).isEqualTo(2);
        Remedy.done(place, asks, "foldline cancel r");
        var ended = refused(place, "retry");
        assertThat(Remedy.done(place, ended, "foldline run ").out()).contains("is done");
    }

    @Thorough
    @Test
    void a_retry_of_a_run_that_has_not_halted_leads_to_its_next_command() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "development", "Add work");
        var paused = refused(place, "retry");
        assertThat(Remedy.done(place, paused, "foldline resume r").out()).contains("is done");
    }

    @Test
    void a_run_that_waits_for_a_retry_is_resumed_with_wait_and_retried_now() throws Exception {
        var place = CliFixture.ready(folder).agent("exit 3");
        var limits = new String[] {"limits.backoff_first=1h", "limits.backoff_max=1h"};
        var waits = place.foldline("run", "--set", limits[0], "--set", limits[1], "Add work");
        assertThat(waits.exit()).as(waits.all()).isEqualTo(75);
        var run = place.runs().newestFirst().getFirst();
        place.agent(AgentScripts.HELPFUL);
        var driver = place.inAnotherTerminal(Remedy.arguments(waits, "foldline resume r"));
        CliFixture.until(
                "it is driven",
                () -> RunLock.holder(run.lock()).isPresent(),
                () -> !driver.isDone());
        Remedy.done(place, waits, "foldline resume " + run.id() + " --now");
        assertThat(driver.get().out()).contains("is done");
    }

    @Thorough
    @Test
    void git_errors_and_unreadable_tables_lead_to_doctor() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--gate", "planning", "Add work");
        var config = Path.of(place.environment.get("HOME")).resolve(".gitconfig");
        var before = Files.readString(config);
        Files.writeString(config, "[user\n");
        // Git programs that were tried before are not asked for their version again.
        var bin = Files.createDirectories(folder.resolve("bin"));
        Files.writeString(bin.resolve("git"), "#!/bin/sh\nPATH=${PATH#*:} exec git \"$@\"\n")
                .toFile()
                .setExecutable(true);
        place.environment.merge("PATH", bin + ":" + System.getenv("PATH"), (_, path) -> path);
        var reported = refused(place, "approve");
        assertThat(Remedy.follow(place, reported, "foldline doctor").all()).contains(".gitconfig");
        Files.writeString(config, before);
        var tables = place.root.resolve(".git/foldline/state.sqlite");
        for (var companion : new String[] {"", "-wal", "-shm"})
            Files.deleteIfExists(Path.of(tables + companion));
        Files.createDirectory(tables);
        var gates = refused(place, "gates");
        var doctor = Remedy.follow(place, gates, "foldline doctor");
        var words = Remedy.arguments(doctor, "mv ");
        Files.move(Path.of(words[0]), Path.of(words[1]));
        assertThat(place.foldline("gates").out()).contains("gate planning");
        assertThat(place.foldline("doctor").exit()).isZero();
    }

    private static void merging(CliFixture place) throws Exception {
        place.git("switch", "-q", "-C", "other");
        place.git("commit", "-q", "--allow-empty", "-m", "other");
        place.git("switch", "-q", "main");
        place.git("commit", "-q", "--allow-empty", "-m", "main");
        place.git("merge", "-q", "--no-commit", "--no-ff", "other");
    }

    @Thorough
    @Test
    void a_merge_or_a_lock_is_ended_as_run_and_doctor_print() throws Exception {
        var place = CliFixture.ready(folder);
        place.environment.put("GIT_EDITOR", "true");
        for (var words : new String[][] {{"run", "Add work"}, {"doctor"}}) {
            for (var flag : new String[] {"--continue", "--abort"}) {
                merging(place);
                Remedy.git(place, refused(place, words), "git merge " + flag);
            }
            var lock = Files.writeString(place.root.resolve(".git/index.lock"), "");
            Files.delete(Path.of(Remedy.arguments(refused(place, words), "rm ")[0]));
            assertThat(lock).doesNotExist();
        }
        assertThat(place.foldline("run", "Add work").out()).contains("is done");
    }

    @Thorough
    @Test
    void a_configuration_or_a_run_of_another_name_is_renamed() throws Exception {
        var place = CliFixture.ready(folder);
        Files.move(place.root.resolve("foldline.yaml"), place.root.resolve("foldline.yml"));
        var words = Remedy.arguments(refused(place, "run", "Add work"), "mv ");
        Files.move(place.root.resolve(words[0]), place.root.resolve(words[1]));
        assertThat(place.foldline("run", "--until", "development", "Add work").exit()).isZero();
        var run = place.runs().newestFirst().getFirst().path();
        Files.move(run, run.resolveSibling("raaaaaaaaaaaaaaaa"));
        var paths = Remedy.arguments(refused(place, "resume"), "mv ");
        Files.move(Path.of(paths[0]), Path.of(paths[1]));
        assertThat(place.foldline("resume").out()).contains("is done");
    }

    @Test
    void a_removed_run_folder_leads_to_the_saved_or_the_committed_work() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(
                                AgentScripts.except(
                                        "developer",
                                        "rm -rf \".git/foldline/runs/$FOLDLINE_RUN\"; echo gone;"
                                                + " sleep 60"));
        Remedy.git(place, refused(place, "run", "Add work"), "git log");
    }

    @Thorough
    @Test
    void tables_that_a_run_cannot_write_are_rebuilt_by_doctor() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "planning", "Add work");
        var tables = place.root.resolve(".git/foldline/state.sqlite");
        for (var companion : new String[] {"-wal", "-shm"})
            Files.deleteIfExists(Path.of(tables + companion));
        Files.writeString(tables, "this is no database at all. ".repeat(200));
        place.git("switch", "-q", "main");
        var reported = place.foldline("run", "--gate", "planning", "Add more");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(3);
        assertThat(Remedy.done(place, reported, "foldline doctor --fix").out())
                .contains("rebuilt from the logs");
        assertThat(place.foldline("gates").out()).contains("gate planning");
    }

    @Test
    void a_later_run_without_events_is_removed_by_doctor() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "planning", "Add work");
        var made = place.root.resolve(".git/foldline/runs/raaaaaaaaaaaaaaaa");
        Files.createDirectories(made);
        var reported = place.foldline("status");
        var found = Remedy.follow(place, reported, "foldline doctor");
        Remedy.done(place, found, "foldline doctor --fix");
        assertThat(made).doesNotExist();
        assertThat(place.foldline("status").err()).isEmpty();
    }
}
