package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.reduce.AgentRemedy.MissingAgent;
import dev.foldline.core.reduce.AgentRemedy.NextAgent;
import dev.foldline.core.reduce.AgentRemedy.NextWorker;
import dev.foldline.core.reduce.AgentRemedy.OtherAgent;
import dev.foldline.core.reduce.AgentRemedy.SameAgent;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Rewind;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.reduce.RunRemedy.Halt;
import dev.foldline.core.reduce.RunRemedy.RecoveryAttempt;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Agents.Chain;
import dev.foldline.core.state.ErrorClass;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Kind;
import dev.foldline.core.state.Retry.Setback;
import dev.foldline.core.workflow.Phase;

/** Handles failed and limited agents: calls the same agent again, calls another one, or waits. */
final class AgentFailureHandling {
    private AgentFailureHandling() {}

    static Consequence consequence(AgentRemedy remedy) {
        return switch (remedy) {
            case SameAgent(var state, var fault) -> sameAgent(state, fault);
            case NextAgent(var state, var fault) -> nextAgent(state, fault);
            case OtherAgent(var state, var fault) -> limited(state, fault);
            case NextWorker(var state, var fault) -> anotherWorker(state, fault);
            case MissingAgent(var state, var role) -> noAgentAvailable(state, role);
        };
    }

    /** Calls the same agent again, or the next one when its failures are used up. */
    private static Consequence sameAgent(PipelineState state, Fault fault) {
        var tally = state.usage().tally();
        int count = tally.sameAgent() + 1;
        return count < state.policy().limits().sameAgentMax()
                        && FailureHandling.role(state).isDefined()
                        && FailureHandling.retryPolicy(state).strict().isEmpty()
                ? new Rewind(
                        state, new Setback(Kind.SAME_AGENT, count, fault), tally.sameAgent(count))
                : nextAgent(state, fault);
    }

    /**
     * Calls the next agent of the chain. After the last one the chain starts again after a wait;
     * then the run recovers.
     */
    private static Consequence nextAgent(PipelineState state, Fault fault) {
        return FailureHandling.role(state)
                .map(role -> nextOf(state, role, fault))
                .getOrElse(() -> new RecoveryAttempt(state, fault));
    }

    private static Consequence nextOf(PipelineState state, String role, Fault fault) {
        var out = state.withAgents(AgentFallback.without(state, role, fault));
        if (AgentFallback.able(out, role).nonEmpty())
            return another(
                    out,
                    role,
                    new Setback(Kind.NEXT_AGENT, out.agents().chain(role).failed().size(), fault));
        return AdviceHandling.withoutAdvice(out)
                .orElse(() -> QuestionHandling.withoutProgress(state, role, fault))
                .getOrElse(() -> withoutAgents(state, out, role, fault));
    }

    private static Consequence withoutAgents(
            PipelineState state, PipelineState out, String role, Fault fault) {
        return AgentFallback.allBarred(out, role)
                .<Consequence>map(
                        barred ->
                                new Halt(
                                        out.withAgents(out.agents().with(role, Chain.FRESH)),
                                        barred))
                .getOrElse(() -> nextRoundOrRecovery(state, out, role, fault));
    }

    private static Consequence nextRoundOrRecovery(
            PipelineState state, PipelineState out, String role, Fault fault) {
        return isInVain(state, fault)
                        || AgentFallback.isLastRound(out, role)
                        || AgentFallback.isNextRoundEmpty(out, role)
                ? exhausted(out, role, fault)
                : nextRound(out, role, fault);
    }

    /** A phase with strict call retries does not repeat a call that would fail in the same way. */
    private static boolean isInVain(PipelineState state, Fault fault) {
        return FailureHandling.retryPolicy(state).strict().isDefined()
                && ErrorClass.of(fault) == ErrorClass.FINAL;
    }

    /** Starts the chain again after a wait, with the first agent that can be called then. */
    private static Consequence nextRound(PipelineState state, String role, Fault fault) {
        var chain = state.agents().chain(role).nextRound(RepeatedFailures.exhausted(state));
        var out = state.withAgents(state.agents().with(role, chain));
        return new Rewind(
                out,
                fault,
                state.usage().tally().patient(),
                new Move(
                        out.withRetry(
                                new Retry.Waiting(
                                        new Setback(Kind.NEXT_AGENT, chain.cycle(), fault),
                                        AgentFallback.nextRoundAt(state, role))),
                        Place.SEGMENT));
    }

    /**
     * Resets an exhausted chain for the recovery. At the first recovery level, all other chains
     * stay as they are.
     */
    private static Consequence exhausted(PipelineState state, String role, Fault fault) {
        return new RecoveryAttempt(state.withAgents(state.agents().with(role, Chain.FRESH)), fault);
    }

    /**
     * Lets a limited agent rest. Another agent takes over, or the run waits for the first one that
     * may be called again. No run waits for an advisor.
     */
    private static Consequence limited(PipelineState state, Fault fault) {
        return FailureHandling.role(state)
                .map(role -> rests(state, role, fault))
                .getOrElse(() -> new RecoveryAttempt(state, fault));
    }

    private static Consequence rests(PipelineState state, String role, Fault fault) {
        var rested = state.withAgents(AgentFallback.rested(state, role, fault));
        if (AdviceHandling.isAdvised(state)) return nextOf(rested, role, fault);
        return another(
                rested,
                role,
                new Setback(Kind.OTHER_AGENT, state.usage().tally().attempt(), fault));
    }

    /**
     * Calls another agent. If all agents that have not failed are resting, a new round starts with
     * the others. In the last round the run waits for the first agent that may be called again.
     */
    private static Consequence another(PipelineState state, String role, Setback setback) {
        var rest = state.allRest(role);
        if (rest.isDefined() && AdviceHandling.isAdvised(state))
            return AdviceHandling.withoutAdvice(state).get();
        if (rest.exists(
                _ -> !isInVain(state, setback.fault()) && AgentFallback.isRoundDue(state, role)))
            return nextRound(state, role, setback.fault());
        var tally = state.usage().tally();
        boolean sameOneWaits = rest.isDefined() && setback.kind() == Kind.OTHER_AGENT;
        var retry =
                rest.<Retry>map(
                                each ->
                                        new Retry.Waiting(
                                                AgentFallback.setback(each), each.until()))
                        .getOrElse(() -> new Retry.Due(setback));
        return new Rewind(
                state,
                setback.fault(),
                sameOneWaits ? tally : tally.patient(),
                new Move(state.withRetry(retry), Place.SEGMENT));
    }

    /**
     * Returns the agents after a wait. Agents that were skipped while another one rested may be
     * called again as well.
     */
    static Agents afterWait(PipelineState state, Setback setback) {
        var agents = state.agents();
        return setback.kind() == Kind.OTHER_AGENT
                ? state.roleAhead()
                        .map(
                                role ->
                                        agents.with(
                                                role,
                                                agents.chain(role)
                                                        .sameRound(
                                                                RepeatedFailures.exhausted(state))))
                        .getOrElse(agents)
                : agents;
    }

    /**
     * Returns the agents after a wait that the user ended: all agents of the role may be called
     * again, the preferred one first.
     */
    static Agents afterSkippedWait(PipelineState state) {
        return state.awaitedRole()
                .map(role -> state.agents().admitted().roused(role, state.policy().chain(role)))
                .getOrElse(state.agents());
    }

    /** Returns whether the run waits for an agent while another one of its role may be called. */
    static boolean isAgentAvailable(PipelineState state) {
        return state.slots().retry() instanceof Retry.Waiting(var setback, _)
                && setback.kind() == Kind.OTHER_AGENT
                && state.roleAhead()
                        .exists(
                                role ->
                                        state.allRest(role).isEmpty()
                                                && AgentFallback.able(state, role).nonEmpty());
    }

    /** Handles a role of which no agent can be called: all are resting or barred. */
    private static Consequence noAgentAvailable(PipelineState state, String role) {
        if (AdviceHandling.isAdvised(state) && AgentFallback.able(state, role).isEmpty())
            return AdviceHandling.withoutAdvice(state).get();
        return AgentFallback.allBarred(state, role)
                .<Consequence>map(fault -> new Halt(state.withLastFault(fault), fault))
                .orElse(
                        () ->
                                state.allRest(role)
                                        .map(
                                                rest ->
                                                        another(
                                                                state,
                                                                role,
                                                                AgentFallback.setback(rest))))
                .getOrElse(() -> new Stay(state));
    }

    private static Consequence anotherWorker(PipelineState state, Fault fault) {
        return state.phase()
                .flatMap(Phase::worker)
                .map(worker -> nextWorker(state, worker, fault))
                .getOrElse(() -> new RecoveryAttempt(state, fault));
    }

    private static Consequence nextWorker(PipelineState state, String worker, Fault fault) {
        var out = state.withAgents(AgentFallback.without(state, worker, fault));
        if (AgentFallback.able(out, worker).isEmpty()) return exhausted(state, worker, fault);
        var setback =
                new Setback(Kind.NEXT_AGENT, out.agents().chain(worker).failed().size(), fault);
        return new Rewind(
                out,
                fault,
                state.usage().tally().patient().continuations(0),
                new Move(out.withRetry(new Retry.Due(setback)), Place.FIRST_STEP));
    }
}
