package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Agents.Chain;
import dev.foldline.core.state.ErrorClass;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Kind;
import dev.foldline.core.state.Retry.Setback;
import dev.foldline.core.state.Usage.Tally;

import io.vavr.control.Option;

/** Handles failed and limited agents: calls the same agent again, calls another one, or waits. */
final class AgentFailureHandling {
    private AgentFailureHandling() {}

    /** Calls the same agent again, or the next one when its failures are used up. */
    static PipelineState sameAgent(PipelineState state, Fault fault) {
        int count = state.usage().tally().sameAgent() + 1;
        return count < state.policy().limits().sameAgentMax()
                        && FailureHandling.role(state).isDefined()
                        && FailureHandling.retryPolicy(state).strict().isEmpty()
                ? RewindAccounting.retry(
                        state,
                        new Setback(Kind.SAME_AGENT, count, fault),
                        tally -> tally.sameAgent(count))
                : nextAgent(state, fault);
    }

    /**
     * Calls the next agent of the chain. After the last one the chain starts again after a wait;
     * then the run recovers.
     */
    static PipelineState nextAgent(PipelineState state, Fault fault) {
        return FailureHandling.role(state)
                .map(role -> nextOf(state, role, fault))
                .getOrElse(() -> RecoveryHandling.recover(state, fault));
    }

    private static PipelineState nextOf(PipelineState state, String role, Fault fault) {
        var out = AgentFallback.without(state, role, fault);
        if (AgentFallback.able(out, role).nonEmpty())
            return another(
                    out,
                    role,
                    new Setback(Kind.NEXT_AGENT, out.agents().chain(role).failed().size(), fault));
        return AgentFallback.allBarred(out, role)
                .map(
                        barred ->
                                RecoveryHandling.halt(
                                        out.withAgents(out.agents().with(role, Chain.FRESH)),
                                        barred))
                .getOrElse(() -> nextRoundOrRecovery(state, out, role, fault));
    }

    private static PipelineState nextRoundOrRecovery(
            PipelineState state, PipelineState out, String role, Fault fault) {
        return isInVain(state, fault) || AgentFallback.isLastRound(out, role)
                ? exhausted(out, role, fault)
                : nextRound(out, role, fault);
    }

    /** A phase with strict call retries does not repeat a call that would fail in the same way. */
    private static boolean isInVain(PipelineState state, Fault fault) {
        return FailureHandling.retryPolicy(state).strict().isDefined()
                && ErrorClass.of(fault) == ErrorClass.FINAL;
    }

    /** Starts the chain again after a wait, with the first agent that can be called then. */
    private static PipelineState nextRound(PipelineState state, String role, Fault fault) {
        var chain = state.agents().chain(role).nextRound();
        return RewindAccounting.back(
                state.withAgents(state.agents().with(role, chain)),
                fault,
                Tally::patient,
                spent ->
                        CursorMoves.restartSegment(spent)
                                .withRetry(
                                        new Retry.Waiting(
                                                new Setback(Kind.NEXT_AGENT, chain.cycle(), fault),
                                                AgentFallback.nextRoundAt(state, role))));
    }

    /**
     * Resets an exhausted chain for the recovery. At the first recovery level, all other chains
     * stay as they are.
     */
    private static PipelineState exhausted(PipelineState state, String role, Fault fault) {
        return RecoveryHandling.recover(
                state.withAgents(state.agents().with(role, Chain.FRESH)), fault);
    }

    /**
     * Lets a limited agent rest. Another agent takes over, or the run waits for the first one that
     * may be called again.
     */
    static PipelineState limited(PipelineState state, Fault fault) {
        return FailureHandling.role(state)
                .map(role -> rests(state, role, fault))
                .getOrElse(() -> RecoveryHandling.recover(state, fault));
    }

    private static PipelineState rests(PipelineState state, String role, Fault fault) {
        return another(
                AgentFallback.rested(state, role, fault),
                role,
                new Setback(Kind.OTHER_AGENT, state.usage().tally().attempt(), fault));
    }

    /**
     * Calls another agent. If all agents that have not failed are resting, a new round starts with
     * the others. In the last round the run waits for the first agent that may be called again.
     */
    private static PipelineState another(PipelineState state, String role, Setback setback) {
        var rest = state.allRest(role);
        if (rest.exists(
                _ -> !isInVain(state, setback.fault()) && AgentFallback.isRoundDue(state, role)))
            return nextRound(state, role, setback.fault());
        boolean sameOneWaits = rest.isDefined() && setback.kind() == Kind.OTHER_AGENT;
        return RewindAccounting.back(
                state,
                setback.fault(),
                sameOneWaits ? tally -> tally : Tally::patient,
                spent ->
                        CursorMoves.restartSegment(spent)
                                .withRetry(
                                        rest.<Retry>map(
                                                        each ->
                                                                new Retry.Waiting(
                                                                        AgentFallback.setback(each),
                                                                        each.until()))
                                                .getOrElse(() -> new Retry.Due(setback))));
    }

    /**
     * Ends a wait. Agents that were skipped while another one rested may be called again as well.
     */
    static PipelineState waitEnded(PipelineState state, Setback setback) {
        var chains =
                setback.kind() == Kind.OTHER_AGENT
                        ? state.roleAhead()
                                .map(
                                        role ->
                                                state.agents()
                                                        .with(
                                                                role,
                                                                state.agents()
                                                                        .chain(role)
                                                                        .sameRound()))
                        : Option.<Agents>none();
        return state.withAgents(chains.getOrElse(state.agents())).withRetry(new Retry.Due(setback));
    }

    /**
     * Ends a wait on the user's request: all agents of the role may be called again, the preferred
     * one first.
     */
    static PipelineState waitSkipped(PipelineState state) {
        var agents =
                state.awaitedRole()
                        .map(
                                role ->
                                        state.agents()
                                                .admitted()
                                                .roused(role, state.policy().chain(role)))
                        .getOrElse(state.agents());
        return state.withAgents(agents)
                .withRetry(
                        state.slots().retry() instanceof Retry.Waiting(var setback, _)
                                ? new Retry.Due(setback)
                                : state.slots().retry());
    }

    /** Ends a wait for an agent when another one of its role may be called. */
    static PipelineState agentAvailable(PipelineState state) {
        return state.slots().retry() instanceof Retry.Waiting(var setback, _)
                        && setback.kind() == Kind.OTHER_AGENT
                        && state.roleAhead()
                                .exists(
                                        role ->
                                                state.allRest(role).isEmpty()
                                                        && AgentFallback.able(state, role)
                                                                .nonEmpty())
                ? state.withRetry(new Retry.Due(setback))
                : state;
    }

    /** Handles a role of which no agent can be called: all are resting or barred. */
    static PipelineState noAgentAvailable(PipelineState state, String role) {
        return AgentFallback.allBarred(state, role)
                .map(
                        fault ->
                                RecoveryHandling.halt(
                                        state.withLedger(
                                                state.ledger().withLastFault(Option.of(fault))),
                                        fault))
                .orElse(
                        () ->
                                state.allRest(role)
                                        .map(
                                                rest ->
                                                        another(
                                                                state,
                                                                role,
                                                                AgentFallback.setback(rest))))
                .getOrElse(state);
    }

    static PipelineState anotherWorker(PipelineState state, Fault fault) {
        var worker = state.phase().flatMap(phase -> phase.worker()).getOrElse("");
        var out = AgentFallback.without(state, worker, fault);
        if (AgentFallback.able(out, worker).isEmpty()) return exhausted(state, worker, fault);
        var setback =
                new Setback(Kind.NEXT_AGENT, out.agents().chain(worker).failed().size(), fault);
        return RewindAccounting.back(
                out,
                fault,
                tally -> tally.patient().continuations(0),
                spent -> CursorMoves.restartPhase(spent).withRetry(new Retry.Due(setback)));
    }
}
