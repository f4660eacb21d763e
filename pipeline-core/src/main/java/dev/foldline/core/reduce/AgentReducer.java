package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.reduce.Consequence.Failure;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Agents.Chain;
import dev.foldline.core.state.Agents.Session;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Remedy;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Spend;

import io.vavr.control.Option;

import java.time.Instant;

/**
 * Reduces the outcome of an agent's call. A mode ends when the agent has answered, not when its
 * prompt is written.
 */
public final class AgentReducer {
    private AgentReducer() {}

    public static Consequence reduce(PipelineState state, AgentEvent event) {
        if (!state.awaits(event.ticket())) return new Stay(state);
        var effect = state.slots().inFlight().running().getOrNull();
        if (effect instanceof SwitchModel && event instanceof AgentEvent.ModelSwitched)
            return new Move(state.answered(), Place.NEXT_STEP);
        return effect instanceof InvokeAgent call ? called(state, call, event) : new Stay(state);
    }

    private static Consequence called(PipelineState state, InvokeAgent call, AgentEvent event) {
        return switch (event) {
            case AgentEvent.ModelSwitched _ -> new Stay(state);
            case AgentEvent.SessionStarted e ->
                    new Stay(conversing(state, call, Option.of(e.session())));
            case AgentEvent.AgentFinished e -> ended(state, call, e);
            case AgentEvent.AgentFailed e -> failed(state, call, e);
        };
    }

    private static Consequence ended(
            PipelineState state, InvokeAgent call, AgentEvent.AgentFinished event) {
        var settled =
                settled(
                        awake(state, call),
                        call,
                        event.session(),
                        event.spend(),
                        event.at(),
                        Option.none());
        var counted = QuestionHandling.counted(settled, call, event);
        return QuestionHandling.of(counted, call, event).getOrElse(() -> finished(counted, call));
    }

    private static PipelineState awake(PipelineState state, InvokeAgent call) {
        return state.withAgents(state.agents().awake(call.agent()));
    }

    private static Consequence finished(PipelineState state, InvokeAgent call) {
        if (state.slots().recovery() instanceof Recovery.FixPrompted(var failure, _))
            return new Stay(
                    withFix(state, failure)
                            .withRecovery(
                                    new Recovery.CleanDue(
                                            failure.noting(
                                                    "At attempt "
                                                            + failure.attempts()
                                                            + " the agent "
                                                            + call.agent()
                                                            + " worked on it and came to its"
                                                            + " end."))));
        var calm =
                state.withRetry(Retry.IDLE)
                        .withContinuation(Continuation.IDLE)
                        .withUsage(state.usage().withTally(state.usage().tally().sameAgent(0)));
        return new Move(calm, Place.NEXT_STEP);
    }

    private static PipelineState withFix(PipelineState state, Recovery.Failure failure) {
        return state.worker().isEmpty()
                ? state
                : state.withLedger(state.ledger().withFix(failure.fault().message()));
    }

    private static Consequence failed(
            PipelineState state, InvokeAgent call, AgentEvent.AgentFailed event) {
        var fault = insistent(state, call, budgeted(state, call, event));
        var settled =
                settled(
                        withResponse(state, call, fault),
                        call,
                        lasting(state, call, event),
                        event.spend(),
                        event.at(),
                        Option.of(fault));
        return new Failure(settled, fault, remedy(call, fault));
    }

    /**
     * An agent that is silent repeatedly is no longer called. A lost call tells nothing about it.
     */
    private static PipelineState withResponse(PipelineState state, InvokeAgent call, Fault fault) {
        if (fault.kind() == Fault.Kind.LOST) return state;
        return state.withAgents(
                fault.kind() == Fault.Kind.NO_OUTPUT
                        ? state.agents().silent(call.agent(), fault)
                        : state.agents().responsive(call.agent()));
    }

    private static Fault insistent(PipelineState state, InvokeAgent call, Fault fault) {
        int calls = state.agents().silentCalls(call.agent()) + 1;
        return fault.kind() == Fault.Kind.NO_OUTPUT && calls >= Agents.SILENT_MAX
                ? new Fault(
                        fault.kind(),
                        call.agent() + " did nothing and said nothing " + calls + " times in a row",
                        fault.resetsAt(),
                        fault.output(),
                        fault.fingerprint())
                : fault;
    }

    /** A call that the budget's deadline ended is not a failure of the agent. */
    private static Fault budgeted(
            PipelineState state, InvokeAgent call, AgentEvent.AgentFailed event) {
        var fault = event.fault();
        boolean late = fault.kind() == Fault.Kind.TIMEOUT || fault.kind() == Fault.Kind.NO_OUTPUT;
        boolean cut =
                call.deadlines().agentMillis() < state.policy().deadlines().agentMillis()
                        && event.spend().millis() >= call.deadlines().agentMillis();
        return late && cut
                ? new Fault(
                        Fault.Kind.ALLOWANCE_SPENT,
                        fault.message(),
                        fault.resetsAt(),
                        fault.output(),
                        fault.fingerprint())
                : fault;
    }

    /**
     * A full or unknown conversation is started again. An agent that reports an unknown
     * conversation without being asked to resume one has failed.
     */
    private static Remedy remedy(InvokeAgent call, Fault fault) {
        if (fault.kind() == Fault.Kind.CONTEXT_FULL && call.resumes().isDefined())
            return Remedy.SAME_AGENT;
        return fault.kind() == Fault.Kind.SESSION_UNKNOWN && call.resumes().isEmpty()
                ? Remedy.SAME_AGENT
                : fault.kind().remedy();
    }

    private static PipelineState settled(
            PipelineState state,
            InvokeAgent call,
            Option<String> session,
            Spend spend,
            Instant at,
            Option<Fault> fault) {
        return conversing(state, call, session)
                .withUsage(SpendAccounting.paid(state, call, spend, fault))
                .withHeader(state.header().at(at))
                .answered();
    }

    private static PipelineState conversing(
            PipelineState state, InvokeAgent call, Option<String> session) {
        var chain = state.agents().chain(call.role());
        return state.withAgents(
                state.agents()
                        .with(
                                call.role(),
                                new Chain(
                                        chain.failed(),
                                        chain.cycle(),
                                        session.map(id -> new Session(call.agent(), id)),
                                        Option.of(call.agent()))));
    }

    /**
     * Returns the conversation that can be resumed after a failure. An unknown or full one cannot.
     */
    private static Option<String> lasting(
            PipelineState state, InvokeAgent call, AgentEvent.AgentFailed event) {
        var known =
                event.session()
                        .orElse(
                                state.agents()
                                        .chain(call.role())
                                        .session()
                                        .filter(session -> session.agent().equals(call.agent()))
                                        .map(Session::id));
        return event.fault().kind() == Fault.Kind.SESSION_UNKNOWN
                        || event.fault().kind() == Fault.Kind.CONTEXT_FULL
                ? Option.none()
                : known;
    }
}
