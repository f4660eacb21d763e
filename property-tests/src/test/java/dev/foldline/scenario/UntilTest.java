package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.entering;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.CHECKED;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.Ralph;

import org.junit.jupiter.api.Test;

/** A stage that runs until an artifact says a label. */
class UntilTest {

    @Test
    void a_label_from_before_the_work_was_rejected_does_not_count() {
        var walk =
                walk(until(3, 0, CHECKED))
                        .but(
                                checking().on(1).fails(Fault.Kind.CHECK_FAILED),
                                collecting("development_result").on(2).says("partial"),
                                collecting("development_result").on(3).says("partial"))
                        .past(checking());
        assertThat(walk.state().ledger().findings().labels()).isEmpty();
        assertThat(walk.toEnd().completes().count(entering("development"))).isEqualTo(2);
    }

    private static Workflow until(int iterations, int reviews, Policy policy) {
        return ralph(
                options ->
                        new Ralph.Options(
                                iterations,
                                reviews,
                                true,
                                options.gates(),
                                options.rebasing(),
                                options.care(),
                                options.fixCare(),
                                false),
                policy);
    }
}
