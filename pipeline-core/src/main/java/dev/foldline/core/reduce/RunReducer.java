package dev.foldline.core.reduce;

import dev.foldline.core.AskedQuestions;
import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.Slots;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.reduce.Consequence.Failure;
import dev.foldline.core.reduce.Consequence.Label;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Sequence;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.reduce.RunRemedy.Conclusion;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.HeaderBuilder;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Setback;
import dev.foldline.core.state.Usage;
import dev.foldline.core.workflow.ChangeOperation;
import dev.foldline.core.workflow.Phase;

import io.vavr.control.Option;

/** Reduces the run's own events. */
public final class RunReducer {
    private RunReducer() {}

    /** Returns the state before the first step. */
    public static PipelineState start(RunStarted event) {
        var header =
                new HeaderBuilder()
                        .run(event.run())
                        .workflow(event.workflow())
                        .task(event.task())
                        .rules(event.rules())
                        .ticket(1)
                        .now(event.at())
                        .lastInput(0)
                        .epoch(0)
                        .until(event.until())
                        .parent(event.parent())
                        .build();
        var fresh =
                new PipelineState(
                        header,
                        Lifecycle.RUNNING,
                        new Cursor.Arrived(Position.START),
                        Slots.IDLE,
                        Items.NONE,
                        Agents.FRESH,
                        event.given()
                                .map(given -> given.ledger(event.workflow()))
                                .getOrElse(Ledger.EMPTY),
                        Usage.nothing(event.workflow().policy()));
        return event.given()
                .flatMap(
                        given ->
                                given.progress()
                                        .map(
                                                standing ->
                                                        RunImport.up(
                                                                began(fresh),
                                                                standing,
                                                                given.origin())))
                .getOrElse(() -> began(fresh));
    }

    private static final int SAVES_MAX = 3;
    private static final String CONFLICT = "conflict";

    public static Consequence reduce(PipelineState state, RunEvent event) {
        if (event instanceof Event.Answer answer && !state.awaits(answer.ticket()))
            return new Stay(state);
        return switch (event) {
            case RunEvent.RunStarted _ -> new Stay(state);
            case RunEvent.DriverStarted e -> new Stay(driverStarted(state, e));
            case RunEvent.CallGuarded _ -> new Stay(state);
            case RunEvent.EffectStarted e ->
                    new Stay(state.isFree() ? started(state, e.ticket(), e.effect()) : state);
            case RunEvent.NotDone _ -> new Stay(notDone(state));
            case RunEvent.EffectCancelled e -> cancelled(state, e);
            case RunEvent.EffectFailed e -> failed(state, e);
            case RunEvent.PhaseEntered e -> phaseEntered(state, e);
            case RunEvent.GateOpened e -> gateOpened(state, e);
            case RunEvent.RecoveryRecorded _ -> new Stay(recorded(state));
            case RunEvent.WaitElapsed e -> new Stay(elapsed(state, e));
        };
    }

    /**
     * Moves before the first phase that is entered: a stage may have no turns, and its phases may
     * need a route to be entered.
     */
    private static PipelineState began(PipelineState state) {
        return CursorMoves.arrive(state, 0, 0, 0);
    }

    /** The state of an effect that the last driver had started is now unknown. */
    private static PipelineState driverStarted(PipelineState state, RunEvent.DriverStarted event) {
        if (event.epoch() != state.header().epoch() + 1) return state;
        var taken =
                state.withLedger(state.ledger().askingForge())
                        .withHeader(state.header().withEpoch(event.epoch()).at(event.at()))
                        .withAgents(waited(state) ? state.agents().admitted() : state.agents());
        return state.slots().inFlight() instanceof InFlight.Known(var ticket, var effect)
                ? taken.withInFlight(new InFlight.Unknown(ticket, effect))
                : taken;
    }

    /**
     * A driver may exit during a wait, and the user may sign in before the next one starts. After a
     * crash during work, barred agents stay barred.
     */
    private static boolean waited(PipelineState state) {
        return state.isFree() && state.slots().retry() instanceof Retry.Waiting;
    }

    private static PipelineState started(PipelineState state, long ticket, ExternalEffect effect) {
        var known = state.withInFlight(new InFlight.Known(ticket, effect));
        return effect instanceof SpawnChild(_, var list, var index, _, _, _, _)
                ? known.withItems(state.items().with(list, index, new Item.Running(ticket)))
                : known;
    }

    /** Restores exactly the state before the start. */
    private static PipelineState notDone(PipelineState state) {
        return state.slots().inFlight() instanceof InFlight.Unknown
                ? unspawned(state).withInFlight(InFlight.IDLE)
                : state;
    }

    /**
     * Resets an item whose child run was not started. A child that has reported something was
     * started.
     */
    private static PipelineState unspawned(PipelineState state) {
        if (!(state.slots().inFlight().running().getOrNull()
                instanceof SpawnChild(_, var list, var index, var item, _, _, _))) return state;
        var running = new Item.Running(state.header().ticket());
        boolean isAlone = state.items().child(state.header().ticket()).isEmpty();
        return isAlone
                        && state.items()
                                .list(list)
                                .drop(index)
                                .headOption()
                                .exists(each -> each.status().equals(running))
                ? state.withItems(state.items().with(list, index, item.status()))
                : state;
    }

    /**
     * Handles an effect that was cancelled on request or before it started: the segment starts
     * again. Without a pending request it counts as lost.
     */
    private static Consequence cancelled(PipelineState state, RunEvent.EffectCancelled event) {
        if (state.isFree()) return new Stay(state);
        var answered =
                metered(unspawned(state), event)
                        .withHeader(state.header().at(event.at()))
                        .answered();
        if (state.isDeclaredDone()) return new Stay(answered);
        return state.lifecycle() instanceof Lifecycle.Paused
                ? new Move(answered, Place.SEGMENT)
                : new Failure(answered, Fault.of(Fault.Kind.LOST, "cancelled"));
    }

    private static PipelineState metered(PipelineState state, RunEvent.EffectCancelled event) {
        return state.slots()
                .inFlight()
                .running()
                .map(effect -> SpendAccounting.paid(state, effect, event.spend(), Option.none()))
                .map(state::withUsage)
                .getOrElse(state);
    }

    private static Consequence failed(PipelineState state, RunEvent.EffectFailed event) {
        var fault = event.fault();
        if (isProvidedFor(state, fault)) return conflicted(state.answered(), fault);
        return state.slots().inFlight().running().exists(SaveWork.class::isInstance)
                ? notSaved(state.answered(), state.slots().inFlight().running(), fault)
                : remedied(unspawned(printed(called(state, fault), fault)).answered(), event);
    }

    private static Consequence remedied(PipelineState state, RunEvent.EffectFailed event) {
        return event.fault().kind() == Fault.Kind.COMMIT_REJECTED
                ? GitReducer.rejected(state, event.fault(), event.fingerprint())
                : new Failure(state, event.fault());
    }

    /** Returns whether the phase has a route for conflicts. */
    private static boolean isProvidedFor(PipelineState state, Fault fault) {
        return fault.kind() == Fault.Kind.CONFLICT
                && state.slots().inFlight().running().exists(PrepareMerge.class::isInstance)
                && state.phase().exists(phase -> phase.routes().containsKey(CONFLICT));
    }

    /** Follows the conflict route and adds the conflict to the feedback. */
    private static Consequence conflicted(PipelineState state, Fault fault) {
        return new Sequence(
                new Label(state.withLastFault(fault), CONFLICT),
                sent -> new Stay(sent.withFeedback(fault.message(), fault.output())));
    }

    /** A check that could not run has an output, too. */
    private static PipelineState printed(PipelineState state, Fault fault) {
        var ledger = state.ledger();
        return state.slots().inFlight().running().getOrNull() instanceof RunCheck check
                ? state.withLedger(
                        ledger.withFindings(
                                ledger.findings().printed(check.check(), fault.output())))
                : state;
    }

    /** A call that was not completed counts as a call. */
    private static PipelineState called(PipelineState state, Fault fault) {
        return state.slots()
                .inFlight()
                .running()
                .filter(InvokeAgent.class::isInstance)
                .map(effect -> SpendAccounting.charge(state, effect, fault))
                .map(state::withUsage)
                .getOrElse(state);
    }

    /** Saving is retried a few times; then the run ends or halts without it. */
    private static Consequence notSaved(
            PipelineState state, Option<ExternalEffect> effect, Fault fault) {
        int saves = state.usage().saves() + 1;
        var counted = state.withUsage(state.usage().withSaves(saves)).withLastFault(fault);
        return saves < SAVES_MAX ? new Stay(counted) : new Conclusion(counted, effect);
    }

    private static Consequence phaseEntered(PipelineState state, RunEvent.PhaseEntered event) {
        return state.isFree() && state.cursor() instanceof Cursor.Arrived && !state.isAtEnd()
                ? new Move(
                        state.withHeader(
                                        event.at()
                                                .map(state.header()::at)
                                                .getOrElse(state.header()))
                                .answered(),
                        Place.INTO_PHASE)
                : new Stay(state);
    }

    private static Consequence gateOpened(PipelineState state, RunEvent.GateOpened event) {
        if (event.gate().origin() == Gate.Origin.QUESTION)
            return new Stay(
                    AskedQuestions.isDue(state)
                                    && event.gate().revision()
                                            == state.agents().questions().number()
                            ? state.answered().withGate(new GateSlot.Open(event.gate()))
                            : state);
        var due =
                state.isFree()
                        && state.slots().gate() instanceof GateSlot.Idle
                        && state.cursor() instanceof Cursor.Working
                        && state.currentStep().isEmpty()
                        && event.gate().revision() == state.revision();
        if (!due) return new Stay(state);
        var ledger = state.ledger();
        var seen =
                event.gate()
                        .tree()
                        .map(tree -> ledger.withRepository(ledger.repository().withTree(tree)))
                        .getOrElse(ledger);
        return seen.isApprovedBeforehand(event.gate().id()) && !isAsked(state)
                ? new Move(
                        state.answered()
                                .withLedger(
                                        seen.approvedBeforehand(Option.none())
                                                .resolved(event.gate(), Gate.Verdict.APPROVED)),
                        Place.NEXT_PHASE)
                : new Stay(
                        state.answered()
                                .withLedger(seen)
                                .withGate(new GateSlot.Open(event.gate())));
    }

    /** What was approved in advance is not what the comparison of the change has found. */
    private static boolean isAsked(PipelineState state) {
        return state.phase().exists(Phase::comparesChange)
                && state.ledger()
                        .findings()
                        .changeDecision(state.policy())
                        .exists(each -> each.label().equals(ChangeOperation.ASKED));
    }

    private static PipelineState recorded(PipelineState state) {
        return state.isFree() && state.slots().recovery() instanceof Recovery.Passed
                ? state.answered().withRecovery(Recovery.IDLE)
                : state;
    }

    private static PipelineState elapsed(PipelineState state, RunEvent.WaitElapsed event) {
        return state.isFree() && state.slots().retry() instanceof Retry.Waiting(var setback, _)
                ? waitEnded(state.withHeader(state.header().at(event.at())).answered(), setback)
                : state.fixerRests()
                        .map(
                                rest ->
                                        state.withHeader(
                                                        state.header()
                                                                .at(event.at())
                                                                .at(rest.until()))
                                                .answered())
                        .getOrElse(state);
    }

    private static PipelineState waitEnded(PipelineState state, Setback setback) {
        return state.withAgents(AgentFailureHandling.afterWait(state, setback))
                .withRetry(new Retry.Due(setback));
    }
}
