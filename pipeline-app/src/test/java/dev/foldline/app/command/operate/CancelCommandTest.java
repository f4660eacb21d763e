package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Giving a run up for good. */
class CancelCommandTest {
    @TempDir java.nio.file.Path folder;

    private CliFixture withUncommittedWork() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--until", "commit", "Add work").exit()).isZero();
        return place;
    }

    @Test
    void a_run_without_a_driver_ends_with_its_work_saved() throws Exception {
        var place = withUncommittedWork();
        place.configured("iterations: 1\n");
        var reported = place.foldline("cancel", "--yes", "-m", "changed my mind");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out()).contains("was cancelled: changed my mind", "git show ");
        var saved = place.git("for-each-ref", "--format=%(objectname)", "refs/foldline/saved");
        assertThat(place.git("ls-tree", "--name-only", saved).lines()).contains("work.txt");
        assertThat(place.foldline("status", "--json").out()).contains("\"reason\": \"aborted\"");
        assertThat(place.foldline("resume").exit()).isEqualTo(1);
        var stop = place.foldline("stop");
        assertThat(stop.exit()).isEqualTo(1);
        assertThat(stop.err()).startsWith("error: the run has already ended");
    }

    @Test
    @Thorough
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

    @Test
    @Thorough
    void cancel_asks_at_a_terminal_and_does_nothing_without_a_yes() throws Exception {
        var place = withUncommittedWork();
        for (String no : new String[] {"n\n", "\n", ""}) {
            var reported = place.typing(no, "cancel");
            assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
            assertThat(reported.err()).contains("? [y/N]", "nothing changed");
        }
        assertThat(place.foldline("status", "--json").out()).contains("\"reason\": \"paused\"");
        var reported = place.typing("y\n", "-q", "cancel");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.foldline("status", "--json").out()).contains("\"reason\": \"aborted\"");
    }

    @Thorough
    @Test
    void cancel_without_a_terminal_needs_the_yes_option() throws Exception {
        var place = withUncommittedWork();
        assertThat(place.foldline("cancel").exit()).isEqualTo(2);
        var reported = place.typing("y\n", "cancel", "--no-input");
        assertThat(reported.exit()).isEqualTo(2);
        assertThat(reported.err()).contains("confirmation required", "foldline cancel r", " --yes");
        assertThat(place.typing("y\n", "cancel", "--json").exit()).isEqualTo(2);
        assertThat(place.foldline("cancel", "--no-input", "--yes").exit()).isZero();
    }

    @Thorough
    @Test
    void no_other_command_asks() throws Exception {
        var place = withUncommittedWork();
        assertThat(place.typing("", "-q", "stop", "--now").err()).doesNotContain("[y/N]");
        assertThat(place.typing("", "-q", "doctor", "--fix").err()).doesNotContain("[y/N]");
        assertThat(place.typing("", "-q", "retry").err()).doesNotContain("[y/N]");
    }

    @Thorough
    @Test
    void a_completed_run_is_not_cancelled_on_any_branch_and_no_question_is_asked()
            throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "Add work");
        assertThat(place.foldline("cancel", "--yes").err()).contains("has ended");
        place.git("switch", "-q", "main");
        var reported = place.typing("y\n", "cancel");
        assertThat(reported.exit()).isEqualTo(2);
        assertThat(reported.err()).contains("has ended").doesNotContain("[y/N]", "git switch");
    }
}
