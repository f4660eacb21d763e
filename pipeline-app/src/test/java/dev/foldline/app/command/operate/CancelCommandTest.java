package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.util.ArrayList;
import java.util.List;

/** Giving a run up for good. */
class CancelCommandTest {
    @TempDir java.nio.file.Path folder;

    @Test
    void a_run_without_a_driver_ends_with_its_work_saved() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--until", "commit", "Add work").exit()).isZero();
        place.configured("iterations: 1\n");
        for (var command : List.of("stop --now", "doctor --fix", "retry"))
            assertThat(place.typing("", ("-q " + command).split(" ")).err())
                    .as("only cancel asks")
                    .doesNotContain("[y/N]");
        for (var no : List.of("n\n", "\n", "")) {
            var kept = place.typing(no, "cancel");
            assertThat(kept.exit()).as(kept.all()).isEqualTo(1);
            assertThat(kept.err()).contains("? [y/N]", "nothing changed");
        }
        assertThat(place.typing("y\n", "cancel", "--json").exit()).isEqualTo(2);
        var asks = place.typing("y\n", "cancel", "--no-input");
        assertThat(asks.exit()).isEqualTo(2);
        assertThat(asks.err()).contains("confirmation required", "foldline cancel r", " --yes");
        assertThat(place.foldline("status", "--json").out()).contains("\"reason\": \"paused\"");
        var confirmed = new ArrayList<>(List.of(Remedy.arguments(asks, "foldline cancel r")));
        confirmed.addAll(List.of("-m", "changed my mind"));
        var reported = place.foldline(confirmed.toArray(String[]::new));
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out()).contains("Cancelled: changed my mind");
        Remedy.git(place, reported, "git show ");
        var saved = place.git("for-each-ref", "--format=%(objectname)", "refs/foldline/saved");
        assertThat(place.git("ls-tree", "--name-only", saved).lines()).contains("work.txt");
        assertThat(place.foldline("status", "--json").out()).contains("\"reason\": \"aborted\"");
        endsNoMore(place);
    }

    private static void endsNoMore(CliFixture place) throws Exception {
        var resumed = place.foldline("resume");
        assertThat(resumed.exit()).isEqualTo(1);
        assertThat(resumed.exit()).isEqualTo(place.foldline("status", "--exit-code").exit());
        assertThat(resumed.err()).contains("has ended", "foldline run \"what to do\"");
        var stop = place.foldline("stop");
        assertThat(stop.exit()).isEqualTo(1);
        assertThat(stop.err()).startsWith("error: the run has already ended");
        place.git("stash", "-u", "-q");
        place.git("switch", "-q", "main");
        var over = place.typing("y\n", "cancel");
        assertThat(over.exit()).isEqualTo(2);
        assertThat(over.err()).contains("has ended").doesNotContain("[y/N]", "git switch");
    }

    @Test
    void a_run_is_cancelled_at_a_terminal_after_a_yes() throws Exception {
        var place = CliFixture.gated(folder);
        var reported = place.typing("y\n", "-q", "cancel");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.foldline("status", "--json").out()).contains("\"reason\": \"aborted\"");
        var replayed = place.foldline("replay", "--hermetic");
        assertThat(replayed.exit())
                .as("its last driver is recorded too\n" + replayed.all())
                .isZero();
    }

    @Test
    void a_run_that_is_driven_ends_with_its_agents() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(
                                AgentScripts.except(
                                        "developer", "echo half >> work.txt; sleep 600"));
        var driven = place.foldline("run", "--detach", "Add work");
        assertThat(driven.exit()).as(driven.all()).isZero();
        var driver = driven.driver();
        while (!java.nio.file.Files.exists(place.root.resolve("work.txt"))) Thread.sleep(20);
        var reported = place.foldline("cancel", "--yes", "--json");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out()).contains("\"event\": \"Aborted\"", "\"driven\": true");
        place.foldline("watch");
        driver.join();
        assertThat(place.foldline("status", "--json").out()).contains("\"reason\": \"aborted\"");
        assertThat(place.git("for-each-ref", "refs/foldline/saved")).isNotEmpty();
    }
}
