package dev.foldline.effects.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.stream.AgentSignal.Usage;
import dev.foldline.effects.agent.stream.AgentSignal.Usage.Scope;
import dev.foldline.effects.agent.stream.CallUsage.Amount;

import org.junit.jupiter.api.Test;

import java.util.Optional;

/** What a call's steps and its end add up to. */
class CallUsageTest {
    private static Usage step(String key, long tokens, long microUsd) {
        return new Usage(Scope.STEP, key, tokens, Optional.of(microUsd));
    }

    @Test
    void the_cost_of_the_whole_call_replaces_that_of_its_steps_but_not_their_tokens() {
        var steps = CallUsage.NOTHING.plus(step("a", 3, 5)).plus(step("b", 4, 6));
        assertThat(steps.sofar()).isEqualTo(new Amount(Optional.of(7L), Optional.of(11L)));
        assertThat(steps.plus(new Usage(Scope.CALL, "", 9, Optional.of(12L))).sofar())
                .isEqualTo(new Amount(Optional.of(9L), Optional.of(12L)));
        assertThat(steps.plus(new Usage(Scope.CALL, "", 9, Optional.empty())).sofar())
                .as("money that only steps tell")
                .isEqualTo(new Amount(Optional.of(9L), Optional.of(11L)));
    }

    @Test
    void a_forgotten_step_is_one_that_cannot_be_reported_again() {
        var spending = CallUsage.NOTHING;
        for (int number = 0; number < 1_000; number++)
            spending = spending.plus(step("s" + number, 1, 2));
        assertThat(spending.sofar())
                .isEqualTo(new Amount(Optional.of(1_000L), Optional.of(2_000L)));
        assertThat(spending.plus(step("s999", 11, 2)).sofar().tokens())
                .as("the latest, told again")
                .contains(1_010L);
    }

    @Test
    void more_than_can_be_counted_is_the_most_there_is() {
        assertThat(
                        CallUsage.NOTHING
                                .plus(step("a", Long.MAX_VALUE, 1))
                                .plus(step("b", Long.MAX_VALUE, 1))
                                .sofar()
                                .tokens())
                .contains(Long.MAX_VALUE);
    }
}
