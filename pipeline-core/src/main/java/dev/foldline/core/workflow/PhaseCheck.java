package dev.foldline.core.workflow;

import static dev.foldline.core.workflow.WorkflowCheck.unless;

import dev.foldline.core.workflow.WorkflowProblem.Kind;
import dev.foldline.core.workflow.WorkflowProblem.UnroutedLabel;

import io.vavr.collection.Vector;

/** Validates one phase of a workflow. */
final class PhaseCheck {
    private PhaseCheck() {}

    static Vector<WorkflowProblem> problems(Workflow workflow, Stage stage, Phase phase) {
        var where = stage.key(phase);
        var declared = phase.steps().flatMap(phase::routeKeys);
        return unless(isReachable(stage, phase), where, Kind.UNREACHABLE, "no route leads here")
                .appendAll(
                        declared.filter(label -> !phase.routes().containsKey(label))
                                .distinct()
                                .map(
                                        label ->
                                                new WorkflowProblem(
                                                        where,
                                                        new UnroutedLabel(label),
                                                        "label " + label + " has no route")))
                .appendAll(
                        Vector.ofAll(phase.routes().keySet())
                                .filter(label -> !declared.contains(label))
                                .map(
                                        label ->
                                                new WorkflowProblem(
                                                        where,
                                                        Kind.UNUSED_ROUTE,
                                                        "no step says " + label)))
                .appendAll(phase.allRoutes().flatMap(route -> route(workflow, stage, phase, route)))
                .appendAll(
                        Vector.range(0, phase.steps().size())
                                .flatMap(i -> step(workflow, phase, where, i)))
                .appendAll(AdviceCheck.problems(stage, phase, where))
                .appendAll(
                        unless(
                                stage.turns() instanceof LoopCondition.EachItem
                                        || !phase.steps().exists(Step.Switch.class::isInstance),
                                where,
                                "switches the model of no item"))
                .appendAll(
                        unless(
                                !workflow.phases().exists(Phase::comparesChange)
                                        || !Deliveries.isIn(workflow, stage)
                                        || !Deliveries.makesItsOwn(phase)
                                                && !Deliveries.isOfTwoTrees(phase),
                                where,
                                "delivers what it makes, so that it is not compared in"
                                        + " between; give the merge or push a phase of its own"));
    }

    private static boolean isReachable(Stage stage, Phase phase) {
        var earlierPhases = stage.phases().take(stage.indexOf(phase.id()));
        return switch (phase.entry()) {
            case PhaseEntry.Always _, PhaseEntry.WhenTagged _ -> true;
            case PhaseEntry.WhenPreceded _ -> earlierPhases.nonEmpty();
            case PhaseEntry.WhenRouted _ -> isRouted(phase, earlierPhases);
        };
    }

    private static boolean isRouted(Phase phase, Vector<Phase> earlierPhases) {
        return earlierPhases.exists(
                earlier ->
                        AdviceCheck.seeks(earlier, phase.id())
                                || earlier.allRoutes()
                                        .exists(route -> route.equals(new Route.To(phase.id()))));
    }

    private static Vector<WorkflowProblem> route(
            Workflow workflow, Stage stage, Phase phase, Route route) {
        var where = stage.key(phase);
        return switch (route) {
            case Route.Proceed _,
                    Route.NextPhase _,
                    Route.PassGate _,
                    Route.Fail _,
                    Route.Halt _,
                    Route.End _ ->
                    Vector.empty();
            case Route.Ahead(var to) ->
                    unless(
                            workflow.indexOf(to) > workflow.indexOf(stage.id()),
                            where,
                            "goes to the stage " + to + ", which does not lie ahead");
            case Route.More _ ->
                    unless(
                            phase.worker().isDefined()
                                    && phase.retryPolicy().continuationsMax() >= 1,
                            where,
                            Kind.NOT_CONTINUED,
                            "has no agent to continue its work, or no continuations");
            case Route.To(var to) ->
                    forward(stage, phase, where, to)
                            .appendAll(
                                    unless(
                                            phase.gate().isEmpty(),
                                            where,
                                            Kind.GATE_BYPASSED,
                                            "would go around its gate to " + to));
            case Route.Back(var to, var max) ->
                    unless(
                                    workflow.indexOf(to) >= 0
                                            && workflow.indexOf(to) <= workflow.indexOf(stage.id()),
                                    where,
                                    "goes back to " + to + ", which does not lie behind")
                            .appendAll(unless(max >= 1, where, "may go back " + max + " times"))
                            .appendAll(
                                    unless(
                                            phase.gate().isEmpty(),
                                            where,
                                            Kind.GATE_BYPASSED,
                                            "would go around its gate back to " + to));
        };
    }

    private static Vector<WorkflowProblem> forward(
            Stage stage, Phase phase, String where, String to) {
        int here = stage.indexOf(phase.id());
        int there = stage.indexOf(to);
        return unless(
                        there > here,
                        where,
                        "goes to " + to + ", which does not lie ahead in this stage")
                .appendAll(
                        unless(
                                stage.phases()
                                        .slice(here + 1, Math.max(here + 1, there))
                                        .forAll(
                                                between ->
                                                        between.gate().isEmpty()
                                                                || GuardedWorkflow.isGuard(
                                                                        between)),
                                where,
                                Kind.GATE_BYPASSED,
                                "goes to " + to + " around a gate"));
    }

    private static Vector<WorkflowProblem> step(
            Workflow workflow, Phase phase, String where, int index) {
        var policy = workflow.policy();
        return switch (phase.steps().get(index)) {
            case Step.Clean _, Step.Switch _ -> Vector.empty();
            case Step.Change(var operation, _) -> change(policy, phase, where, index, operation);
            case Step.Children children -> NestedCheck.problems(where, children);
            case Step.WorkerRequest external -> call(phase, where, index, external);
            case Step.Prompt(var role, _) ->
                    unless(
                            !policy.chain(role).isEmpty(),
                            where,
                            Kind.NO_AGENTS,
                            "role " + role + " has no agents");
            case Step.Agent(var role) ->
                    unless(
                                    !policy.chain(role).isEmpty(),
                                    where,
                                    Kind.NO_AGENTS,
                                    "role " + role + " has no agents")
                            .appendAll(
                                    unless(
                                            isPrompted(phase, index, role),
                                            where,
                                            "calls " + role + " without a prompt"));
            case Step.Collect(var name, _, _) -> collect(phase, where, index, name);
            case Step.Check(var name, _) ->
                    unless(
                            policy.checks().containsKey(name) || isBrought(phase, index),
                            where,
                            "check " + name + " is not defined");
            case Step.Git git -> git(policy, phase, where, git);
            case Step.Forge forge -> forge(phase, where, index, forge);
        };
    }

    private static Vector<WorkflowProblem> change(
            Policy policy, Phase phase, String where, int index, ChangeOperation operation) {
        boolean isCompared =
                phase.steps().take(index).exists(step -> isChange(step, ChangeOperation.COMPARE));
        return unless(policy.guard().isDefined(), where, "is about a change that is not guarded")
                .appendAll(
                        unless(
                                operation != ChangeOperation.TRY_TESTS || isCompared,
                                where,
                                "tries the tests of a change that the phase does not compare"));
    }

    private static boolean isChange(Step step, ChangeOperation operation) {
        return step instanceof Step.Change change && change.operation() == operation;
    }

    private static Vector<WorkflowProblem> call(
            Phase phase, String where, int index, Step.WorkerRequest external) {
        return external.artifact()
                .toVector()
                .flatMap(
                        name ->
                                unless(
                                                isCleaned(phase, index, name),
                                                where,
                                                Kind.NOT_CLEANED,
                                                "collects " + name + " without cleaning it first")
                                        .appendAll(
                                                unless(
                                                        phase.roleBefore(index).isDefined(),
                                                        where,
                                                        Kind.NOT_PRODUCED,
                                                        "collects "
                                                                + name
                                                                + ", which no step produces")));
    }

    private static Vector<WorkflowProblem> collect(
            Phase phase, String where, int index, String name) {
        return unless(
                        isCleaned(phase, index, name) || isSubmitted(phase, index),
                        where,
                        Kind.NOT_CLEANED,
                        "collects " + name + " without cleaning it first")
                .appendAll(
                        unless(
                                phase.roleBefore(index).isDefined()
                                        || isSubmitted(phase, index)
                                        || isPrinted(phase, index),
                                where,
                                Kind.NOT_PRODUCED,
                                "collects " + name + ", which no step produces"));
    }

    private static Vector<WorkflowProblem> git(
            Policy policy, Phase phase, String where, Step.Git git) {
        return git.reliesOn()
                .toVector()
                .flatMap(
                        name ->
                                unless(
                                        policy.checks().containsKey(name),
                                        where,
                                        "check " + name + " is not defined"))
                .appendAll(
                        unless(
                                git.operation() != GitOperation.OBSERVE
                                        || phase.worker().isDefined(),
                                where,
                                "observes work in a phase without an agent"));
    }

    /** News arrive for an open pull request, and each of them needs a label. */
    private static Vector<WorkflowProblem> forge(
            Phase phase, String where, int index, Step.Forge forge) {
        if (forge.operation() != ForgeOperation.AWAIT) return Vector.empty();
        return unless(forge.labels().nonEmpty(), where, "waits for no news of the pull request")
                .appendAll(
                        unless(
                                phase.steps()
                                        .take(index)
                                        .exists(
                                                step ->
                                                        step
                                                                        instanceof
                                                                        Step.Forge(
                                                                                var earlier,
                                                                                _,
                                                                                _,
                                                                                _)
                                                                && earlier == ForgeOperation.OPEN),
                                where,
                                "waits for a pull request that the phase does not open"));
    }

    private static boolean isSubmitted(Phase phase, int index) {
        return phase.steps()
                .take(index)
                .lastOption()
                .exists(
                        step ->
                                step instanceof Step.WorkerRequest external
                                        && external.accepts() == Step.Accepts.SUBMIT);
    }

    /** A deciding call submits the command of the check that follows it. */
    private static boolean isBrought(Phase phase, int index) {
        return isSubmitted(phase, index) && phase.steps().get(index - 1).declared().nonEmpty();
    }

    /** A command may produce the artifact that is collected. */
    private static boolean isPrinted(Phase phase, int index) {
        return phase.steps()
                .slice(phase.segmentStart(index), index)
                .exists(Step.Check.class::isInstance);
    }

    private static boolean isPrompted(Phase phase, int index, String role) {
        return phase.steps()
                .slice(phase.segmentStart(index), index)
                .exists(
                        step ->
                                step instanceof Step.Prompt(var prompted, _)
                                        && prompted.equals(role));
    }

    private static boolean isCleaned(Phase phase, int index, String name) {
        return phase.steps()
                .slice(phase.segmentStart(index), index)
                .exists(
                        step ->
                                step instanceof Step.Clean(var artifacts)
                                        && artifacts.contains(name));
    }
}
