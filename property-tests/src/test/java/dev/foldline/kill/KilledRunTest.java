package dev.foldline.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.engine.Engines;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.kill.KillTrials.PlannedKill;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** A run that was killed and taken up again leaves what one leaves that nobody disturbed. */
@EnabledOnOs(OS.LINUX)
@Timeout(900)
class KilledRunTest {
    private static final String DEVELOPER = "\"role\":\"developer\"";

    @TempDir Path folder;

    @Test
    void the_application_is_started_as_the_launcher_starts_it() throws Exception {
        assertThat(Files.readString(Path.of("../foldline")))
                .contains("/bin/java\" " + String.join(" ", Engines.OPTIONS) + " ");
    }

    @Test
    void four_kills_in_a_row_change_nothing() throws Exception {
        var trials = KillTrials.in(folder);
        trials.inARow(
                new PlannedKill("effect_started", "open_branch", KillTarget.ENGINE),
                new PlannedKill("effect_started", DEVELOPER, KillTarget.ENGINE_AND_AGENTS),
                new PlannedKill("effect_started", "commit_work", KillTarget.ENGINE_AND_AGENTS),
                new PlannedKill("work_committed", "", KillTarget.ENGINE));
        ends(trials);
        assertThat(trials.score().points()).isEqualTo(4);
    }

    @Test
    @Thorough
    void ten_kills_change_nothing() throws Exception {
        var trials = KillTrials.in(folder);
        trials.inARow(
                new PlannedKill("effect_started", "open_branch", KillTarget.ENGINE),
                new PlannedKill("effect_started", DEVELOPER, KillTarget.ENGINE),
                new PlannedKill("agent_finished", "", KillTarget.ENGINE),
                new PlannedKill("effect_started", "commit_work", KillTarget.ENGINE),
                new PlannedKill("work_committed", "", KillTarget.ENGINE),
                new PlannedKill("effect_started", "save_work", KillTarget.ENGINE));
        trials.inARow(
                new PlannedKill("effect_started", DEVELOPER, KillTarget.ENGINE_AND_AGENTS),
                new PlannedKill("effect_started", DEVELOPER, KillTarget.AGENTS),
                new PlannedKill("effect_started", "run_check", KillTarget.ENGINE_AND_AGENTS),
                new PlannedKill("effect_started", "commit_work", KillTarget.ENGINE_AND_AGENTS));
        ends(trials);
        assertThat(trials.score().points())
                .as("the agent that is shot may have ended, and the run after its last deed")
                .isGreaterThanOrEqualTo(8);
    }

    @Test
    @Thorough
    void kills_around_a_run_s_own_working_tree_change_nothing() throws Exception {
        var trials = KillTrials.in(folder, BranchScenario.OWN_TREE);
        trials.inARow(
                new PlannedKill("run_started", "", KillTarget.ENGINE),
                new PlannedKill("effect_started", "open_branch", KillTarget.ENGINE_AND_AGENTS));
        ends(trials);
    }

    static void ends(KillTrials trials) {
        System.out.println(trials.score());
        assertThat(trials.score().violations()).as(trials.score().toString()).isEmpty();
    }
}
