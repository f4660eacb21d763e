package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.ScenarioRun.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.ChangeEffect.RestoreGuarded;
import dev.foldline.core.event.ChangeEvent.GuardedRestored;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Guard.OnChange;
import dev.foldline.core.workflow.Guard.Witness;
import dev.foldline.core.workflow.GuardedWorkflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** Agents are told that what judges their work was put back, as long as that is news. */
class GuardRemarkTest {
    private static final Guard REFUSING =
            new Guard(
                    Vector.empty(),
                    Vector.empty(),
                    OnChange.REFUSE,
                    100,
                    2000,
                    Witness.OFF,
                    new CleanCheckout(Vector.empty(), Vector.empty()));

    private static Vector<Feedback> remarks(ScenarioRun run) {
        return run.state()
                .ledger()
                .feedback()
                .get("iterate/development")
                .getOrElse(Vector.empty())
                .filter(each -> each.check().contains(GuardedWorkflow.NAME));
    }

    @Test
    void the_next_call_reads_the_remark_and_the_one_after_it_does_not() {
        var policy = ScenarioWorkflows.CHECKED.withGuard(Option.of(REFUSING));
        var run =
                walk(GuardedWorkflow.of(ScenarioWorkflows.ralph(3, 0, policy)))
                        .during(EffectSelector.of(RestoreGuarded.class::isInstance));
        run.submit(
                new GuardedRestored(
                        run.state().header().ticket(),
                        "tree",
                        Vector.of("test.sh"),
                        Vector.of("refs/foldline/saved/x/5/tree")));
        assertThat(remarks(run).map(Feedback::message).head()).contains("test.sh");
        run.until(agent("developer"));
        assertThat(remarks(run)).hasSize(1);
        run.step().until(agent("developer"));
        assertThat(remarks(run)).isEmpty();
        assertThat(run.state().ledger().findings().change().restored()).containsExactly("test.sh");
    }
}
