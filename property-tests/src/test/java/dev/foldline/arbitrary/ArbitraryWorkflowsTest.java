package dev.foldline.arbitrary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

/** The generators make sound workflows, and all kinds of them. */
class ArbitraryWorkflowsTest {
    private static final Vector<Workflow> MANY =
            Vector.range(0, 600)
                    .map(seed -> Walk.workflow(SeededRandom.of(seed)))
                    .appendAll(
                            Vector.range(0, 300)
                                    .map(
                                            seed ->
                                                    GuardedWorkflow.of(
                                                            Walk.guarded(seed).workflow())));

    @Test
    void every_generated_workflow_is_sound() {
        MANY.forEach(
                workflow ->
                        assertThat(WorkflowCheck.problems(workflow))
                                .as(workflow.toString())
                                .isEmpty());
    }

    @Test
    void every_kind_of_step_route_entry_and_loop_is_generated() {
        var phases = MANY.flatMap(Workflow::phases);
        assertThat(kinds(phases.flatMap(Phase::steps)))
                .hasSameElementsAs(kindsOf(Step.class, Step.Unlock.class));
        assertThat(kinds(phases.flatMap(phase -> phase.routes().values())))
                .hasSameElementsAs(kindsOf(Route.class));
        assertThat(kinds(phases.map(Phase::entry))).hasSameElementsAs(kindsOf(PhaseEntry.class));
        assertThat(kinds(MANY.flatMap(Workflow::stages).map(stage -> stage.turns())))
                .hasSameElementsAs(kindsOf(LoopCondition.class));
        assertThat(phases.flatMap(Phase::gate).map(gate -> gate.onReject()).distinct()).hasSize(3);
    }

    private static Vector<Class<?>> kinds(Vector<?> values) {
        return values.<Class<?>>map(Object::getClass).distinct();
    }

    private static Vector<Class<?>> kindsOf(Class<?> sealed, Class<?>... but) {
        return Vector.<Class<?>>of(sealed.getPermittedSubclasses()).removeAll(Vector.of(but));
    }
}
