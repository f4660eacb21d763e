package dev.foldline.scenario;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.core.workflow.Script.times;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/**
 * Where a guarded workflow compares its change: before each delivery, and at the end if it must.
 */
class GuardedWorkflowTest {
    private static final Guard GUARD =
            new Guard(
                    Vector.empty(),
                    Vector.empty(),
                    Guard.OnChange.GATE,
                    100,
                    2_000,
                    Guard.Witness.AUTO,
                    new CleanCheckout(Vector.empty(), Vector.empty()));

    /** The phase works; a label may lead to another phase. */
    private static Phase work(Route skip) {
        return phase("work", ask("developer", "plan", "go", "skip"))
                .route("go", Route.PROCEED)
                .route("skip", skip);
    }

    private static Phase land() {
        return phase("land", git(GitOperation.LAND_MERGE));
    }

    private static Phase gated(OnReject onReject) {
        return phase("show", Script.git(GitOperation.INSPECT)).gate(new GateSpec(onReject));
    }

    private static Vector<String> phasesOf(int turns, Phase... phases) {
        var stage = times("s", turns, phases(phases));
        var guarded =
                GuardedWorkflow.of(
                        new Workflow("w", 1, Vector.of(stage), ALONE.withGuard(Option.of(GUARD))));
        return guarded.stages().flatMap(GuardedWorkflowTest::named);
    }

    private static Vector<String> named(Stage stage) {
        return stage.phases().map(each -> stage.id() + "/" + each.id());
    }

    @Test
    void a_delivery_that_cannot_be_skipped_is_compared_once() {
        assertThat(phasesOf(1, work(Route.PROCEED), land()))
                .containsExactly("s/work", "s/guard", "s/land");
    }

    @Test
    void a_delivery_that_may_be_skipped_is_not_the_end() {
        var tidy = phase("tidy", git(GitOperation.INSPECT));
        assertThat(phasesOf(1, work(new Route.To("tidy")), land(), tidy))
                .containsExactly("s/work", "s/guard", "s/land", "s/tidy", "guard/guard");
        var givesUp =
                work(Route.PROCEED)
                        .retryPolicy(
                                new PhaseRetryPolicy(
                                        1,
                                        1,
                                        PhaseRetryPolicy.OnExhausted.NEXT_TURN,
                                        PhaseRetryPolicy.OnFailedWork.REDO));
        assertThat(phasesOf(1, givesUp, land())).endsWith("guard/guard");
        assertThat(phasesOf(0, work(Route.PROCEED), land())).endsWith("guard/guard");
    }

    @Test
    void a_gate_before_the_delivery_shows_the_finding_only_if_nothing_passes_it() {
        assertThat(phasesOf(1, work(Route.PROCEED), gated(OnReject.REDO), land()))
                .containsExactly("s/work", "s/show", "s/land");
        assertThat(phasesOf(1, work(Route.PROCEED), gated(OnReject.CONTINUE), land()))
                .containsExactly("s/work", "s/show", "s/guard", "s/land");
        var halting = gated(OnReject.REDO).route("clean", new Route.Halt("nothing to land"));
        assertThat(phasesOf(1, work(Route.PROCEED), halting, land())).contains("s/guard");
    }
}
