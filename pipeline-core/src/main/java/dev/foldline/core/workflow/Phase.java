package dev.foldline.core.workflow;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** A script of steps with one purpose; progress in it is which step is next. */
public record Phase(
        String id, Entry entry, Vector<Step> steps, Option<GateSpec> gate, Map<String, Route> routes, Care care) {

    /** A phase that every turn enters, without gate or routes. Steps may be given in groups, as {@link Script#ask} does. */
    @SafeVarargs
    public static Phase phase(String id, Vector<Step>... script) {
        return new Phase(id, Entry.ALWAYS, Vector.of(script).flatMap(steps -> steps), Option.none(),
                LinkedHashMap.empty(), Care.DEFAULT);
    }

    public Phase route(String label, Route route) {
        return new Phase(id, entry, steps, gate, routes.put(label, route), care);
    }

    public Phase entry(Entry who) { return new Phase(id, who, steps, gate, routes, care); }

    public Phase whenSent() { return entry(Entry.WHEN_SENT); }

    public Phase gate(GateSpec spec) { return new Phase(id, entry, steps, Option.of(spec), routes, care); }

    public Phase care(Care patience) { return new Phase(id, entry, steps, gate, routes, patience); }

    /** The role that does the phase's work: the first that is called. */
    public Option<String> worker() {
        return steps.flatMap(Phase::calledRole).headOption();
    }

    /** Whether it looks at what its worker commits by itself. */
    public boolean observes() { return steps.exists(step -> step instanceof Step.Git git && git.operation() == GitOperation.OBSERVE); }

    /** The role whose call lies before a step, nearest first. */
    public Option<String> roleBefore(int step) {
        return steps.take(step + 1).flatMap(Phase::calledRole).lastOption();
    }

    /** The artifacts made by the steps in {@code [from, to)}: what has to go before they run again. */
    public Vector<String> artifacts(int from, int to) {
        return steps.slice(from, to).flatMap(step -> switch (step) {
            case Step.Clean(var names)          -> names;
            case Step.Collect(var name, _, _)   -> Vector.of(name);
            case Step.External external         -> external.artifact().toVector();
            case Step.Prompt _, Step.Agent _, Step.Check _, Step.Git _, Step.Children _, Step.Switch _ -> Vector.<String>empty();
        }).distinct();
    }

    /** The end of the segment that holds a step: the next beginning of one, or the phase's end. */
    public int segmentEnd(int step) {
        var next = steps.indexWhere(Phase::beginsSegment, step + 1);
        return next < 0 ? steps.size() : next;
    }

    /**
     * Where a step is tried again. Work of an agent begins anew with the cleaning before it; a check, a git operation
     * or a set of children is repeated by itself.
     */
    public int segmentStart(int step) {
        if (step >= steps.size() || standsAlone(steps.get(step))) return step;
        return Math.max(0, steps.lastIndexWhere(Phase::beginsSegment, step));
    }

    /**
     * The instruction a worker is given again when what followed it failed, or was found wanting by one that judges what was done behind
     * it: then the work again, and not the judging.
     */
    public int instructionBefore(int step) {
        int begun = segmentStart(step);
        int judged = step < steps.size() && steps.get(step) instanceof Step.External && begun > 0 && !(steps.get(begun - 1) instanceof Step.External) ? begun - 1 : step;
        int given = Math.max(0, steps.lastIndexWhere(Step.External.class::isInstance, judged));
        return given < steps.size() && beginsSegment(steps.get(given)) ? given : segmentStart(given);
    }

    private static boolean beginsSegment(Step step) {
        return step instanceof Step.Clean || step instanceof Step.External external && external.waits();
    }

    private static boolean standsAlone(Step step) {
        return switch (step) {
            case Step.Check _, Step.Git _, Step.Children _, Step.Switch _ -> true;
            case Step.Clean _, Step.Prompt _, Step.Agent _, Step.Collect _, Step.External _ -> false;
        };
    }

    private static Option<String> calledRole(Step step) {
        return step instanceof Step.Agent(var role) ? Option.of(role) : Option.none();
    }
}
