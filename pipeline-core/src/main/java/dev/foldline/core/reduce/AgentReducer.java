package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.Spend;
import dev.foldline.core.state.Agents.Chain;
import dev.foldline.core.state.Agents.Session;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import io.vavr.control.Option;
import java.time.Instant;

/** What became of an agent's call. A mode is over when the agent has answered, not when its prompt was written. */
public final class AgentReducer {
    private AgentReducer() {}

    public static PipelineState reduce(PipelineState state, AgentEvent event) {
        if (!state.awaits(event.ticket())) return state;
        if (!(state.slots().inFlight().underway().getOrNull() instanceof InvokeAgent call)) return state;
        return switch (event) {
            case AgentEvent.SessionStarted e -> conversing(state, call, Option.of(e.session()));
            case AgentEvent.AgentFinished e -> finished(settled(state, call, e.session(), e.spend(), e.at()));
            case AgentEvent.AgentFailed e   -> Remedies.after(failed(state, call, e), e.fault());
        };
    }

    private static PipelineState finished(PipelineState state) {
        if (state.slots().recovery() instanceof Recovery.FixPrompted(var failure, _))
            return state.with(new Recovery.CleanDue(failure));
        var calm = state.with(Retry.IDLE).with(Continuation.IDLE)
                .with(state.spent().withTally(state.spent().tally().sameAgent(0)));
        return Moves.stepDone(calm);
    }

    /** A call that reached nobody is no call: to be offline is a wait that spends nothing. */
    private static PipelineState failed(PipelineState state, InvokeAgent call, AgentEvent.AgentFailed event) {
        var settled = settled(state, call, lasting(state, call, event), event.spend(), event.at());
        return event.fault().kind() == Fault.Kind.NETWORK ? settled.with(settled.spent().withMeter(state.spent().meter().plus(event.spend()))) : settled;
    }

    private static PipelineState settled(
            PipelineState state, InvokeAgent call, Option<String> session, Spend spend, Instant at) {
        return conversing(state, call, session).with(state.header().at(at)).answered()
                .with(state.spent().withMeter(state.spent().meter().plus(spend).called()));
    }

    private static PipelineState conversing(PipelineState state, InvokeAgent call, Option<String> session) {
        var chain = state.agents().chain(call.role());
        return state.with(state.agents().with(call.role(),
                new Chain(chain.index(), chain.cycle(), session.map(id -> new Session(call.agent(), id)))));
    }

    /** The conversation that can be taken up after a failure: not one that is unknown or full. */
    private static Option<String> lasting(PipelineState state, InvokeAgent call, AgentEvent.AgentFailed event) {
        var known = event.session().orElse(state.agents().chain(call.role()).session()
                .filter(session -> session.agent().equals(call.agent())).map(Session::id));
        return event.fault().kind() == Fault.Kind.SESSION_UNKNOWN || event.fault().kind() == Fault.Kind.CONTEXT_FULL
                ? Option.none() : known;
    }
}
