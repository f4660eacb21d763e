package dev.foldline.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;
import dev.foldline.kill.Trials.Kill;

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
        var trials = meeting(Trials.in(folder, Course.REBASED));
        trials.inARow(
                new Kill("effect_started", "rebase_branch", Blow.ENGINE_AND_AGENTS),
                new Kill("branch_rebased", "", Blow.ENGINE));
        KilledRunTest.ends(trials);
    }

    @Test
    @Thorough
    void kills_around_a_merge_change_nothing() throws Exception {
        var trials = meeting(Trials.in(folder, Course.DELIVERED));
        trials.inARow(
                new Kill("effect_started", "prepare_merge", Blow.ENGINE_AND_AGENTS),
                new Kill("merge_prepared", "", Blow.ENGINE),
                new Kill("effect_started", "land_merge", Blow.ENGINE));
        KilledRunTest.ends(trials);
        assertThat(trials.score().points()).isEqualTo(3);
    }

    /** That the base went on, and came to the branch. */
    private static Trials meeting(Trials trials) {
        assertThat(trials.calm().files()).containsKey("theirs.txt");
        return trials;
    }
}
