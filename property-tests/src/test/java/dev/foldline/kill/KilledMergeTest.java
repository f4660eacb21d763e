package dev.foldline.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;
import dev.foldline.kill.KillTrials.PlannedKill;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/**
 * The engine of a run that rebases or merges is killed, while its base goes on; it must end as if
 * nothing had happened.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(900)
class KilledMergeTest {
    @TempDir Path folder;

    @Test
    @Thorough
    void a_kill_in_the_middle_of_a_rebase_changes_nothing() throws Exception {
        var trials = requireBaseMerged(KillTrials.in(folder, BranchScenario.REBASED));
        trials.inARow(
                new PlannedKill("effect_started", "rebase_branch", KillTarget.ENGINE_AND_AGENTS),
                new PlannedKill("branch_rebased", "", KillTarget.ENGINE));
        KilledRunTest.ends(trials);
    }

    @Test
    @Thorough
    void kills_around_a_merge_change_nothing() throws Exception {
        var trials = requireBaseMerged(KillTrials.in(folder, BranchScenario.DELIVERED));
        trials.inARow(
                new PlannedKill("effect_started", "prepare_merge", KillTarget.ENGINE_AND_AGENTS),
                new PlannedKill("merge_prepared", "", KillTarget.ENGINE),
                new PlannedKill("effect_started", "land_merge", KillTarget.ENGINE));
        KilledRunTest.ends(trials);
        assertThat(trials.score().points()).isEqualTo(3);
    }

    /** That the base went on, and came to the branch. */
    private static KillTrials requireBaseMerged(KillTrials trials) {
        assertThat(trials.calm().files()).containsKey("theirs.txt");
        return trials;
    }
}
