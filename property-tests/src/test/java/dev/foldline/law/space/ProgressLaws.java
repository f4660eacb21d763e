package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;

/** Work proceeds step by step, phase by phase, turn by turn; nothing is skipped or left open. */
public final class ProgressLaws {
    private ProgressLaws() {}

    public static void check(PipelineState state) {
        require(
                state.ledger()
                        .findings()
                        .labels()
                        .values()
                        .forAll(
                                statement ->
                                        !statement.at().isAfter(state.at())
                                                && (isClosing(state)
                                                        || !statement.at().equals(state.at()))),
                "a label of work ahead still counts");
        require(
                !(state.cursor() instanceof Cursor.Working)
                        || state.currentStep().isDefined()
                        || state.phase().exists(phase -> phase.gate().isDefined()),
                "a phase without a gate is complete and not left");
        followsNoRouteAtTheEnd(state);
    }

    /** A run that ends or halts stays where it is, whatever is stated late. */
    private static void followsNoRouteAtTheEnd(PipelineState state) {
        if (!isClosing(state)
                || !(state.currentStep().getOrNull()
                        instanceof Step.Collect(var name, var labels, _))) return;
        for (var label : labels.isEmpty() ? Vector.of("") : labels) {
            var after =
                    Pipeline.reduce(
                            state,
                            new FileEvent.ArtifactAccepted(
                                    state.header().ticket(), name, "late", label, Vector.empty()));
            require(
                    after.cursor().equals(state.cursor())
                            && after.slots().recovery().equals(state.slots().recovery())
                            && after.usage().rewinds() == state.usage().rewinds(),
                    "a run that ends or halts follows a route");
        }
    }

    public static void check(Transition t) {
        if (succeeds(t)) stepByStep(t);
        itemsAreDone(t);
        routesStayInTheirTurn(t);
        pausesWhereAsked(t);
        gatesAreApproved(t);
        statementsAreRecorded(t);
        effectRetriesEnd(t);
    }

    private static boolean isClosing(PipelineState state) {
        var recovery = state.slots().recovery();
        return recovery instanceof Recovery.Ending
                || recovery instanceof Recovery.Halting
                || recovery instanceof Recovery.Halted;
    }

    /** Returns whether the event completes a step without a label that leads elsewhere. */
    private static boolean succeeds(Transition t) {
        if (!t.isOutcome() || !t.isOrdinary() || t.rewinds() || t.isExhausted() || t.asks())
            return false;
        if (!sameRecovery(t) || t.before().cursor() instanceof Cursor.Arrived) return false;
        return switch (t.event()) {
            case AgentEvent.AgentFinished _,
                    FileEvent.PromptRendered _,
                    GitEvent.BranchOpened _,
                    GitEvent.CommitSkipped _,
                    GitEvent.BranchRebased _ ->
                    true;
            case FileEvent.ArtifactsCleaned _ -> t.decision().priority() == Priority.NORMAL;
            case FileEvent.ArtifactAccepted accepted ->
                    t.before().currentStep().getOrNull() instanceof Step.Collect
                            && proceeds(t, accepted.label());
            case CheckEvent.CheckPassed _ ->
                    t.before().currentStep().exists(Step.Check.class::isInstance);
            case Event _ -> false;
        };
    }

    private static boolean sameRecovery(Transition t) {
        var after = t.after().slots().recovery();
        return after.equals(t.before().slots().recovery()) || after instanceof Recovery.Passed;
    }

    private static boolean proceeds(Transition t, String label) {
        return t.phase().flatMap(phase -> phase.routes().get(label)).forAll(Route.PROCEED::equals);
    }

    private static void stepByStep(Transition t) {
        var from = t.before().at();
        var phase = t.phase().get();
        if (from.step() + 1 < phase.steps().size() || phase.gate().isDefined()) {
            boolean childrenFollow =
                    phase.steps()
                            .drop(from.step() + 1)
                            .headOption()
                            .exists(Step.Children.class::isInstance);
            require(
                    childrenFollow
                            || t.after()
                                    .cursor()
                                    .equals(new Cursor.Working(from.at(from.step() + 1))),
                    "the step after " + from + " is " + t.after().cursor());
            return;
        }
        require(t.after().cursor() instanceof Cursor.Arrived, "a complete phase is not left");
        next(t.after(), from)
                .forEach(
                        expected ->
                                require(
                                        t.after().at().equals(expected),
                                        "after " + from + " comes " + t.after().at()));
    }

    /** Returns the phase after this one, if no entry condition has to be known. */
    private static Vector<Position> next(PipelineState state, Position from) {
        var stages = state.workflow().stages();
        if (stages.exists(stage -> !isPlain(stage))) return Vector.empty();
        for (int s = from.stage(); s < stages.size(); s++) {
            int turn = s == from.stage() ? from.turn() : 0;
            if (s == from.stage() && from.phase() + 1 < stages.get(s).phases().size())
                return Vector.of(new Position(s, turn, from.phase() + 1, 0));
            for (int t = s == from.stage() ? turn + 1 : 0; t < turns(state, stages.get(s)); t++)
                if (isOpen(state, stages.get(s), t)) return Vector.of(new Position(s, t, 0, 0));
        }
        return Vector.of(new Position(stages.size(), 0, 0, 0));
    }

    private static boolean isPlain(Stage stage) {
        return !(stage.turns() instanceof LoopCondition.Until)
                && stage.phases().forAll(phase -> phase.entry() instanceof PhaseEntry.Always);
    }

    private static int turns(PipelineState state, Stage stage) {
        return stage.turns() instanceof LoopCondition.EachItem(var list, _)
                ? state.items().list(list).size()
                : stage.turns().countedMax();
    }

    private static boolean isOpen(PipelineState state, Stage stage, int turn) {
        return !(stage.turns() instanceof LoopCondition.EachItem(var list, _))
                || !(state.items().list(list).get(turn).status() instanceof Item.Done);
    }

    private static void itemsAreDone(Transition t) {
        if (!succeeds(t) || !(t.after().cursor() instanceof Cursor.Arrived)) return;
        var phase = t.phase().get();
        if (!(t.before().stage().get().turns()
                instanceof LoopCondition.EachItem(var list, var last))) return;
        if (!phase.id().equals(last)) return;
        var items = t.after().items().list(list);
        require(
                items.get(t.before().at().turn()).status() instanceof Item.Done,
                "a completed item is open");
        int done = items.count(item -> item.status() instanceof Item.Done);
        int before =
                t.before().items().list(list).count(item -> item.status() instanceof Item.Done);
        require(done <= before + 1, "another item is done");
        require(
                t.after().items().verified().equals(t.after().ledger().repository().tree()),
                "the tree of a completed item is not recorded");
    }

    private static void routesStayInTheirTurn(Transition t) {
        if (!(t.event() instanceof FileEvent.ArtifactAccepted accepted) || !t.isOrdinary()) return;
        if (!t.isOutcome() || t.isExhausted() || t.rewinds()) return;
        t.phase()
                .flatMap(phase -> phase.routes().get(accepted.label()))
                .filter(_ -> t.before().currentStep().exists(Step.Collect.class::isInstance))
                .forEach(
                        route -> {
                            if (route instanceof Route.To(var name))
                                require(
                                        t.after().at().turn() == t.before().at().turn()
                                                && t.after()
                                                        .phase()
                                                        .exists(p -> p.id().equals(name)),
                                        "a route leads to the wrong phase");
                            if (route instanceof Route.Fail)
                                require(isClosing(t.after()), "a reported failure costs nothing");
                        });
    }

    private static void pausesWhereAsked(Transition t) {
        var until = t.before().header().until();
        boolean arrives =
                t.after().cursor() instanceof Cursor.Arrived
                        && !t.after().cursor().equals(t.before().cursor())
                        && t.after().phase().map(Phase::id).exists(until::contains);
        if (!arrives || !(t.before().lifecycle() instanceof Lifecycle.Running)) return;
        require(t.after().lifecycle() instanceof Lifecycle.Paused, "the run does not pause");
        require(t.after().header().until().isEmpty(), "a request to pause is used twice");
    }

    private static void gatesAreApproved(Transition t) {
        boolean atGate =
                t.before().cursor() instanceof Cursor.Working
                        && t.before().currentStep().isEmpty()
                        && t.before().phase().exists(phase -> phase.gate().isDefined());
        if (!atGate || t.after().cursor().equals(t.before().cursor())) return;
        require(
                t.event() instanceof InputEvent.GateApproved
                        || t.event() instanceof InputEvent.GateRejected
                        || t.event() instanceof InputEvent.RetryGranted
                        || t.event() instanceof RunEvent.GateOpened
                        || t.rewinds(),
                "a gate is passed by " + t.event());
    }

    private static void statementsAreRecorded(Transition t) {
        if (!(t.event() instanceof FileEvent.ArtifactAccepted accepted) || !succeeds(t)) return;
        require(
                t.after()
                        .ledger()
                        .artifacts()
                        .get(accepted.artifact())
                        .contains(accepted.content()),
                "an accepted artifact is lost");
        if (!accepted.label().isEmpty())
            require(
                    t.after()
                            .ledger()
                            .findings()
                            .labels()
                            .get(accepted.artifact())
                            .exists(said -> said.label().equals(accepted.label())),
                    "a stated label is lost");
    }

    private static void effectRetriesEnd(Transition t) {
        if (!succeeds(t) || !(t.before().slots().retry() instanceof Retry.Running(var setback)))
            return;
        if (setback.fault().kind() != Fault.Kind.GIT_KILLED) return;
        require(
                !t.after().slots().retry().equals(t.before().slots().retry()),
                "the retry of an effect survives it");
    }
}
