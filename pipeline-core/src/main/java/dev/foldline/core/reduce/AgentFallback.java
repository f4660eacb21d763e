package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Agents.Chain;
import dev.foldline.core.state.Agents.Rest;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Setback;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * Selects another agent when one fails, is limited or must not be called. A failure is attributed
 * to the agent that was called, whichever agent is next.
 */
final class AgentFallback {
    private AgentFallback() {}

    private static final int LATER_PARTS = 10;

    /**
     * Removes the last called agent for this cycle, or until the user has fixed its account if only
     * the user can.
     */
    static Agents without(PipelineState state, String role, Fault fault) {
        var chain = state.agents().chain(role);
        var out =
                state.agents()
                        .with(
                                role,
                                new Chain(
                                        failed(state, role),
                                        chain.cycle(),
                                        Option.none(),
                                        Option.none()));
        return called(state, role)
                .filter(_ -> isForUser(fault))
                .map(agent -> out.bars(agent, fault))
                .getOrElse(out);
    }

    /**
     * In older logs, whose faults have no fingerprint, an agent without its model or its program
     * was called again.
     */
    private static boolean isForUser(Fault fault) {
        return fault.kind().isForUser()
                && (fault.fingerprint().isDefined()
                        || fault.kind() == Fault.Kind.AUTHENTICATION
                        || fault.kind() == Fault.Kind.CREDIT);
    }

    private static Vector<String> failed(PipelineState state, String role) {
        return state.agents().chain(role).failed().appendAll(called(state, role)).distinct();
    }

    /** Marks the last called agent as limited. */
    static Agents rested(PipelineState state, String role, Fault fault) {
        return called(state, role)
                .map(agent -> agentRests(state, agent, fault))
                .getOrElse(state.agents());
    }

    private static Agents agentRests(PipelineState state, String agent, Fault fault) {
        int inARow = state.agents().refusals(agent) + 1;
        return state.agents()
                .rests(agent, new Rest(until(state, agent, inARow, fault), inARow, fault));
    }

    /**
     * Returns the reset time that the agent reported, if any. If it is refused again, that time was
     * wrong: the agent rests at least as long as one that reports none.
     */
    private static Instant until(PipelineState state, String agent, int inARow, Fault fault) {
        var now = state.header().now();
        var rested = now.plusMillis(restMillis(state, agent, inARow));
        var reported = fault.resetsAt().filter(time -> time.isAfter(now)).getOrElse(rested);
        return inARow > 1 && reported.isBefore(rested) ? rested : reported;
    }

    /**
     * The rest grows with each refusal. Each run adds a different part of a tenth, so that not all
     * runs retry at once. The value is the same after a crash.
     */
    private static long restMillis(PipelineState state, String agent, int inARow) {
        var limits = state.policy().limits();
        long rest = limits.restMillis(inARow);
        int part = Math.floorMod((state.header().run() + agent + inARow).hashCode(), LATER_PARTS);
        return rest + rest / LATER_PARTS * part / LATER_PARTS;
    }

    /** Returns the agents of a role that have not failed in this cycle and are not barred. */
    static Vector<String> able(PipelineState state, String role) {
        return state.agents().able(role, state.policy().chain(role));
    }

    /** Returns why no agent of this role may be called: what each of them needs. */
    static Option<Fault> allBarred(PipelineState state, String role) {
        var order = state.policy().chain(role);
        var faults = order.flatMap(state.agents()::barred).distinct();
        if (order.isEmpty() || !order.forAll(state.agents()::isBarred)) return Option.none();
        return faults.size() == 1
                ? faults.headOption()
                : Option.of(
                        Fault.of(faults.head().kind(), faults.map(Fault::message).mkString("; ")));
    }

    /** Returns whether the chain may not start another cycle. */
    static boolean isLastRound(PipelineState state, String role) {
        return state.agents().chain(role).cycle() + 1 >= state.policy().limits().cyclesMax();
    }

    /** Returns whether failed agents can be called again before the first resting agent may be. */
    static boolean isRoundDue(PipelineState state, String role) {
        boolean isAnyoneThere =
                state.policy()
                        .chain(role)
                        .removeAll(RepeatedFailures.exhausted(state))
                        .exists(
                                agent ->
                                        !state.agents().isBarred(agent)
                                                && !state.agents()
                                                        .isResting(agent, state.header().now()));
        return isAnyoneThere
                && !isLastRound(state, role)
                && state.allRest(role)
                        .exists(rest -> rest.until().isAfter(nextRoundAt(state, role)));
    }

    /** Returns whether no agent would be left to call in another cycle. */
    static boolean isNextRoundEmpty(PipelineState state, String role) {
        var exhausted = RepeatedFailures.exhausted(state);
        return !exhausted.isEmpty()
                && state.policy().chain(role).removeAll(exhausted).forAll(state.agents()::isBarred);
    }

    static Instant nextRoundAt(PipelineState state, String role) {
        return state.header()
                .now()
                .plusMillis(
                        state.policy()
                                .limits()
                                .backoffMillis(state.agents().chain(role).cycle() + 1));
    }

    /** Returns the agent that answered last in the role, or else the current one. */
    static Option<String> called(PipelineState state, String role) {
        return state.agents()
                .chain(role)
                .called()
                .orElse(
                        () ->
                                state.agents()
                                        .current(
                                                role,
                                                state.policy().chain(role),
                                                state.header().now()));
    }

    /** Returns why a role waits for the end of a rest. */
    static Setback setback(Rest rest) {
        return new Setback(Retry.Kind.OTHER_AGENT, rest.refusals(), rest.why());
    }
}
