package dev.foldline.law.space;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.Policy.Deadlines;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Outcomes that simulated runs seldom have: each fault of an agent, a call that the budget cut
 * short, and the same failure for the first, second, third or fourth time.
 */
final class RareOutcomes {
    private RareOutcomes() {}

    private static final Option<String> SAME = Option.of("same");

    private static final Vector<Kind> FAULTS =
            Vector.of(
                    Kind.AGENT_FAILED,
                    Kind.LOST,
                    Kind.TIMEOUT,
                    Kind.NO_OUTPUT,
                    Kind.AUTHENTICATION,
                    Kind.MODEL_UNAVAILABLE,
                    Kind.CONTEXT_FULL,
                    Kind.SESSION_UNKNOWN,
                    Kind.RATE_LIMIT,
                    Kind.OVERLOADED);

    /** Returns a transition for each of these outcomes of the effect in progress. */
    static Vector<Transition> of(PipelineState state) {
        if (!(state.slots().inFlight() instanceof InFlight.Known(var ticket, var effect)))
            return Vector.empty();
        if (effect instanceof InvokeAgent call) return ofCall(state, ticket, call);
        if (effect instanceof RunCheck check) return ofCheck(state, ticket, check);
        return effect instanceof CommitWork ? ofCommit(state, ticket) : Vector.empty();
    }

    private static Transition after(PipelineState state, Event event) {
        return Transition.of(state, event, Pipeline.reduce(state, event));
    }

    private static Vector<Transition> ofCall(PipelineState state, long ticket, InvokeAgent call) {
        var silence = Fault.of(Kind.NO_OUTPUT, "no output");
        var agents = state.agents().silent(call.agent(), silence);
        return FAULTS.map(kind -> after(state, failed(state, ticket, Fault.of(kind, "failed"), 0)))
                .append(
                        after(
                                state,
                                failed(
                                        state,
                                        ticket,
                                        Fault.of(Kind.RATE_LIMIT, "limited")
                                                .until(state.header().now().plusSeconds(7)),
                                        0)))
                .append(
                        after(
                                state,
                                new AgentEvent.AgentFailed(
                                        ticket,
                                        Fault.of(Kind.RATE_LIMIT, "refused"),
                                        Option.none(),
                                        Spend.FREE,
                                        state.header().now().plusSeconds(1))))
                .append(after(state.withAgents(agents), failed(state, ticket, silence, 0)))
                .append(
                        after(
                                state.withAgents(agents.silent(call.agent(), silence)),
                                failed(state, ticket, silence, 0)))
                .append(
                        after(
                                state.withInFlight(new InFlight.Known(ticket, cut(call))),
                                failed(state, ticket, Fault.of(Kind.TIMEOUT, "late"), 10)));
    }

    /** Returns the call with the deadline of a budget that is almost spent. */
    private static InvokeAgent cut(InvokeAgent call) {
        var whole = call.deadlines();
        return new InvokeAgent(
                call.key(),
                call.role(),
                call.agent(),
                call.prompt(),
                call.resumes(),
                call.protectedPaths(),
                new Deadlines(
                        10, whole.agentStartMillis(), whole.agentIdleMillis(), whole.checkMillis()),
                call.allowance(),
                call.worker(),
                Option.none());
    }

    private static Event failed(PipelineState state, long ticket, Fault fault, long millis) {
        return new AgentEvent.AgentFailed(
                ticket, fault, Option.none(), Spend.millis(millis), state.header().now());
    }

    private static Vector<Transition> ofCheck(PipelineState state, long ticket, RunCheck check) {
        var tree = state.ledger().repository().tree().getOrElse("tree");
        var event =
                new CheckEvent.CheckFailed(
                        ticket,
                        check.check(),
                        tree,
                        "failed",
                        Option.none(),
                        Spend.NOTHING,
                        SAME,
                        Option.none(),
                        Option.none());
        return Vector.range(0, 4)
                .map(
                        times ->
                                after(
                                        with(
                                                state,
                                                Vector.range(0, times)
                                                        .foldLeft(
                                                                state.ledger()
                                                                        .findings()
                                                                        .withoutFailures(),
                                                                (all, _) ->
                                                                        all.failed(
                                                                                check.check(),
                                                                                SAME))),
                                        event));
    }

    private static Vector<Transition> ofCommit(PipelineState state, long ticket) {
        var event =
                new RunEvent.EffectFailed(ticket, Fault.of(Kind.COMMIT_REJECTED, "rejected"), SAME);
        return Vector.range(0, 3)
                .map(
                        times ->
                                after(
                                        with(
                                                state,
                                                Vector.range(0, times)
                                                        .foldLeft(
                                                                state.ledger()
                                                                        .findings()
                                                                        .committed(),
                                                                (all, _) -> all.rejected(SAME))),
                                        event));
    }

    private static PipelineState with(PipelineState state, Findings findings) {
        return state.withLedger(state.ledger().withFindings(findings));
    }
}
