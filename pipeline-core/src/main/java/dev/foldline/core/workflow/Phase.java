package dev.foldline.core.workflow;

import dev.foldline.core.workflow.PhaseRetryPolicy.OnFailedWork;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.UnaryOperator;

/** A sequence of steps with one purpose. */
public record Phase(
        String id,
        PhaseEntry entry,
        Vector<Step> steps,
        Option<GateSpec> gate,
        Map<String, Route> routes,
        PhaseRetryPolicy retryPolicy) {

    /**
     * Creates a phase that every turn enters, without gate or routes. Steps may be given in groups,
     * as {@link Script#ask} returns them.
     */
    @SafeVarargs
    public static Phase phase(String id, Vector<Step>... script) {
        return new Phase(
                id,
                PhaseEntry.ALWAYS,
                Vector.of(script).flatMap(steps -> steps),
                Option.none(),
                LinkedHashMap.empty(),
                PhaseRetryPolicy.DEFAULT);
    }

    public Phase route(String label, Route route) {
        return new Phase(id, entry, steps, gate, routes.put(label, route), retryPolicy);
    }

    /** Returns the phase with more steps at its end. */
    Phase then(Vector<Step> more) {
        return new Phase(id, entry, steps.appendAll(more), gate, routes, retryPolicy);
    }

    Phase with(Vector<Step> changed) {
        return new Phase(id, entry, changed, gate, routes, retryPolicy);
    }

    Phase with(Map<String, Route> changed) {
        return new Phase(id, entry, steps, gate, changed, retryPolicy);
    }

    /** Returns its routes, with those of unlocked tools. */
    Vector<Route> allRoutes() {
        return routes.values()
                .toVector()
                .appendAll(
                        steps.flatMap(
                                step ->
                                        step instanceof Step.WorkerRequest request
                                                ? request.unlocks().map(Step.Unlock::route)
                                                : Vector.<Route>empty()));
    }

    /** Returns the phase with its routes, those of unlocked tools too, changed by the function. */
    Phase withRoutes(UnaryOperator<Route> change) {
        return with(routes.mapValues(change)).with(steps.map(step -> withRoutes(step, change)));
    }

    private static Step withRoutes(Step step, UnaryOperator<Route> change) {
        return step instanceof Step.WorkerRequest request ? request.withRoutes(change) : step;
    }

    /**
     * Returns the key of the route that a label of an artifact follows: {@code ARTIFACT.LABEL} if
     * the phase has a route for it, else the label.
     */
    public String routeKey(String artifact, String label) {
        var own = Step.Collect.routeKey(artifact, label);
        return routes.containsKey(own) ? own : label;
    }

    /** Returns the keys of the routes that the labels of a step follow. */
    Vector<String> routeKeys(Step step) {
        return step instanceof Step.Collect(var artifact, var labels, _)
                ? labels.map(label -> routeKey(artifact, label))
                : step.declared();
    }

    public Phase entry(PhaseEntry who) {
        return new Phase(id, who, steps, gate, routes, retryPolicy);
    }

    public Phase whenSent() {
        return entry(PhaseEntry.WHEN_SENT);
    }

    Phase withChildren(UnaryOperator<Workflow> change) {
        return new Phase(
                id,
                entry,
                steps.map(
                        step ->
                                step instanceof Step.Children children
                                        ? children.withDefinition(change)
                                        : step),
                gate,
                routes,
                retryPolicy);
    }

    public Phase gate(GateSpec spec) {
        return new Phase(id, entry, steps, Option.of(spec), routes, retryPolicy);
    }

    public Phase retryPolicy(PhaseRetryPolicy timeout) {
        return new Phase(id, entry, steps, gate, routes, timeout);
    }

    /** Returns the role that does the phase's work: the first one that is called. */
    public Option<String> worker() {
        return steps.flatMap(Phase::calledRole).headOption();
    }

    /** Returns whether the phase reads its worker's own commits. */
    public boolean observes() {
        return steps.exists(
                step -> step instanceof Step.Git git && git.operation() == GitOperation.OBSERVE);
    }

    /** Returns whether a step prepares a merge. */
    public boolean preparesMerge() {
        return steps.exists(
                step -> step instanceof Step.Git git && git.operation().preparesMerge());
    }

    /** Returns whether a step moves another branch to a prepared merge. */
    public boolean landsMerge() {
        return steps.exists(
                step -> step instanceof Step.Git git && git.operation() == GitOperation.LAND_MERGE);
    }

    /** Returns whether a step compares the change of the run with its base. */
    public boolean comparesChange() {
        return steps.exists(
                step ->
                        step instanceof Step.Change(var operation, _)
                                && operation == ChangeOperation.COMPARE);
    }

    /** Returns the role of the nearest call at or before a step. */
    public Option<String> roleBefore(int step) {
        return steps.take(step + 1).flatMap(Phase::calledRole).lastOption();
    }

    /** Returns the role of the nearest call at or after a step. */
    public Option<String> roleFrom(int step) {
        return steps.drop(step).flatMap(Phase::calledRole).headOption();
    }

    /**
     * Returns the artifacts of the steps in {@code [from, to)}, which must be removed before the
     * steps run again.
     */
    public Vector<String> artifacts(int from, int to) {
        return steps.slice(from, to)
                .flatMap(
                        step ->
                                switch (step) {
                                    case Step.Clean(var names) -> names;
                                    case Step.Collect(var name, _, _) -> Vector.of(name);
                                    case Step.WorkerRequest external ->
                                            external.artifact().toVector();
                                    case Step.Prompt _,
                                            Step.Agent _,
                                            Step.Check _,
                                            Step.Git _,
                                            Step.Forge _,
                                            Step.Change _,
                                            Step.Children _,
                                            Step.Switch _ ->
                                            Vector.<String>empty();
                                })
                .distinct();
    }

    /**
     * Returns the steps that collect an artifact on which nothing depends yet: it decides no label,
     * and no later step of the phase may have used it.
     */
    public Vector<Step.Collect> unusedArtifacts() {
        return steps.drop(steps.lastIndexWhere(Phase::usesArtifacts) + 1)
                .flatMap(Phase::collected)
                .reject(
                        each ->
                                steps.flatMap(Phase::collected)
                                        .exists(other -> decides(other, each)));
    }

    private static Option<Step.Collect> collected(Step step) {
        return step instanceof Step.Collect collect ? Option.of(collect) : Option.none();
    }

    private static boolean decides(Step.Collect step, Step.Collect other) {
        return step.artifact().equals(other.artifact()) && step.labels().nonEmpty();
    }

    private static boolean usesArtifacts(Step step) {
        return switch (step) {
            case Step.Clean _, Step.Collect _, Step.Check _, Step.Change _ -> false;
            case Step.Git git -> git.operation() != GitOperation.INSPECT;
            case Step.Prompt _,
                    Step.Agent _,
                    Step.Forge _,
                    Step.WorkerRequest _,
                    Step.Children _,
                    Step.Switch _ ->
                    true;
        };
    }

    /**
     * Returns whether the call at a step does work, rather than submit an artifact. Phases that
     * count the failures of their worker themselves have none.
     */
    public boolean isWork(int step) {
        var results = steps.slice(segmentStart(step), segmentEnd(step)).flatMap(Phase::collected);
        return retryPolicy.strict().isEmpty()
                && retryPolicy.onFailedWork() == OnFailedWork.REDO
                && results.isEmpty();
    }

    /** Returns the end of a step's segment: the start of the next one, or the phase's end. */
    public int segmentEnd(int step) {
        var next = steps.indexWhere(Phase::beginsSegment, step + 1);
        return next < 0 ? steps.size() : next;
    }

    /**
     * Returns the step at which a retry starts. An agent's work starts again with the preceding
     * clean step; a check, a git operation or a children step is repeated alone.
     */
    public int segmentStart(int step) {
        if (step >= steps.size() || standsAlone(steps.get(step))) return step;
        return Math.max(0, steps.lastIndexWhere(Phase::beginsSegment, step));
    }

    /**
     * Returns the instruction to repeat when a later step failed or rejected the work. The work is
     * repeated, not its review.
     */
    public int instructionBefore(int step) {
        int started = segmentStart(step);
        int judged =
                step < steps.size()
                                && steps.get(step) instanceof Step.WorkerRequest
                                && started > 0
                                && !(steps.get(started - 1) instanceof Step.WorkerRequest)
                        ? started - 1
                        : step;
        int given = Math.max(0, steps.lastIndexWhere(Step.WorkerRequest.class::isInstance, judged));
        return given < steps.size() && beginsSegment(steps.get(given))
                ? given
                : segmentStart(given);
    }

    private static boolean beginsSegment(Step step) {
        return step instanceof Step.Clean
                || step instanceof Step.WorkerRequest external && external.waits();
    }

    private static boolean standsAlone(Step step) {
        return switch (step) {
            case Step.Check _,
                    Step.Git _,
                    Step.Forge _,
                    Step.Change _,
                    Step.Children _,
                    Step.Switch _ ->
                    true;
            case Step.Clean _, Step.Prompt _, Step.Agent _, Step.Collect _, Step.WorkerRequest _ ->
                    false;
        };
    }

    private static Option<String> calledRole(Step step) {
        return step instanceof Step.Agent(var role) ? Option.of(role) : Option.none();
    }
}
