package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.Given;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Hold;
import dev.foldline.core.state.InFlight;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import io.vavr.control.Option;

/** What happened to the run itself. */
public final class RunReducer {
    private RunReducer() {}

    private static final int SAVINGS_MAX = 3;
    private static final String CONFLICT = "conflict";

    public static PipelineState reduce(PipelineState state, RunEvent event) {
        if (event instanceof Event.Answer answer && !state.awaits(answer.ticket())) return state;
        return switch (event) {
            case RunEvent.RunStarted _        -> state;
            case RunEvent.DriverStarted e     -> driverStarted(state, e);
            case RunEvent.EffectStarted e     -> state.isFree() ? started(state, e.ticket(), e.deed()) : state;
            case RunEvent.NotDone _           -> notDone(state);
            case RunEvent.EffectCancelled e   -> cancelled(state, e);
            case RunEvent.EffectFailed e      -> failed(state, e.fault());
            case RunEvent.PhaseEntered _      -> phaseEntered(state);
            case RunEvent.GateOpened e        -> gateOpened(state, e);
            case RunEvent.RecoveryRecorded _  -> recorded(state);
            case RunEvent.WaitElapsed e       -> elapsed(state, e);
        };
    }

    /** Before the first phase that is entered: a stage may run no turn, and its phases may wait to be sent to. */
    public static PipelineState began(PipelineState state) { return Moves.arrive(state, 0, 0, 0); }

    /** The same, but where work that was begun elsewhere stands. */
    public static PipelineState tookUp(PipelineState state, Given.Standing standing) { return Taking.up(began(state), standing); }

    /** Whatever the last driver had under way is unknown now. */
    private static PipelineState driverStarted(PipelineState state, RunEvent.DriverStarted event) {
        if (event.epoch() != state.header().epoch() + 1) return state;
        var taken = state.with(state.header().withEpoch(event.epoch()).at(event.at())).with(waited(state) ? state.agents().admitted() : state.agents());
        return state.slots().inFlight() instanceof InFlight.Known(var ticket, var deed)
                ? taken.with(new InFlight.Unknown(ticket, deed)) : taken;
    }

    /** A driver that only waits may go, and a person may sign in until the next one comes. A crash in the middle of work admits nobody. */
    private static boolean waited(PipelineState state) { return state.isFree() && state.slots().retry() instanceof Retry.Waiting; }

    private static PipelineState started(PipelineState state, long ticket, Deed deed) {
        var known = state.with(new InFlight.Known(ticket, deed));
        return deed instanceof SpawnChild(_, var list, var index, _, _, _)
                ? known.with(state.items().with(list, index, new Item.Running(ticket))) : known;
    }

    /** Exactly the state before the start. */
    private static PipelineState notDone(PipelineState state) {
        return state.slots().inFlight() instanceof InFlight.Unknown ? unspawned(state).with(InFlight.IDLE) : state;
    }

    /** No child runs for an item whose start came to nothing; one that has told something did begin. */
    private static PipelineState unspawned(PipelineState state) {
        if (!(state.slots().inFlight().underway().getOrNull() instanceof SpawnChild(_, var list, var index, var item, _, _))) return state;
        var running = new Item.Running(state.header().ticket());
        boolean isAlone = state.items().child(state.header().ticket()).isEmpty();
        return isAlone && state.items().list(list).drop(index).headOption().exists(each -> each.status().equals(running))
                ? state.with(state.items().with(list, index, item.status())) : state;
    }

    /** Ended because somebody asked, or called off before it began: the segment begins again. If nobody asks any more, it counts as lost. */
    private static PipelineState cancelled(PipelineState state, RunEvent.EffectCancelled event) {
        if (state.isFree()) return state;
        var answered = metered(unspawned(state), event).with(state.header().at(event.at())).answered();
        return state.life() instanceof Life.Paused ? Moves.restartSegment(answered) : Remedies.after(answered, Fault.of(Fault.Kind.LOST, "cancelled"));
    }

    private static PipelineState metered(PipelineState state, RunEvent.EffectCancelled event) {
        return state.slots().inFlight().underway().map(deed -> Bills.paid(state, deed, event.spend(), Option.none())).getOrElse(state);
    }

    private static PipelineState failed(PipelineState state, Fault fault) {
        if (isProvidedFor(state, fault)) return conflicted(state.answered(), fault);
        return state.slots().inFlight().underway().exists(SaveWork.class::isInstance)
                ? notSaved(state.answered(), state.slots().inFlight().underway(), fault)
                : Remedies.after(unspawned(called(state, fault)).answered(), fault);
    }

    /** Whether the phase says where a conflict leads. */
    private static boolean isProvidedFor(PipelineState state, Fault fault) {
        return fault.kind() == Fault.Kind.CONFLICT && state.slots().inFlight().underway().exists(PrepareMerge.class::isInstance)
                && state.phase().exists(phase -> phase.routes().containsKey(CONFLICT));
    }

    /** There it is told what conflicts. */
    private static PipelineState conflicted(PipelineState state, Fault fault) {
        var sent = Routes.follow(state.with(state.ledger().withLastFault(Option.of(fault))), CONFLICT);
        return Remedies.told(sent, fault.message(), fault.output());
    }

    /** A call that could not be carried to its end counts as one. */
    private static PipelineState called(PipelineState state, Fault fault) {
        return state.slots().inFlight().underway().filter(InvokeAgent.class::isInstance)
                .map(deed -> Bills.unheard(state, deed, fault)).getOrElse(state);
    }

    /** Saving is tried a few times; then the run ends or halts without it. */
    private static PipelineState notSaved(PipelineState state, Option<Deed> deed, Fault fault) {
        int savings = state.spent().savings() + 1;
        var counted = state.with(state.spent().withSavings(savings)).with(state.ledger().withLastFault(Option.of(fault)));
        return savings < SAVINGS_MAX ? counted : GitReducer.saved(counted, deed);
    }

    private static PipelineState phaseEntered(PipelineState state) {
        return state.isFree() && state.cursor() instanceof Cursor.Arrived && !state.isAtEnd()
                ? enteredOrSkipped(state.answered()) : state;
    }

    /** A phase without steps is left at once. */
    private static PipelineState enteredOrSkipped(PipelineState state) {
        var entered = Moves.enter(state);
        return entered.phase().exists(phase -> phase.steps().isEmpty()) ? Moves.phaseDone(entered) : entered;
    }

    private static PipelineState gateOpened(PipelineState state, RunEvent.GateOpened event) {
        var due = state.isFree() && state.slots().hold() instanceof Hold.Idle && state.cursor() instanceof Cursor.Working
                && state.currentStep().isEmpty() && event.gate().revision() == state.revision();
        if (!due) return state;
        var ledger = state.ledger();
        var seen = event.gate().tree().map(tree -> ledger.withRepository(ledger.repository().seen(tree))).getOrElse(ledger);
        return seen.isApprovedBeforehand(event.gate().id())
                ? Moves.leave(state.answered().with(seen.approvedBeforehand(Option.none()).resolved(event.gate(), Gate.Verdict.APPROVED)))
                : state.answered().with(seen).with(new Hold.Open(event.gate()));
    }

    private static PipelineState recorded(PipelineState state) {
        return state.isFree() && state.slots().recovery() instanceof Recovery.Passed
                ? state.answered().with(Recovery.IDLE) : state;
    }

    private static PipelineState elapsed(PipelineState state, RunEvent.WaitElapsed event) {
        return state.isFree() && state.slots().retry() instanceof Retry.Waiting(var setback, _)
                ? state.with(state.header().at(event.at())).answered().with(new Retry.Due(setback))
                : state.fixerRests().map(rest -> state.with(state.header().at(event.at()).at(rest.until())).answered()).getOrElse(state);
    }
}
