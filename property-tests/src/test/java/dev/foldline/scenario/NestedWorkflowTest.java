package dev.foldline.scenario;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Until;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.WorkflowProblem;
import dev.foldline.effects.json.Wire;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

import java.time.Instant;

/** Workflows whose children run workflows that are defined in them. */
class NestedWorkflowTest {
    private static final Policy POLICY = Policy.checking("checks", "true");

    @Test
    void four_levels_are_valid_and_five_are_not() {
        var four = nest("a", nest("b", nest("c", leaf("d"))));
        assertThat(WorkflowCheck.problems(four)).isEmpty();
        assertThat(WorkflowCheck.problems(nest("top", four)))
                .extracting(WorkflowProblem::toString)
                .contains("top: nests workflows more than 4 levels deep");
    }

    @Test
    void a_workflow_that_starts_itself_is_refused_at_every_level() {
        assertThat(WorkflowCheck.problems(nest("a", leaf("a"))))
                .extracting(WorkflowProblem::toString)
                .contains("a: starts itself as a child");
        assertThat(WorkflowCheck.problems(nest("a", nest("b", leaf("a")))))
                .extracting(WorkflowProblem::toString)
                .contains("a: starts itself as a child");
    }

    @Test
    void one_name_means_one_workflow() {
        var other = new Workflow("leaf", 2, leaf("leaf").stages(), POLICY);
        assertThat(WorkflowCheck.problems(nest("a", leaf("leaf"), other)))
                .extracting(WorkflowProblem::toString)
                .contains("a: has two different children of the same name");
    }

    @Test
    void a_problem_of_a_nested_workflow_names_its_place() {
        var empty = new Workflow("leaf", 1, Vector.empty(), POLICY);
        assertThat(WorkflowCheck.problems(nest("a", empty)))
                .extracting(WorkflowProblem::toString)
                .contains("leaf/leaf: has no stages");
    }

    @Test
    void the_whole_bound_includes_the_children_and_does_not_overflow() {
        var child = leaf("leaf");
        var parent = nest("a", child);
        assertThat(EffectBound.effectsWithChildren(child)).isEqualTo(EffectBound.effects(child));
        assertThat(EffectBound.effectsWithChildren(parent))
                .isEqualTo(EffectBound.effects(parent) * (1 + EffectBound.effects(child)));
        assertThat(EffectBound.effectsWithChildren(nest("a", nest("b", nest("c", child)))))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void the_first_event_contains_the_nested_definitions() {
        var started =
                new RunStarted("r", nest("a", nest("b", leaf("c"))), "task", 1, Instant.EPOCH);
        assertThat(Wire.event(Wire.toJson(started))).isEqualTo(started);
    }

    private static Workflow leaf(String name) {
        return new Workflow(
                name, 1, Vector.of(once("all", phases(phase("check", check("checks"))))), POLICY);
    }

    private static Workflow nest(String name, Workflow... children) {
        return new Workflow(
                name,
                1,
                Vector.of(
                        once(
                                "all",
                                Vector.of(children)
                                        .zipWithIndex()
                                        .map(
                                                child ->
                                                        phase(
                                                                "work" + child._2(),
                                                                Vector.<Step>of(
                                                                        Step.Children.of(
                                                                                "items",
                                                                                child._1(),
                                                                                Vector.empty(),
                                                                                Budget.UNLIMITED,
                                                                                Until.ALL)))))),
                POLICY);
    }
}
