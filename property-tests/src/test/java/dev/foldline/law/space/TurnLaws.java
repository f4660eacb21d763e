package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Position;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The next phase follows from the turns, the items and the entry conditions of the workflow alone;
 * only what a step expects is accepted, and feedback is kept.
 */
public final class TurnLaws {
    private TurnLaws() {}

    private static final String PROBE = "content of a probe";

    public static void check(PipelineState state) {
        require(
                !(state.lifecycle() instanceof Lifecycle.Ended)
                        || state.slots().gate() instanceof GateSlot.Idle,
                "an ended run has an open gate");
        for (var transition : collects(state)) {
            SpaceLaws.check(transition);
            check(transition);
            acceptsTheExpected(transition);
        }
    }

    public static void check(Transition t) {
        feedbackIsKept(t);
        passedChecksGiveNoFeedback(t);
        if (t.isOutcome() && t.isOrdinary() && !t.rewinds() && !t.isExhausted() && leaves(t))
            require(
                    t.after().at().equals(next(t.after(), t.before().at())),
                    "after " + t.before().at() + " comes " + t.after().at());
        rejectedWorkStartsAnew(t);
    }

    /** Returns whether the event completes the phase without leading to another by its name. */
    private static boolean leaves(Transition t) {
        if (!(t.before().cursor() instanceof Cursor.Working)
                || !(t.after().cursor() instanceof Cursor.Arrived)) return false;
        return switch (t.event()) {
            case AgentEvent.AgentFinished _ -> true;
            case CheckEvent.CheckPassed _ ->
                    t.before().currentStep().exists(Step.Check.class::isInstance);
            case ArtifactAccepted(_, _, _, var label, _, _) ->
                    t.phase()
                            .flatMap(phase -> phase.routes().get(label))
                            .forAll(
                                    route ->
                                            route.equals(Route.PROCEED)
                                                    || route.equals(Route.NEXT_PHASE));
            case Event _ -> false;
        };
    }

    private static Position next(PipelineState state, Position from) {
        var stages = state.workflow().stages();
        var follower = new Position(from.stage(), from.turn(), from.phase() + 1, 0);
        if (isPreceded(state, follower)) return follower;
        var later = entered(state, from.stage(), from.turn(), from.phase() + 1);
        if (later.isDefined()) return later.get();
        for (int s = from.stage(); s < stages.size(); s++)
            for (int t = s == from.stage() ? from.turn() + 1 : 0; runs(state, s, t); t++) {
                var first = isOpen(state, s, t) ? entered(state, s, t, 0) : Option.<Position>none();
                if (first.isDefined()) return first.get();
            }
        return new Position(stages.size(), 0, 0, 0);
    }

    private static boolean isPreceded(PipelineState state, Position follower) {
        var phases = state.workflow().stages().get(follower.stage()).phases();
        return follower.phase() < phases.size()
                && phases.get(follower.phase()).entry().equals(PhaseEntry.WHEN_PRECEDED);
    }

    private static Option<Position> entered(PipelineState state, int stage, int turn, int from) {
        var phases = state.workflow().stages().get(stage).phases();
        return Vector.range(from, phases.size())
                .find(i -> enters(state, state.workflow().stages().get(stage), phases.get(i), turn))
                .map(i -> new Position(stage, turn, i, 0));
    }

    private static boolean enters(PipelineState state, Stage stage, Phase phase, int turn) {
        return switch (phase.entry()) {
            case PhaseEntry.Always _ -> true;
            case PhaseEntry.WhenRouted _, PhaseEntry.WhenPreceded _ -> false;
            case PhaseEntry.WhenTagged(var all, var none) -> {
                var tags = item(state, stage, turn).map(Item::tags).getOrElse(Vector.empty());
                yield tags.containsAll(all)
                        && none.forAll(tag -> !tags.contains(tag))
                        && item(state, stage, turn).isDefined();
            }
        };
    }

    private static Option<Item> item(PipelineState state, Stage stage, int turn) {
        return stage.turns() instanceof LoopCondition.EachItem(var list, _)
                ? state.items().list(list).drop(turn).headOption()
                : Option.none();
    }

    /** Returns whether the stage has this turn: a stated label ends it with its own turn. */
    private static boolean runs(PipelineState state, int stage, int turn) {
        return switch (state.workflow().stages().get(stage).turns()) {
            case LoopCondition.Times(var count) -> turn < count;
            case LoopCondition.Until(var max, var artifact, var label) ->
                    turn < max
                            && !state.ledger()
                                    .findings()
                                    .labels()
                                    .get(artifact)
                                    .exists(
                                            stated ->
                                                    stated.label().equals(label)
                                                            && stated.at().stage() == stage
                                                            && stated.at().turn() == turn - 1);
            case LoopCondition.EachItem(var list, _) -> turn < state.items().list(list).size();
        };
    }

    private static boolean isOpen(PipelineState state, int stage, int turn) {
        return item(state, state.workflow().stages().get(stage), turn)
                .forAll(item -> !(item.status() instanceof Item.Done));
    }

    private static void feedbackIsKept(Transition t) {
        for (var phase : t.before().ledger().feedback().keySet()) {
            var before = t.before().ledger().feedback(phase).reject(each -> isOutdated(t, each));
            var after = t.after().ledger().feedback(phase);
            require(
                    after.startsWith(before) || after.size() >= before.size() && before.size() > 9,
                    "feedback on " + phase + " is lost");
        }
    }

    /** A check that runs again replaces its feedback, and withdraws it if it passes. */
    private static boolean isOutdated(Transition t, Feedback feedback) {
        return t.isOutcome()
                && t.event() instanceof CheckEvent event
                && feedback.check().contains(event.check());
    }

    private static void passedChecksGiveNoFeedback(Transition t) {
        if (t.isOutcome() && t.event() instanceof CheckEvent.CheckPassed passed)
            require(
                    !t.after()
                            .ledger()
                            .feedback()
                            .values()
                            .exists(all -> all.exists(each -> isOutdated(t, each))),
                    "a check that passed is reported as failing: " + passed.check());
    }

    private static void rejectedWorkStartsAnew(Transition t) {
        if (!(t.event() instanceof InputEvent.GateRejected)
                || !(t.after().slots().gate() instanceof GateSlot.Idle)
                || !t.rewinds()
                || t.isExhausted()) return;
        var tally = t.after().usage().tally();
        require(
                tally.outputs() == 0
                        && tally.sameAgent() == 0
                        && tally.continuations() == 0
                        && tally.failures() == 0,
                "rejected work starts with the counts of the last execution");
    }

    /** Returns a transition for each artifact that the step could collect. */
    private static Vector<Transition> collects(PipelineState state) {
        if (!(Pipeline.decide(state).effect()
                instanceof CollectArtifact(_, var artifact, var labels, _, _)))
            return Vector.empty();
        if (!(state.currentStep().getOrNull() instanceof Step.Collect(_, _, var list)))
            return Vector.empty();
        int max = state.policy().limits().itemsMax();
        var sizes = list.isDefined() ? Vector.of(1, max, max + 1) : Vector.of(0);
        return (labels.isEmpty() ? Vector.of("") : labels.append("undeclared"))
                .flatMap(label -> sizes.map(size -> accepted(state, artifact, label, size)))
                .append(accepted(state, artifact + "-other", labels.headOption().getOrElse(""), 1))
                .append(
                        Transition.of(
                                state,
                                new ArtifactRefused(
                                        state.header().ticket(), artifact, "bad", Option.none()),
                                Pipeline.reduce(
                                        state,
                                        new ArtifactRefused(
                                                state.header().ticket(),
                                                artifact,
                                                "bad",
                                                Option.none()))));
    }

    private static Transition accepted(
            PipelineState state, String artifact, String label, int items) {
        var event =
                new ArtifactAccepted(
                        state.header().ticket(),
                        artifact,
                        PROBE,
                        label,
                        Vector.range(0, items)
                                .map(i -> new Item("i" + i, "t", Vector.empty(), Item.TODO)));
        return Transition.of(state, event, Pipeline.reduce(state, event));
    }

    private static void acceptsTheExpected(Transition t) {
        if (!(t.event() instanceof ArtifactAccepted accepted)
                || !(t.before().currentStep().getOrNull()
                        instanceof Step.Collect(var name, var labels, var list))) return;
        if (!accepted.artifact().equals(name)) {
            require(t.after().equals(t.before()), "an artifact that was not expected is accepted");
            return;
        }
        boolean isKept = t.after().ledger().artifacts().get(name).contains(PROBE);
        boolean isExpected = labels.isEmpty() || labels.contains(accepted.label());
        require(isKept == isExpected, "the label " + accepted.label() + " is kept: " + isKept);
        int max = t.before().policy().limits().itemsMax();
        require(
                list.forAll(items -> t.after().items().list(items).size() <= max),
                "a list has more than " + max + " items");
    }

    /** Returns the name of a gate that the event opens. */
    public static Option<String> opened(Event event) {
        return event instanceof RunEvent.GateOpened(_, var gate)
                ? Option.of(gate.instance())
                : Option.none();
    }
}
