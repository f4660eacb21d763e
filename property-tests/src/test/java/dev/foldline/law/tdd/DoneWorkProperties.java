package dev.foldline.law.tdd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;
import dev.foldline.arbitrary.Tries;
import dev.foldline.testkit.simulation.SeededRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What {@code ACTIVE_PR.json} calls DONE is in the working tree or in a commit of the branch,
 * however careless the agent and however often git fails.
 */
class DoneWorkProperties {
    private static final int SEEDS = Math.max(2, Tries.PER_LAW / 30);
    private static final int CALLS = 30;

    @TempDir Path top;

    @Test
    void done_work_is_in_the_tree_or_in_a_commit_of_the_branch() throws IOException {
        int reductions = 0;
        int done = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            var walk =
                    new AgentWalk(AgentTrial.in(top.resolve("run" + seed)), SeededRandom.of(seed));
            for (int call = 0; call < CALLS && !walk.isOver(); call++) {
                walk.next();
                assertThat(walk.lostWork())
                        .as("seed %s, call %s, behind: %s", seed, call, walk.story())
                        .isEmpty();
            }
            reductions += walk.reductions();
            done += walk.doneSteps();
        }
        assertThat(reductions).as("the scope is reduced").isPositive();
        assertThat(done).as("steps are done").isPositive();
    }
}
