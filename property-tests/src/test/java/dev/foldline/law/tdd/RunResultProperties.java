package dev.foldline.law.tdd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.Tries;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.testkit.simulation.SeededRandom;

import org.junit.jupiter.api.Test;

import java.util.EnumSet;

/**
 * What holds of every run of {@code tdd} whose agents the engine calls: the same as of one that is
 * pulled, and no call is lost.
 */
class RunResultProperties {
    private static final int SEEDS = 2 * Tries.PER_LAW;
    private static final int WORDS = 60;

    @Test
    void the_same_submissions_lead_where_they_lead_when_they_are_pulled() {
        int tools = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            var pulled = Twin.pulled(SeededRandom.of(seed));
            var driven = Twin.driven(SeededRandom.of(seed));
            for (int word = 0; word < WORDS; word++) {
                pulled.submits();
                driven.submits();
                assertThat(driven.standing())
                        .as("seed %s, word %s", seed, word)
                        .isEqualTo(pulled.standing());
            }
            assertThat(driven.checks()).as("seed %s", seed).isEqualTo(pulled.checks());
            tools += driven.toolsUsed();
        }
        assertThat(tools).as("tools are used, too").isPositive();
    }

    @Test
    void S0_30_steps_only_move_forward_and_one_for_each_submission() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var run = new Called(seed);
            while (run.goesOn()) {
                var before = run.state().items().done(Tdd.STEPS);
                run.submission();
                var after = run.state().items().done(Tdd.STEPS);
                assertThat(after).as("seed %s", seed).containsAll(before);
                assertThat(after.size() - before.size()).as("seed %s", seed).isBetween(0, 1);
            }
        }
    }

    /**
     * Whatever happened to its calls meanwhile: failed, limited, unusable, crashed, another
     * agent's.
     */
    @Test
    void S0_37_the_count_is_that_of_failed_submissions_since_the_last_success() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var run = new Called(seed);
            while (run.goesOn()) {
                int before = run.state().failures();
                var place = run.state().at().turn() + run.state().phaseKey();
                int refuted = run.submission();
                var stays =
                        place.equals(run.state().at().turn() + run.state().phaseKey())
                                && run.state().slots().recovery() instanceof Recovery.Idle;
                if (stays)
                    assertThat(run.state().failures())
                            .as("seed %s at %s", seed, place)
                            .isEqualTo(before + refuted);
            }
        }
    }

    @Test
    void S0_40_S0_41_a_tool_is_used_only_from_its_count_on() {
        int used = 0;
        int refused = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            var run = new Called(seed);
            while (run.goesOn()) {
                int failures = run.state().failures();
                run.submission();
                if (run.replanned())
                    assertThat(failures).as("seed %s", seed).isGreaterThanOrEqualTo(6);
                used += run.replanned() ? 1 : 0;
                refused += run.lockedTools();
            }
        }
        assertThat(used).isPositive();
        assertThat(refused).isPositive();
    }

    @Test
    void every_run_reaches_its_end_or_the_user_and_every_status_occurs() {
        var met = EnumSet.noneOf(TddStatus.class);
        for (long seed = 0; seed < SEEDS; seed++) {
            var run = new Called(seed);
            while (run.goesOn()) run.submission();
            met.addAll(run.statuses());
        }
        assertThat(met).containsExactlyInAnyOrder(TddStatus.values());
    }
}
