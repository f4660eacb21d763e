package dev.foldline.scenario.feature;

import static dev.foldline.scenario.feature.FeatureScenario.CLOSED;
import static dev.foldline.scenario.feature.FeatureScenario.allowing;
import static dev.foldline.scenario.feature.FeatureScenario.run;
import static dev.foldline.scenario.feature.FeatureScenario.shown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.scenario.ScenarioRun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Approving and rejecting what the phases of {@code feature} made. */
class ApprovalTest {

    @Test
    void S2_07_an_approval_continues_to_the_next_gate_and_repeats_nothing() {
        var telling = run(CLOSED);
        assertThat(telling.asks()).contains("requirements");
        assertThat(telling.calls()).isEqualTo(2);
        telling.approve();
        assertThat(telling.asks()).contains("plan");
        assertThat(telling.calls()).isEqualTo(4);
        assertThat(telling.calls("requirements")).isEqualTo(1);
    }

    @Test
    void S2_08_a_rejection_runs_the_phase_again_and_asks_again() {
        var telling = run(CLOSED).reject("add X");
        assertThat(telling.asks()).contains("requirements");
        assertThat(telling.calls()).isEqualTo(3);
        assertThat(telling.calls("research")).isZero();
    }

    @Test
    void S2_09_reject_then_approve_costs_one_call_and_no_more() {
        var telling = run(CLOSED).reject("add X").approve();
        assertThat(telling.asks()).contains("plan");
        assertThat(telling.calls()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 7, 10, 40})
    void S2_10_each_of_many_rejections_reruns_the_phase_and_asks_again(int rejections) {
        var telling = run(CLOSED);
        for (int n = 1; n <= rejections; n++) {
            telling.reject("again " + n);
            assertThat(telling.asks()).contains("requirements");
            assertThat(telling.calls()).isEqualTo(2 + n);
        }
        telling.approve();
        assertThat(telling.asks()).contains("plan");
        assertThat(telling.calls("requirements")).isEqualTo(rejections + 1);
    }

    @Test
    void S2_11_an_allowed_phase_passes_and_the_next_gates_wait() {
        var telling = run(allowing("requirements", "merge"));
        assertThat(telling.asks()).contains("plan");
        telling.approve();
        assertThat(telling.asks()).contains("implement");
    }

    @Test
    void S2_12_rejecting_the_plan_runs_only_the_plan_again() {
        var telling = run(CLOSED).approve();
        int before = telling.calls();
        telling.reject("smaller steps");
        assertThat(telling.asks()).contains("plan");
        assertThat(telling.calls()).isEqualTo(before + 1);
        assertThat(telling.calls("research")).isEqualTo(1);
    }

    @Test
    void S2_15_the_next_prompt_contains_the_feedback() {
        assertThat(run(CLOSED).reject("add X").outputs("requirements")).containsExactly("add X");
    }

    @Test
    void S2_16_feedback_stays_with_its_phase_and_is_complete_in_the_prompt() {
        var telling = run(CLOSED).reject("one").reject("two").reject("three");
        assertThat(telling.outputs("requirements")).containsExactly("one", "two", "three");
        telling.approve();
        assertThat(telling.outputs("plan")).isEmpty();
        telling.reject("of the plan");
        assertThat(telling.outputs("plan")).containsExactly("of the plan");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n"})
    void S2_17_blank_feedback_is_refused_and_nothing_changes(String blank) {
        var telling = run(CLOSED);
        var before = telling.walk().state();
        var gate = telling.gate().get();
        var refused = telling.walk().isRefused(new Command.Reject(gate.id(), shown(gate), blank));
        assertThat(refused.message()).isEqualTo("Feedback is required for rejection");
        assertThat(refused.code()).isEqualTo(Code.BLANK_FEEDBACK);
        assertThat(telling.walk().state()).isSameAs(before);
    }

    @Test
    void S2_25_a_resolution_of_an_older_opening_is_refused_and_changes_nothing() {
        var telling = run(CLOSED);
        var first = telling.gate().get();
        telling.reject("add X");
        var second = telling.gate().get();
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.revision()).isGreaterThan(first.revision());
        assertThat(
                        telling.walk()
                                .isRefused(new Command.Approve(first.id(), shown(first), ""))
                                .code())
                .isEqualTo(Code.GATE_ALREADY_RESOLVED);
        var state = telling.walk().state();
        var stale =
                new InputEvent.GateApproved(
                        state.header().lastInput() + 1,
                        first.id(),
                        first.instance(),
                        first.revision(),
                        "",
                        true);
        assertThat(Pipeline.reduce(state, stale)).isSameAs(state);
    }

    @Test
    void S2_25_an_approval_that_is_received_twice_counts_once() {
        var telling = run(CLOSED);
        var approval =
                Pipeline.admit(
                                telling.walk().state(),
                                new Command.Approve(
                                        "requirements", shown(telling.gate().get()), ""))
                        .get();
        telling.walk().submit(approval, approval).toEnd();
        assertThat(telling.asks()).contains("plan");
        assertThat(telling.calls("requirements")).isEqualTo(1);
    }

    @Test
    void S2_19_an_answer_without_an_open_gate_is_refused_with_the_status_of_the_run() {
        var open = run(CLOSED);
        var started = ScenarioRun.walk(open.walk().state().workflow());
        assertThat(
                        started.isRefused(
                                new Command.Approve("requirements", Command.Shown.NOTHING, "")))
                .isEqualTo(
                        new Rejection(
                                Code.INVALID_STATE_TRANSITION,
                                "Agent run is not in an approvable state (status: running)"));
        assertThat(
                        started.isRefused(
                                new Command.Reject("requirements", Command.Shown.NOTHING, "no")))
                .isEqualTo(
                        new Rejection(
                                Code.INVALID_STATE_TRANSITION,
                                "Agent run is not in a rejectable state (status: running)"));
        open.walk().says(new Command.Abort("enough")).toEnd();
        assertThat(
                        open.walk()
                                .isRefused(
                                        new Command.Approve(
                                                "requirements", Command.Shown.NOTHING, "")))
                .isEqualTo(
                        new Rejection(
                                Code.ENDED,
                                "Agent run is not in an approvable state (status: cancelled)"));
    }

    @Test
    void S2_27_runs_of_different_ids_are_independent() {
        var one = run(CLOSED).reject("only here");
        var other = run(CLOSED).reject("another");
        assertThat(one.outputs("requirements"))
                .doesNotContainAnyElementsOf(other.outputs("requirements"));
    }
}
