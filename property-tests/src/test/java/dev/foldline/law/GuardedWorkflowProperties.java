package dev.foldline.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.workflow.ForgeOperation;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Guard.OnChange;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Law 24, of workflows: a guarded one is sound, and nothing in it leads around a comparison. */
class GuardedWorkflowProperties {
    @Property
    void a_guarded_workflow_is_as_sound_as_before(
            @ForAll(supplier = Walks.GuardedRuns.class) Walk walk) {
        var before = WorkflowCheck.problems(walk.workflow());
        assertThat(before).isEmpty();
        var guarded = GuardedWorkflow.of(walk.workflow());
        assertThat(WorkflowCheck.problems(guarded)).isEmpty();
        assertThat(GuardedWorkflow.of(guarded)).isEqualTo(guarded);
    }

    @Property
    void each_delivery_is_entered_only_by_way_of_a_comparison(
            @ForAll(supplier = Walks.GuardedRuns.class) Walk walk) {
        assertCompared(GuardedWorkflow.of(walk.workflow()));
    }

    /** What children deliver themselves is compared in them, however deep they are. */
    @Property(tries = 200)
    void what_children_deliver_is_compared_in_them(
            @ForAll(supplier = Walks.GuardedRuns.class) Walk walk,
            @ForAll boolean areMerged,
            @ForAll boolean isAttempt) {
        var deepest = named(walk.workflow(), "deepest");
        var child =
                parent(
                        "child",
                        deepest,
                        areMerged,
                        isAttempt ? attempt(walk) : walk.workflow().policy());
        var guarded = GuardedWorkflow.of(parent("top", child, areMerged, walk.workflow().policy()));
        var nested = guarded.nested();
        assertThat(nested.map(Workflow::name)).containsExactly("child", "deepest");
        nested.prepend(guarded).forEach(GuardedWorkflowProperties::assertCompared);
        boolean isRefused =
                walk.workflow().policy().guard().exists(each -> each.onChange() == OnChange.REFUSE);
        for (var each : nested)
            for (var phase : each.phases())
                if (isRefused && phase.steps().exists(step -> isGit(step, GitOperation.COMMIT)))
                    assertThat(phase.steps()).anyMatch(GuardedWorkflowProperties::restores);
    }

    private static Policy attempt(Walk walk) {
        var policy = walk.workflow().policy();
        return policy.withRecovery(
                policy.recovery().withOnExhausted(Policy.RecoveryPolicy.OnExhausted.NEVER_HALT));
    }

    private static Workflow named(Workflow workflow, String name) {
        return new Workflow(name, workflow.version(), workflow.stages(), workflow.policy());
    }

    private static Workflow parent(String name, Workflow child, boolean isMerged, Policy policy) {
        var work =
                Phase.phase(
                        "work",
                        Vector.of(
                                Step.Children.of(
                                        "parts",
                                        child,
                                        Vector.empty(),
                                        Policy.Budget.UNLIMITED,
                                        Step.Until.ALL)));
        var landing =
                new Stage(
                        "landing",
                        new LoopCondition.EachItem("parts", "land"),
                        Script.phases(
                                Phase.phase("take", Script.git(GitOperation.SQUASH)),
                                Phase.phase("land", Script.git(GitOperation.LAND_MERGE))));
        return new Workflow(
                name,
                1,
                Vector.of(Script.once("work", Script.phases(work)))
                        .appendAll(Option.when(isMerged, landing)),
                policy);
    }

    private static void assertCompared(Workflow workflow) {
        for (var stage : workflow.stages()) {
            if (mergesChildren(workflow, stage)) continue;
            for (int i = 0; i < stage.phases().size(); i++)
                if (stage.phases().get(i).steps().exists(GuardedWorkflowProperties::delivers))
                    assertGuarded(stage, i);
        }
    }

    private static boolean mergesChildren(Workflow workflow, Stage stage) {
        return stage.id().equals("landing") && workflow.children().nonEmpty();
    }

    private static void assertGuarded(Stage stage, int index) {
        var delivery = stage.phases().get(index);
        assertThat(index).isPositive();
        var before = stage.phases().get(index - 1);
        assertThat(before.comparesChange()).as("%s before %s", before, delivery).isTrue();
        assertThat(delivery.entry()).isNotEqualTo(PhaseEntry.WHEN_SENT);
        for (var phase : stage.phases())
            assertThat(phase.routes().values()).doesNotContain(new Route.To(delivery.id()));
    }

    private static boolean delivers(Step step) {
        return isGit(step, GitOperation.LAND_MERGE)
                || isGit(step, GitOperation.MERGE)
                || step instanceof Step.Forge forge && forge.operation() == ForgeOperation.PUSH;
    }

    private static boolean restores(Step step) {
        return step instanceof Step.Change(var operation, _)
                && operation == dev.foldline.core.workflow.ChangeOperation.RESTORE;
    }

    private static boolean isGit(Step step, GitOperation operation) {
        return step instanceof Step.Git git && git.operation() == operation;
    }
}
