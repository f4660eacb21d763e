package dev.foldline.core.workflow;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.change;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Guard.OnChange;
import dev.foldline.core.workflow.Policy.RecoveryPolicy.OnExhausted;

import io.vavr.collection.Vector;

/**
 * A workflow whose change is compared with its base before it counts: before a stage merges it into
 * another branch or opens its pull request, and else at the end. If the change touches what judges
 * it, the user is asked there.
 */
public final class GuardedWorkflow {
    private GuardedWorkflow() {}

    /** The stage at the end, the phase, and its gate. */
    public static final String NAME = "guard";

    /** Returns the workflow, guarded as its policy says. */
    public static Workflow of(Workflow workflow) {
        if (workflow.policy().guard().isEmpty() || comparesChange(workflow)) return workflow;
        var restoring =
                workflow.policy().guard().exists(each -> each.onChange() == OnChange.REFUSE)
                        ? restoring(workflow)
                        : workflow;
        return guarded(restoring)
                .withChildren(child -> isJudgedAbove(workflow, child) ? child : of(child));
    }

    private static Workflow guarded(Workflow workflow) {
        var stages =
                workflow.stages()
                        .map(
                                stage ->
                                        delivers(workflow, stage)
                                                ? guardedBeforeDelivery(stage)
                                                : stage);
        boolean ends = stages.flatMap(Stage::phases).exists(GuardedWorkflow::ends);
        return ends || worksLast(workflow)
                ? guardedAtEnd(workflow.with(stages), ends)
                : workflow.with(stages);
    }

    /**
     * Returns the workflow with a guard that only reports if its change reaches another branch by a
     * pull request that people merge, and in no other way.
     */
    public static Workflow reportedToReviewers(Workflow workflow) {
        var steps = workflow.phases().flatMap(Phase::steps);
        boolean isRequested =
                steps.exists(
                        step ->
                                step instanceof Step.Forge forge
                                        && forge.operation() == ForgeOperation.OPEN);
        boolean isMergedByRun =
                steps.exists(
                                step ->
                                        isGit(step, GitOperation.LAND_MERGE)
                                                || isGit(step, GitOperation.MERGE))
                        || steps.exists(
                                step ->
                                        step instanceof Step.Forge forge
                                                && forge.completion().isDefined());
        return isRequested && !isMergedByRun
                ? workflow.with(
                        workflow.policy()
                                .withGuard(
                                        workflow.policy()
                                                .guard()
                                                .map(guard -> guard.with(OnChange.REPORT))))
                : workflow;
    }

    /** The work of some children is part of the change of the run that started them. */
    private static boolean isJudgedAbove(Workflow workflow, Workflow child) {
        boolean isAttempt = child.policy().recovery().onExhausted() == OnExhausted.NEVER_HALT;
        return isAttempt
                || workflow.children()
                        .filter(each -> each.definition().contains(child))
                        .forAll(each -> workflow.mergesItems(each.list()));
    }

    private static boolean comparesChange(Workflow workflow) {
        return workflow.phases().exists(Phase::comparesChange);
    }

    /** What ends the run early goes to its end by way of the guard. */
    private static Workflow guardedAtEnd(Workflow workflow, boolean ends) {
        var stages = workflow.stages();
        int end = stages.lastIndexWhere(stage -> !releasesOnly(stage)) + 1;
        var last = stages.get(end - 1);
        if (!ends && last.phases().nonEmpty() && showsGate(last.phases().last()))
            return workflow.with(stages.update(end - 1, shownAtEnd(last)));
        return workflow.with(
                stages.map(GuardedWorkflow::endingAtGuard)
                        .insert(end, once(NAME, phases(guard()))));
    }

    private static Stage shownAtEnd(Stage stage) {
        return withPhases(stage, stage.phases().dropRight(1).append(shown(stage.phases().last())));
    }

    private static boolean releasesOnly(Stage stage) {
        return stage.phases()
                .flatMap(Phase::steps)
                .forAll(step -> isGit(step, GitOperation.RELEASE_WORKTREE));
    }

    /** Returns whether work may follow the last delivery, or there is none. */
    private static boolean worksLast(Workflow workflow) {
        boolean works = false;
        for (var stage : workflow.stages()) {
            int delivery =
                    delivers(workflow, stage)
                            ? stage.phases().lastIndexWhere(GuardedWorkflow::delivers)
                            : -1;
            boolean always =
                    delivery >= 0
                            && !(stage.turns() instanceof LoopCondition.EachItem)
                            && stage.phases().get(delivery).entry() instanceof PhaseEntry.Always;
            works = works && !always || works(workflow, stage, delivery + 1);
        }
        return works;
    }

    /** Returns whether phases of a stage, from this one on, change the work of the run. */
    private static boolean works(Workflow workflow, Stage stage, int from) {
        var steps = stage.phases().drop(from).flatMap(Phase::steps);
        return steps.exists(Step.Agent.class::isInstance)
                || !delivers(workflow, stage)
                        && steps.exists(step -> isGit(step, GitOperation.LAND_MERGE));
    }

    private static Stage guardedBeforeDelivery(Stage stage) {
        int delivery = stage.phases().indexWhere(GuardedWorkflow::delivers);
        var before = stage.phases().take(delivery);
        boolean isShown = before.nonEmpty() && showsGate(before.last());
        return withPhases(
                stage,
                (isShown
                                ? before.dropRight(1).append(shown(before.last()))
                                : before.append(guard()))
                        .appendAll(stage.phases().drop(delivery)));
    }

    /**
     * Returns whether the phase always opens its gate when its last step is done, and nothing
     * passes it rejected.
     */
    private static boolean showsGate(Phase phase) {
        return phase.gate().exists(gate -> gate.onReject() != OnReject.CONTINUE)
                && phase.entry() instanceof PhaseEntry.Always
                && phase.routes().values().forAll(route -> route instanceof Route.Proceed);
    }

    /** The finding is shown at the gate that the phase has. */
    private static Phase shown(Phase phase) {
        return compared(phase)
                .route(ChangeOperation.SETTLED, Route.NEXT_PHASE)
                .route(ChangeOperation.ASKED, Route.NEXT_PHASE);
    }

    private static Phase guard() {
        return compared(phase(NAME))
                .route(ChangeOperation.SETTLED, Route.PASS_GATE)
                .route(ChangeOperation.ASKED, Route.NEXT_PHASE)
                .gate(new GateSpec(OnReject.TERMINATE));
    }

    /** There are at most three trials. */
    private static Phase compared(Phase phase) {
        var tried = change(ChangeOperation.TRY_TESTS, ChangeOperation.LABELS);
        return phase.then(change(ChangeOperation.COMPARE, ChangeOperation.LABELS))
                .then(tried)
                .then(tried)
                .then(tried)
                .route(ChangeOperation.TESTS, Route.PROCEED);
    }

    private static Workflow restoring(Workflow workflow) {
        return workflow.with(
                workflow.stages()
                        .map(
                                stage ->
                                        withPhases(
                                                stage,
                                                stage.phases().map(GuardedWorkflow::restoring))));
    }

    /** The message of the commit is about what is left, and its author changes nothing more. */
    private static Phase restoring(Phase phase) {
        int commit = phase.steps().indexWhere(step -> isGit(step, GitOperation.COMMIT));
        if (commit < 0) return phase;
        int inspected = phase.steps().indexWhere(step -> isGit(step, GitOperation.INSPECT));
        var restore = change(ChangeOperation.RESTORE, Vector.empty());
        var restored =
                phase.steps().take(commit).appendAll(restore).appendAll(phase.steps().drop(commit));
        return phase.with(
                inspected >= 0 && inspected < commit
                        ? restored.insertAll(inspected, restore)
                        : restored);
    }

    /** A pull request that is merged or closed ends the run as well. */
    private static boolean ends(Phase phase) {
        return !delivers(phase) && phase.routes().values().exists(Route.End.class::isInstance);
    }

    private static Stage endingAtGuard(Stage stage) {
        return withPhases(
                stage, stage.phases().map(phase -> ends(phase) ? endingAtGuard(phase) : phase));
    }

    private static Phase endingAtGuard(Phase phase) {
        return phase.with(
                phase.routes()
                        .mapValues(
                                route ->
                                        route instanceof Route.End
                                                ? new Route.Ahead(NAME)
                                                : route));
    }

    /** Returns whether the stage moves another branch than the run's own. */
    private static boolean delivers(Workflow workflow, Stage stage) {
        boolean landsItsOwn =
                stage.turns() instanceof LoopCondition.EachItem
                        && stage.phases().exists(GuardedWorkflow::mergesItem)
                        && workflow.children().nonEmpty()
                        && workflow.children().forAll(each -> each.definition().isDefined());
        return !landsItsOwn && stage.phases().exists(GuardedWorkflow::delivers);
    }

    private static boolean mergesItem(Phase phase) {
        return phase.steps()
                .exists(step -> step instanceof Step.Git git && git.operation().mergesItem());
    }

    private static boolean delivers(Phase phase) {
        return phase.steps()
                .exists(
                        step ->
                                isGit(step, GitOperation.LAND_MERGE)
                                        || isGit(step, GitOperation.MERGE)
                                        || step instanceof Step.Forge forge
                                                && forge.operation() == ForgeOperation.PUSH);
    }

    private static boolean isGit(Step step, GitOperation operation) {
        return step instanceof Step.Git git && git.operation() == operation;
    }

    private static Stage withPhases(Stage stage, Vector<Phase> phases) {
        return new Stage(stage.id(), stage.turns(), phases);
    }
}
