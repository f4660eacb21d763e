package dev.foldline.core.workflow;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.change;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import dev.foldline.core.change.Trial;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Guard.OnChange;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.util.function.UnaryOperator;

/**
 * A workflow whose change is compared with its base before it counts: before a stage merges it into
 * another branch or opens its pull request, and else at the end. If the change touches what judges
 * it, the user is asked there.
 */
public final class GuardedWorkflow {
    private GuardedWorkflow() {}

    /** The stage at the end, the phase, and its gate. */
    public static final String NAME = "guard";

    /** Returns whether a phase is there only to compare the change, and may open its gate. */
    public static boolean isGuard(Phase phase) {
        return phase.routes().get(ChangeOperation.SETTLED).contains(Route.PASS_GATE);
    }

    /** Returns the workflow, guarded as its policy says. */
    public static Workflow of(Workflow workflow) {
        if (workflow.policy().guard().isEmpty() || comparesChange(workflow)) return workflow;
        return guarded(restored(workflow))
                .withChildren(child -> isJudgedAbove(workflow, child) ? part(child) : of(child));
    }

    /**
     * Returns a workflow whose work becomes part of a change that is compared later. What it
     * delivers itself is compared here, and so is what its children do.
     */
    private static Workflow part(Workflow workflow) {
        if (workflow.policy().guard().isEmpty() || comparesChange(workflow)) return workflow;
        return guardedDeliveries(restored(workflow))
                .withChildren(child -> isJudgedAbove(workflow, child) ? part(child) : of(child));
    }

    private static Workflow restored(Workflow workflow) {
        return workflow.policy().guard().exists(each -> each.onChange() == OnChange.REFUSE)
                ? restoring(workflow)
                : workflow;
    }

    private static Workflow guarded(Workflow workflow) {
        var delivering = guardedDeliveries(workflow);
        boolean ends = workflow.stages().exists(stage -> ends(workflow, stage));
        return ends || worksLast(workflow) ? guardedAtEnd(delivering, ends) : delivering;
    }

    private static Workflow guardedDeliveries(Workflow workflow) {
        return workflow.with(
                workflow.stages()
                        .map(
                                stage ->
                                        Deliveries.isIn(workflow, stage)
                                                ? guardedBeforeDeliveries(stage)
                                                : stage));
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
                                        Deliveries.isGit(step, GitOperation.LAND_MERGE)
                                                || Deliveries.isGit(step, GitOperation.MERGE))
                        || steps.exists(
                                step ->
                                        step instanceof Step.Forge forge
                                                && forge.completion()
                                                        .flatMap(RequestCompletion::merge)
                                                        .isDefined());
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
        boolean isAttempt =
                child.policy().recovery().onExhausted()
                        == Policy.RecoveryPolicy.OnExhausted.NEVER_HALT;
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
                stages.map(stage -> endingAtGuard(workflow, stage))
                        .insert(end, once(NAME, phases(guard(NAME)))));
    }

    private static Stage shownAtEnd(Stage stage) {
        return withPhases(stage, stage.phases().dropRight(1).append(shown(stage.phases().last())));
    }

    private static boolean releasesOnly(Stage stage) {
        return stage.phases()
                .flatMap(Phase::steps)
                .forAll(step -> Deliveries.isGit(step, GitOperation.RELEASE_WORKTREE));
    }

    /** Returns whether work may follow the last delivery, or there is none. */
    private static boolean worksLast(Workflow workflow) {
        boolean works = false;
        for (var stage : workflow.stages()) {
            int delivery =
                    Deliveries.isIn(workflow, stage)
                            ? stage.phases().lastIndexWhere(Deliveries::isIn)
                            : -1;
            boolean always = delivery >= 0 && isOnTheWay(stage, delivery);
            works = works && !always || works(workflow, stage, always ? delivery + 1 : 0);
        }
        return works;
    }

    /** Returns whether the run cannot get past a phase of the stage without it. */
    private static boolean isOnTheWay(Stage stage, int index) {
        return stage.turns().countedMax() > 0
                && stage.phases().get(index).entry() instanceof PhaseEntry.Always
                && stage.phases()
                        .take(index)
                        .forAll(
                                phase ->
                                        phase.retryPolicy().onExhausted()
                                                        != PhaseRetryPolicy.OnExhausted.NEXT_TURN
                                                && phase.allRoutes()
                                                        .forAll(
                                                                route ->
                                                                        !leadsPast(
                                                                                stage, index,
                                                                                route)));
    }

    private static boolean leadsPast(Stage stage, int index, Route route) {
        return route instanceof Route.To(var to) && stage.indexOf(to) > index;
    }

    /** Returns whether phases of a stage, from this one on, change the work of the run. */
    private static boolean works(Workflow workflow, Stage stage, int from) {
        var steps = stage.phases().drop(from).flatMap(Phase::steps);
        return steps.exists(Step.Agent.class::isInstance)
                || !Deliveries.isIn(workflow, stage)
                        && steps.exists(step -> Deliveries.isGit(step, GitOperation.LAND_MERGE));
    }

    /** Each phase that delivers is entered by way of its guard. */
    private static Stage guardedBeforeDeliveries(Stage stage) {
        var phases = Vector.<Phase>empty();
        var guards = HashMap.<String, Route>empty();
        for (var phase : stage.phases()) {
            if (!Deliveries.isIn(phase)) phases = phases.append(phase);
            else if (phases.nonEmpty() && showsGate(phases.last()))
                phases = phases.dropRight(1).append(shown(phases.last())).append(phase);
            else {
                var guard = guard(guards.isEmpty() ? NAME : NAME + "-" + phase.id());
                guards = guards.put(phase.id(), new Route.To(guard.id()));
                phases = phases.append(guard.entry(phase.entry())).append(preceded(phase));
            }
        }
        return withPhases(stage, phases.map(routedTo(guards)));
    }

    private static Phase preceded(Phase phase) {
        return phase.entry() instanceof PhaseEntry.WhenRouted
                ? phase.entry(PhaseEntry.WHEN_PRECEDED)
                : phase;
    }

    /** Returns a function for phases with routes to a delivery, which go to its guard instead. */
    private static UnaryOperator<Phase> routedTo(Map<String, Route> guards) {
        UnaryOperator<Route> route =
                each -> each instanceof Route.To(var to) ? guards.getOrElse(to, each) : each;
        return phase -> phase.withRoutes(route);
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

    private static Phase guard(String id) {
        return compared(phase(id))
                .route(ChangeOperation.SETTLED, Route.PASS_GATE)
                .route(ChangeOperation.ASKED, Route.NEXT_PHASE)
                .gate(new GateSpec(OnReject.TERMINATE));
    }

    private static Phase compared(Phase phase) {
        return phase.then(change(ChangeOperation.COMPARE, ChangeOperation.LABELS))
                .then(
                        Vector.fill(
                                        Trial.RUNS_MAX,
                                        () ->
                                                change(
                                                        ChangeOperation.TRY_TESTS,
                                                        ChangeOperation.LABELS))
                                .flatMap(trial -> trial))
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
        int commit = phase.steps().indexWhere(step -> Deliveries.isGit(step, GitOperation.COMMIT));
        if (commit < 0) return phase;
        int inspected =
                phase.steps().indexWhere(step -> Deliveries.isGit(step, GitOperation.INSPECT));
        var restore = change(ChangeOperation.RESTORE, Vector.empty());
        var restored =
                phase.steps().take(commit).appendAll(restore).appendAll(phase.steps().drop(commit));
        return phase.with(
                inspected >= 0 && inspected < commit
                        ? restored.insertAll(inspected, restore)
                        : restored);
    }

    private static boolean ends(Workflow workflow, Stage stage) {
        return stage.phases().exists(phase -> ends(workflow, stage, phase));
    }

    /** A pull request that is merged or closed ends the run as well. */
    private static boolean ends(Workflow workflow, Stage stage, Phase phase) {
        boolean isDelivery = Deliveries.isIn(workflow, stage) && Deliveries.isIn(phase);
        return !isDelivery && phase.allRoutes().exists(Route.End.class::isInstance);
    }

    private static Stage endingAtGuard(Workflow workflow, Stage stage) {
        return withPhases(
                stage,
                stage.phases()
                        .map(phase -> ends(workflow, stage, phase) ? endingAtGuard(phase) : phase));
    }

    private static Phase endingAtGuard(Phase phase) {
        return phase.withRoutes(
                route -> route instanceof Route.End ? new Route.Ahead(NAME) : route);
    }

    private static Stage withPhases(Stage stage, Vector<Phase> phases) {
        return new Stage(stage.id(), stage.turns(), phases);
    }
}
