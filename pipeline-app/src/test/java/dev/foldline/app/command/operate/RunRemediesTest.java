package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.effects.store.RunLock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The printed remedies for a run whose files, working tree, texts or driver are not as they were.
 */
class RunRemediesTest {
    private static final String PATIENT =
            "echo begun > \"$HOME/begun\"; until [ -e \"$HOME/go\" ]; do sleep 0.05; done; echo"
                    + " work >> work.txt";

    @TempDir Path folder;

    private static CommandResult refused(CliFixture place, String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isNotZero();
        return reported;
    }

    private static String newest(CliFixture place) throws Exception {
        return place.runs().newestFirst().getFirst().id().text();
    }

    @Test
    void a_run_whose_texts_are_missing_is_cancelled_and_another_started() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "development", "Add work");
        try (var blobs = Files.list(place.root.resolve(".git/foldline/blobs"))) {
            for (Path blob : blobs.toList()) Files.delete(blob);
        }
        assertThat(place.foldline("doctor").out())
                .contains("texts are missing or damaged: the task (", "foldline cancel r");
        assertThat(refused(place, "retry").err()).contains("are missing or damaged");
        var missing = refused(place, "resume");
        assertThat(missing.err()).contains("are missing or damaged: the task (", "plan (");
        var asks = Remedy.follow(place, missing, "foldline cancel r");
        assertThat(asks.exit()).isEqualTo(2);
        Remedy.done(place, asks, "foldline cancel r");
        var ended = refused(place, "retry");
        assertThat(Remedy.done(place, ended, "foldline run ").out()).contains("Done in ");
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
        assertThat(driver.get().out()).contains("Done in ");
    }

    private static void merging(CliFixture place) throws Exception {
        place.git("switch", "-q", "-C", "other");
        place.git("commit", "-q", "--allow-empty", "-m", "other");
        place.git("switch", "-q", "main");
        place.git("commit", "-q", "--allow-empty", "-m", "main");
        place.git("merge", "-q", "--no-commit", "--no-ff", "other");
    }

    @Test
    void a_merge_or_a_lock_is_ended_as_run_and_doctor_print() throws Exception {
        var place = CliFixture.ready(folder);
        place.environment.put("GIT_EDITOR", "true");
        for (var words : new String[][] {{"run", "Add work"}, {"doctor"}}) {
            for (var flag : List.of("--continue", "--abort")) {
                merging(place);
                Remedy.git(place, refused(place, words), "git merge " + flag);
            }
            var lock = Files.writeString(place.root.resolve(".git/index.lock"), "");
            var locked = refused(place, words);
            if (words[0].equals("run")) assertThat(locked.exit()).isEqualTo(8);
            Files.delete(Path.of(Remedy.arguments(locked, "rm ")[0]));
            assertThat(lock).doesNotExist();
        }
        assertThat(place.foldline("run", "--until", "start", "Add work").exit()).isZero();
    }

    @Test
    void a_configuration_or_a_run_of_another_name_is_renamed() throws Exception {
        var place = CliFixture.ready(folder);
        Files.move(place.root.resolve("foldline.yaml"), place.root.resolve("foldline.yml"));
        var words = Remedy.arguments(refused(place, "run", "Add work"), "mv ");
        Files.move(place.root.resolve(words[0]), place.root.resolve(words[1]));
        assertThat(place.foldline("run", "--until", "development", "Add work").exit()).isZero();
        var run = place.runs().newestFirst().getFirst().path();
        Files.move(run, run.resolveSibling("raaaaaaaaaaaaaaaa"));
        var renamed = refused(place, "resume");
        assertThat(renamed.err())
                .contains("this is the log of run " + run.getFileName())
                .contains(", in the folder of run raaaaaaaaaaaaaaaa");
        var paths = Remedy.arguments(renamed, "mv ");
        Files.move(Path.of(paths[0]), Path.of(paths[1]));
        assertThat(place.foldline("resume").out()).contains("Done in ");
    }

    @Test
    void a_program_that_git_is_configured_with_and_lacks_is_removed_before_the_printed_retry()
            throws Exception {
        var place = CliFixture.ready(folder);
        place.git("config", "filter.lost.clean", "no-such-program");
        place.git("config", "filter.lost.required", "true");
        Files.writeString(place.root.resolve(".git/info/attributes"), "work.txt filter=lost\n");
        var halted = refused(place, "run", "Add work");
        assertThat(halted.all())
                .contains("Install the program that git's configuration names, or remove it there");
        place.git("config", "--remove-section", "filter.lost");
        assertThat(Remedy.done(place, halted, "foldline retry").out()).contains("Done in ");
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    void a_program_that_a_check_lacks_is_installed_or_the_run_cancelled_and_the_check_changed()
            throws Exception {
        var place = CliFixture.ready(folder);
        var program = Path.of(place.environment.get("HOME")).resolve("bin/our-lint");
        place.environment.merge(
                "PATH", program.getParent().toString(), (path, own) -> own + ":" + path);
        var lacking = "checks: [our-lint]\niterations: 1\nreviews: 1\n";
        place.configured(lacking);
        var halted = refused(place, "run", "Add work");
        Remedy.done(place, Remedy.follow(place, halted, "foldline cancel"), "foldline cancel r");
        place.configured(lacking.replace("our-lint", "'true'"));
        assertThat(place.foldline("run", "Add work").out()).contains("Done in ");
        place.configured(lacking);
        var again = refused(place, "run", "Add more");
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\n").toFile().setExecutable(true);
        assertThat(Remedy.done(place, again, "foldline retry").out()).contains("Done in ");
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

    @Test
    void a_later_run_without_events_is_removed_by_doctor() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "start", "Add work");
        var made = place.root.resolve(".git/foldline/runs/raaaaaaaaaaaaaaaa");
        Files.createDirectories(made);
        var found = Remedy.follow(place, place.foldline("status"), "foldline doctor");
        Remedy.done(place, found, "foldline doctor --fix");
        assertThat(made).doesNotExist();
        assertThat(place.foldline("status").err()).isEmpty();
    }

    @Test
    void a_run_in_progress_is_watched_and_paused_as_printed() throws Exception {
        var place = CliFixture.ready(folder).agent(AgentScripts.except("developer", PATIENT));
        var home = Path.of(place.environment.get("HOME"));
        var run = place.inAnotherTerminal("run", "Add work");
        CliFixture.until(
                "the developer works",
                () -> Files.exists(home.resolve("begun")),
                () -> !run.isDone());
        var status = place.foldline("status");
        for (var command : List.of("resume", "retry")) {
            var second = refused(place, command);
            assertThat(second.exit()).as(second.all()).isEqualTo(8);
            assertThat(second.err())
                    .contains("another driver, process " + ProcessHandle.current().pid())
                    .contains("owns the run r");
        }
        var owned = refused(place, "resume");
        var locked = refused(place, "log", "repair");
        assertThat(locked.exit()).as(locked.all()).isEqualTo(8);
        Remedy.done(place, status, "foldline pause r");
        var json = place.foldline("pause", "--json");
        var paused = new CommandResult(json.exit(), json.out().replace('"', '\n'), json.err());
        var watching =
                List.of(status, paused, locked, owned).stream()
                        .map(printed -> Remedy.arguments(printed, "foldline watch r"))
                        .map(place::inAnotherTerminal)
                        .toList();
        Files.writeString(home.resolve("go"), "");
        assertThat(run.get().all()).contains("Paused by you");
        assertThat(run.get().exit()).isEqualTo(130);
        for (var watched : watching) assertThat(watched.get().out()).contains("Paused by you");
        assertThat(place.foldline("resume").exit()).isZero();
        assertThat(place.read("work.txt")).isEqualTo("work\n");
    }

    private static Process orphan(String run) throws Exception {
        var left = new ProcessBuilder("sleep", "600");
        left.environment().putAll(Map.of("FOLDLINE_RUN", run, "FOLDLINE_TICKET", "7"));
        return left.start();
    }

    private static void isEnded(Process orphan) throws Exception {
        assertThat(orphan.waitFor(1, TimeUnit.MINUTES)).as("the orphan has ended").isTrue();
    }

    @Test
    void processes_of_a_dead_driver_are_ended_by_its_run_or_by_doctor() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--in-place", "--until", "development", "Add work");
        var first = newest(place);
        place.foldline("run", "--in-place", "--until", "development", "Add more");
        var second = newest(place);
        var one = orphan(first);
        var other = orphan(first);
        try {
            var refused = refused(place, "resume", second);
            assertThat(refused.exit()).as(refused.all()).isEqualTo(8);
            assertThat(refused.err()).contains("the driver of run " + first + " is dead, but ");
            Remedy.done(place, refused, "foldline resume " + first);
            isEnded(one);
            isEnded(other);
            var third = orphan(first);
            Remedy.done(place, refused(place, "resume", second), "foldline doctor --fix");
            isEnded(third);
            assertThat(place.foldline("resume", second).exit()).isZero();
        } finally {
            one.destroyForcibly();
            other.destroyForcibly();
        }
    }
}
