package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What is printed about a run that a driver has, or had when it died or its log was lost, is run as
 * printed.
 */
class DrivenRemediesTest {
    private static final String PATIENT =
            "echo begun > \"$HOME/begun\"; until [ -e \"$HOME/go\" ]; do sleep 0.05; done; echo"
                    + " work >> work.txt";

    @TempDir Path folder;

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
        var locked = place.foldline("log", "repair");
        assertThat(locked.exit()).as(locked.all()).isEqualTo(8);
        Remedy.done(place, status, "foldline pause r");
        var json = place.foldline("pause", "--json");
        var paused =
                new CliFixture.CommandResult(
                        json.exit(), json.out().replace('"', '\n'), json.err());
        var watching = place.inAnotherTerminal(Remedy.arguments(status, "foldline watch r"));
        var again = place.inAnotherTerminal(Remedy.arguments(paused, "foldline watch r"));
        var repairing = place.inAnotherTerminal(Remedy.arguments(locked, "foldline watch r"));
        Files.writeString(home.resolve("go"), "");
        assertThat(run.get().all()).contains("is paused");
        assertThat(watching.get().out()).contains("is paused");
        assertThat(again.get().out()).contains("is paused");
        assertThat(repairing.get().out()).contains("is paused");
    }

    @Test
    @Thorough
    void the_processes_of_a_dead_driver_are_ended_by_doctor() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--in-place", "--until", "development", "Add work");
        var first = place.runs().newestFirst().getFirst().id().text();
        var left = new ProcessBuilder("sleep", "600");
        left.environment().putAll(Map.of("FOLDLINE_RUN", first, "FOLDLINE_TICKET", "7"));
        var orphan = left.start();
        try {
            var refused = place.foldline("run", "--in-place", "Add more");
            assertThat(refused.exit()).as(refused.all()).isEqualTo(8);
            Remedy.done(place, refused, "foldline doctor --fix");
            assertThat(orphan.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(place.foldline("run", "--in-place", "Add more").exit()).isZero();
        } finally {
            orphan.destroyForcibly();
        }
    }

    @Test
    @Thorough
    void a_run_that_lost_its_log_is_found_by_its_commits() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "commit", "Add work");
        Files.delete(place.runs().newestFirst().getFirst().events());
        var id = place.runs().newestFirst().getFirst().id().text();
        var reported = Remedy.follow(place, place.foldline("resume", id), "foldline doctor");
        Remedy.git(place, reported, "git log foldline/");
    }

    @Test
    void an_ambiguous_run_prefix_leads_to_one_of_the_runs() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--worktree", "--until", "planning", "Add work");
        place.foldline("run", "--worktree", "--until", "planning", "Add more");
        assertThat(Remedy.done(place, place.foldline("status", "r"), "foldline status r").out())
                .contains("is paused");
    }
}
