package dev.foldline.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The engine of a run that rebases or merges is killed, while its base goes on; it must end as if nothing had happened. */
@EnabledOnOs(OS.LINUX)
@Timeout(900)
class KilledMergeTest {
    @TempDir Path folder;

    @Test
    void a_kill_in_the_middle_of_a_rebase_changes_nothing() throws Exception {
        var trials = meeting(Trials.in(folder, Course.REBASED));
        trials.at(trials.event("effect_started", "rebase_branch", 1), Blow.ENGINE_AND_AGENTS);
        trials.at(trials.event("branch_rebased", "", 1), Blow.ENGINE);
        KilledRunTest.ends(trials);
    }

    @Test
    void kills_around_a_merge_change_nothing() throws Exception {
        var trials = meeting(Trials.in(folder, Course.DELIVERED));
        trials.at(trials.event("effect_started", "prepare_merge", 1), Blow.ENGINE_AND_AGENTS);
        trials.at(trials.event("merge_prepared", "", 1), Blow.ENGINE);
        trials.at(trials.event("effect_started", "land_merge", 1), Blow.ENGINE);
        KilledRunTest.ends(trials);
    }

    /** That the base went on, and came to the branch. */
    private static Trials meeting(Trials trials) {
        assertThat(trials.calm().files()).containsKey("theirs.txt");
        return trials;
    }
}
