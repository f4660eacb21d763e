package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.Spend;
import dev.foldline.core.state.Agents.Chain;
import dev.foldline.core.state.Agents.Session;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Remedy;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import io.vavr.control.Option;
import java.time.Instant;

/** What became of an agent's call. A mode is over when the agent has answered, not when its prompt was written. */
public final class AgentReducer {
    private AgentReducer() {}

    public static PipelineState reduce(PipelineState state, AgentEvent event) {
        if (!state.awaits(event.ticket())) return state;
        var deed = state.slots().inFlight().underway().getOrNull();
        if (deed instanceof SwitchModel && event instanceof AgentEvent.ModelSwitched) return Moves.stepDone(state.answered());
        return deed instanceof InvokeAgent call ? called(state, call, event) : state;
    }

    private static PipelineState called(PipelineState state, InvokeAgent call, AgentEvent event) {
        return switch (event) {
            case AgentEvent.ModelSwitched _  -> state;
            case AgentEvent.SessionStarted e -> conversing(state, call, Option.of(e.session()));
            case AgentEvent.AgentFinished e -> finished(settled(awake(state, call), call, e.session(), e.spend(), e.at(), Option.none()));
            case AgentEvent.AgentFailed e   -> failed(state, call, e);
        };
    }

    /** Under the first rules a limit went on until its end. */
    private static PipelineState awake(PipelineState state, InvokeAgent call) {
        return state.header().isSince(2) ? state.with(state.agents().awake(call.agent())) : state;
    }

    private static PipelineState finished(PipelineState state) {
        if (state.slots().recovery() instanceof Recovery.FixPrompted(var failure, _))
            return mended(state, failure).with(new Recovery.CleanDue(failure));
        var calm = state.with(Retry.IDLE).with(Continuation.IDLE)
                .with(state.spent().withTally(state.spent().tally().sameAgent(0)));
        return Moves.stepDone(calm);
    }

    private static PipelineState mended(PipelineState state, Recovery.Failure failure) {
        return state.worker().isEmpty() ? state : state.with(state.ledger().mended(failure.fault().message()));
    }

    private static PipelineState failed(PipelineState state, InvokeAgent call, AgentEvent.AgentFailed event) {
        var fault = budgeted(state, call, event);
        var settled = settled(state, call, lasting(state, call, event), event.spend(), event.at(), Option.of(fault));
        return Remedies.after(settled, fault, remedy(state, call, fault));
    }

    /** A call that the budget's deadline ended has done nothing wrong. */
    private static Fault budgeted(PipelineState state, InvokeAgent call, AgentEvent.AgentFailed event) {
        var fault = event.fault();
        boolean late = fault.kind() == Fault.Kind.TIMEOUT || fault.kind() == Fault.Kind.NO_OUTPUT;
        boolean cut = call.deadlines().agentMillis() < state.policy().deadlines().agentMillis() && event.spend().millis() >= call.deadlines().agentMillis();
        return state.header().isSince(2) && late && cut
                ? new Fault(Fault.Kind.ALLOWANCE_SPENT, fault.message(), fault.resetsAt(), fault.output()) : fault;
    }

    /** A conversation that was ours and is full need only begin anew. */
    private static Remedy remedy(PipelineState state, InvokeAgent call, Fault fault) {
        if (state.header().isSince(2)) return fault.kind() == Fault.Kind.CONTEXT_FULL && call.resumes().isDefined() ? Remedy.SAME_AGENT : fault.kind().remedy();
        return fault.kind() == Fault.Kind.ALLOWANCE_SPENT ? Remedy.SAME_AGENT : fault.kind().remedy();
    }

    private static PipelineState settled(
            PipelineState state, InvokeAgent call, Option<String> session, Spend spend, Instant at, Option<Fault> fault) {
        return Bills.paid(conversing(state, call, session), call, spend, fault).with(state.header().at(at)).answered();
    }

    private static PipelineState conversing(PipelineState state, InvokeAgent call, Option<String> session) {
        var chain = state.agents().chain(call.role());
        return state.with(state.agents().with(call.role(),
                new Chain(chain.failed(), chain.cycle(), session.map(id -> new Session(call.agent(), id)), Option.of(call.agent()))));
    }

    /** The conversation that can be taken up after a failure: not one that is unknown or full. */
    private static Option<String> lasting(PipelineState state, InvokeAgent call, AgentEvent.AgentFailed event) {
        var known = event.session().orElse(state.agents().chain(call.role()).session()
                .filter(session -> session.agent().equals(call.agent())).map(Session::id));
        return event.fault().kind() == Fault.Kind.SESSION_UNKNOWN || event.fault().kind() == Fault.Kind.CONTEXT_FULL
                ? Option.none() : known;
    }
}
