package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.RunEffect.OpenGate;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.RunStatus;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What users do is done once, and what nobody asked for does nothing. */
public final class InputLaws {
    private InputLaws() {}

    public static void check(PipelineState state) {
        unsolicited(state)
                .forEach(
                        event ->
                                require(
                                        Pipeline.reduce(state, event) == state,
                                        () -> "this changes something: " + event));
        cancelsOnRequest(state);
        statusAgrees(state);
        isHeld(state);
        opensAnew(state);
        admitsWhatApplies(state);
    }

    public static void check(Transition t) {
        crashesLoseNothing(t);
        if (t.event() instanceof RunEvent.EffectCancelled) cancelled(t);
        if (!t.isInput() || t.after() == t.before()) return;
        switch ((InputEvent) t.event()) {
            case InputEvent.GateApproved e -> approved(t, e);
            case InputEvent.GateRejected e -> rejected(t, e);
            case InputEvent.Aborted e ->
                    require(
                            t.after().lifecycle() instanceof Lifecycle.Running
                                    && t.after().slots().gate() instanceof GateSlot.Idle
                                    && t.after()
                                            .slots()
                                            .recovery()
                                            .equals(
                                                    new Recovery.Ending(
                                                            new Outcome.Aborted(e.why()))),
                            "an aborted run does not end");
            case InputEvent.Paused e ->
                    require(
                            t.after()
                                    .lifecycle()
                                    .equals(
                                            new Lifecycle.Paused(
                                                    isPausedNow(t.before())
                                                            ? Urgency.NOW
                                                            : e.urgency())),
                            "a pause is weakened");
            case InputEvent.Resumed _ ->
                    require(
                            t.after().lifecycle() instanceof Lifecycle.Running,
                            "a resumed run is paused");
            case InputEvent.RetryGranted _ -> refuelled(t);
            case InputEvent _ -> {}
        }
    }

    /** A command is admitted exactly when it can be carried out. */
    private static void admitsWhatApplies(PipelineState state) {
        boolean ended = state.lifecycle() instanceof Lifecycle.Ended;
        boolean halted = state.slots().recovery() instanceof Recovery.Halted && !ended;
        require(
                isAdmitted(state, new Command.RetryHalted()) == halted,
                "a retry is admitted where nothing halted");
        require(
                !isAdmitted(state, new Command.RetryHalted(Option.of("no phase"))),
                "a gate of no phase is approved");
        state.workflow()
                .phases()
                .filter(phase -> state.phase().forAll(here -> !here.id().equals(phase.id())))
                .forEach(
                        phase ->
                                require(
                                        !isAdmitted(
                                                state,
                                                new Command.RetryHalted(Option.of(phase.id()))),
                                        "the gate of another phase is approved"));
        if (state.slots().gate() instanceof GateSlot.Open(var gate) && !ended)
            resolves(state, gate);
        state.awaitedCall().filter(_ -> !ended).forEach(external -> calls(state, external));
    }

    private static boolean isAdmitted(PipelineState state, Command command) {
        return Pipeline.admit(state, command).isRight();
    }

    private static void resolves(PipelineState state, Gate gate) {
        var older = new Command.Shown(Option.none(), Option.of(gate.revision() + 1), Option.none());
        var other = new Command.Shown(Option.none(), Option.none(), Option.of("another tree"));
        require(
                !isAdmitted(state, new Command.Approve(gate.id(), older, ""))
                        && !isAdmitted(state, new Command.Approve(gate.id(), other, "")),
                "an approval of another revision or tree is admitted");
        require(
                !isAdmitted(state, new Command.Reject(gate.id(), Command.Shown.NOTHING, " ")),
                "a rejection without feedback is admitted");
        require(!isAdmitted(state, new Command.Freeze("again", "why")), "a held run is frozen");
    }

    private static void calls(PipelineState state, Step.WorkerRequest external) {
        if (external.accepts() == Step.Accepts.SUBMIT && external.labels().nonEmpty())
            require(
                    !isAdmitted(state, call(state, InputEvent.CallKind.SUBMIT, "")),
                    "a call without a label is admitted");
        external.unlocks()
                .filter(each -> each.tags().isEmpty())
                .groupBy(Step.Unlock::tool)
                .forEach(
                        (tool, unlocks) ->
                                require(
                                        isAdmitted(
                                                        state,
                                                        call(state, InputEvent.CallKind.TOOL, tool))
                                                == unlocks.exists(
                                                        each -> state.failures() >= each.at()),
                                        "the lock of " + tool + " is ignored"));
    }

    private static Command call(PipelineState state, InputEvent.CallKind kind, String tool) {
        return new Command.Call("request", kind, tool, LinkedHashMap.empty(), state.header().now());
    }

    private static boolean isPausedNow(PipelineState state) {
        return state.lifecycle().equals(new Lifecycle.Paused(Urgency.NOW));
    }

    /** Returns events that answer nothing in this state. */
    private static Vector<Event> unsolicited(PipelineState state) {
        long ticket = state.header().ticket();
        long n = state.header().lastInput() + 1;
        var slots = state.slots();
        var gate =
                new Gate(
                        "g",
                        "g",
                        state.revision() + 1L,
                        Option.none(),
                        "",
                        OnReject.REDO,
                        Gate.Origin.PHASE,
                        Option.none());
        var events =
                Vector.<Event>of(
                        new RunEvent.RecoveryRecorded(ticket - 1),
                        new RunEvent.NotDone(ticket - 1),
                        new RunEvent.GateOpened(ticket, gate),
                        new RunEvent.DriverStarted(state.header().epoch(), state.header().now()),
                        new InputEvent.Paused(n - 1, Urgency.NOW),
                        new InputEvent.Paused(n + 1, Urgency.NOW));
        if (!(slots.recovery() instanceof Recovery.Passed))
            events = events.append(new RunEvent.RecoveryRecorded(ticket));
        if (state.isFree()) events = events.append(new RunEvent.NotDone(ticket));
        else
            events =
                    events.append(
                            new RunEvent.EffectStarted(ticket, slots.inFlight().running().get()));
        events = events.appendAll(endsOfOldChildren(state, n));
        return slots.gate() instanceof GateSlot.Open(var open)
                ? events.appendAll(mistaken(open, n))
                : events;
    }

    /** Returns ends of runs that are not the ones that work on the items now. */
    private static Vector<Event> endsOfOldChildren(PipelineState state, long n) {
        return state.items()
                .lists()
                .toVector()
                .flatMap(
                        list ->
                                list._2()
                                        .filter(item -> item.status() instanceof Item.Running)
                                        .take(1)
                                        .map(
                                                item ->
                                                        new InputEvent.ChildEnded(
                                                                n,
                                                                list._1(),
                                                                item.id(),
                                                                -1,
                                                                ChildReport.completed())));
    }

    /** Returns resolutions of another opening, another revision or another gate. */
    private static Vector<Event> mistaken(Gate open, long n) {
        return Vector.of(
                new InputEvent.Frozen(n, "again", "why"),
                new InputEvent.GateApproved(
                        n, open.id(), open.instance() + "x", open.revision(), "", true),
                new InputEvent.GateApproved(
                        n, open.id(), open.instance(), open.revision() + 1, "", true),
                new InputEvent.GateRejected(
                        n, open.id() + "x", open.instance(), open.revision(), "no", true));
    }

    private static void cancelsOnRequest(PipelineState state) {
        if (!(state.slots().inFlight() instanceof InFlight.Known(_, var effect))
                || state.lifecycle() instanceof Lifecycle.Ended) return;
        boolean wanted =
                effect instanceof SaveWork
                        || !isPausedNow(state)
                                && !(state.slots().recovery() instanceof Recovery.Ending)
                                && !(effect instanceof InvokeAgent && state.isDeclaredDone());
        require(
                wanted == Pipeline.determineNextEffect(state) instanceof Control.Await,
                "an effect is cancelled without request, or not cancelled");
    }

    private static void statusAgrees(PipelineState state) {
        var recovery = state.slots().recovery();
        boolean gated = state.slots().gate() instanceof GateSlot.Open;
        var expected =
                switch (state.lifecycle()) {
                    case Lifecycle.Ended(Outcome.Completed _) -> RunStatus.COMPLETED;
                    case Lifecycle.Ended(Outcome.Failed _) -> RunStatus.FAILED;
                    case Lifecycle.Ended _ -> RunStatus.CANCELLED;
                    case Lifecycle.Paused _ ->
                            gated ? RunStatus.WAITING_APPROVAL : RunStatus.INTERRUPTED;
                    case Lifecycle.Running _ ->
                            gated
                                    ? RunStatus.WAITING_APPROVAL
                                    : recovery instanceof Recovery.Halted
                                                    || recovery instanceof Recovery.Halting
                                            ? RunStatus.FAILED
                                            : RunStatus.RUNNING;
                };
        require(RunStatus.of(state) == expected, () -> "the status is " + RunStatus.of(state));
        var done = RunStatus.completedPhases(state);
        var stages = state.workflow().stages();
        var names = state.workflow().phases().map(Phase::id);
        for (int s = 0; s < stages.size(); s++)
            for (int p = 0; p < stages.get(s).phases().size(); p++) {
                var phase = stages.get(s).phases().get(p);
                if (names.count(phase.id()::equals) > 1) continue;
                require(
                        done.contains(phase.id()) == isPast(state, s, p, phase),
                        () ->
                                "phase "
                                        + phase.id()
                                        + " counts as done "
                                        + done.contains(phase.id()));
            }
    }

    /** Returns whether all steps of this phase lie behind, in this turn or an earlier one. */
    private static boolean isPast(PipelineState state, int stage, int place, Phase phase) {
        var end = new Position(stage, state.at().turn(), place, phase.steps().size());
        return state.at().stage() == stage
                ? end.compareTo(state.at()) <= 0
                        && (state.cursor() instanceof Cursor.Working || place < state.at().phase())
                : stage < state.at().stage();
    }

    private static void isHeld(PipelineState state) {
        boolean held =
                state.slots().gate() instanceof GateSlot.Open
                        || state.lifecycle() instanceof Lifecycle.Paused;
        if (!held || state.lifecycle() instanceof Lifecycle.Ended) return;
        var priority = Pipeline.decide(state).priority();
        require(
                priority == (state.isFree() ? Priority.HELD : Priority.IN_FLIGHT),
                "a held run goes on with " + priority);
    }

    private static void approved(Transition t, InputEvent.GateApproved event) {
        if (!(t.before().slots().gate() instanceof GateSlot.Open(var gate))) {
            require(false, "an approval without a gate");
            return;
        }
        require(
                gate.instance().equals(event.instance()) && gate.revision() == event.revision(),
                "an approval of another opening");
        require(t.after().slots().gate() instanceof GateSlot.Idle, "an approved gate is open");
        if (gate.question().isDefined()) {
            answered(t, gate);
            return;
        }
        require(
                t.after().cursor().equals(t.before().cursor())
                        == (gate.origin() == Gate.Origin.FREEZE),
                "an approved " + gate.origin() + " leads to " + t.after().at());
    }

    /** The agent that asked is due again, unless it asked more. */
    private static void answered(Transition t, Gate gate) {
        require(
                gate.question().exists(t.after().agents().questions()::isAnswered),
                "an answer is lost");
        boolean isDue =
                t.after().slots().continuation() instanceof Continuation.AnswerDue
                        || t.after().slots().recovery() instanceof Recovery.FixDue;
        require(
                isDue || t.after().agents().questions().open().nonEmpty(),
                "an agent waits for an answer that was given");
    }

    private static void rejected(Transition t, InputEvent.GateRejected event) {
        if (!(t.before().slots().gate() instanceof GateSlot.Open(var gate))) {
            require(false, "a rejection without a gate");
            return;
        }
        require(t.after().slots().gate() instanceof GateSlot.Idle, "a rejected gate is open");
        if (gate.question().isDefined()) {
            answered(t, gate);
            return;
        }
        require(
                t.after()
                        .ledger()
                        .feedback(t.before().phaseKey())
                        .exists(each -> each.message().equals(event.feedback())),
                "the feedback of a rejection is lost");
        switch (gate.onReject()) {
            case TERMINATE ->
                    require(
                            t.after().slots().recovery() instanceof Recovery.Ending,
                            "a rejected run goes on");
            case CONTINUE ->
                    require(
                            gate.origin() == Gate.Origin.FREEZE
                                    || !t.after().cursor().equals(t.before().cursor()),
                            "a rejected phase stays");
            case REDO -> {
                require(
                        t.after().at().step() == 0
                                && t.after().slots().retry() instanceof Retry.Idle
                                && t.after().slots().continuation() instanceof Continuation.RedoDue,
                        "a rejected phase is not redone");
                require(
                        t.after().usage().tally().equals(Usage.Tally.FRESH),
                        "a rejected phase has the counts of the last execution");
            }
        }
    }

    private static void refuelled(Transition t) {
        var usage = t.after().usage();
        require(usage.rewindsAtReset() == usage.rewinds(), "a granted retry has no rewinds");
        require(usage.routeUses().isEmpty(), "a granted retry has no routes back");
        require(
                Transition.attempt(t.after().slots().recovery()) == 0,
                "a granted retry has no recoveries");
        require(
                t.after()
                        .items()
                        .lists()
                        .values()
                        .forAll(list -> !list.exists(item -> item.status() instanceof Item.Failed)),
                "a granted retry leaves items failed");
    }

    private static void cancelled(Transition t) {
        if (t.call().isEmpty() || t.isExhausted()) return;
        if (!(t.before().lifecycle() instanceof Lifecycle.Paused)) return;
        require(!t.rewinds(), "a cancelled effect spends a rewind");
        require(
                t.before().cursor() instanceof Cursor.Arrived
                        || t.phase()
                                .exists(
                                        phase ->
                                                t.after().at().step()
                                                        == PhaseText.retriedFrom(
                                                                phase, t.before().at().step())),
                "a cancelled call keeps its place");
    }

    /** A crash makes the effect in progress unknown, and nothing else. */
    private static void crashesLoseNothing(Transition t) {
        if (!(t.event() instanceof RunEvent.DriverStarted) || t.after() == t.before()) return;
        if (!(t.before().slots().inFlight() instanceof InFlight.Known(var ticket, var effect)))
            return;
        require(
                t.after().slots().inFlight().equals(new InFlight.Unknown(ticket, effect)),
                "a new driver believes an effect to be running");
        var undone = Pipeline.reduce(t.after(), new RunEvent.NotDone(ticket));
        require(undone.isFree(), "an effect that did not happen is in progress");
        if (effect instanceof SpawnChild spawn && t.before().items().child(ticket).isEmpty())
            require(
                    undone.items().list(spawn.list()).get(spawn.index()).equals(spawn.item()),
                    "a child that did not start is running");
        require(
                t.before().items().child(ticket).isDefined()
                        || Pipeline.determineNextEffect(undone).getClass().equals(effect.getClass())
                        || Pipeline.decide(undone).priority() != Priority.NORMAL,
                "an effect that did not happen is not repeated");
        require(
                Pipeline.reduce(
                                undone,
                                new RunEvent.DriverStarted(
                                        undone.header().epoch(), undone.header().now()))
                        == undone,
                "a start of a driver counts twice");
    }

    private static void opensAnew(PipelineState state) {
        if (Pipeline.determineNextEffect(state) instanceof OpenGate open)
            require(
                    !state.ledger()
                            .resolutions()
                            .exists(each -> each.instance().equals(open.gate().instance())),
                    "a gate opens again under its old name");
    }
}
