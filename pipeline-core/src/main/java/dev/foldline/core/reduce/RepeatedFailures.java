package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.reduce.AgentRemedy.NextAgent;
import dev.foldline.core.reduce.RunRemedy.Exhaustion;
import dev.foldline.core.reduce.RunRemedy.RecoveryAttempt;
import dev.foldline.core.state.FailureSeries;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Remedy;
import dev.foldline.core.state.Position;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The one bound for identical failures: after three of them in a row the run recovers, once; after
 * three more it halts. Failures are identical if their kind, their place, their agent and their
 * fingerprint are equal. A failure without a fingerprint equals no other.
 */
final class RepeatedFailures {
    private RepeatedFailures() {}

    /** Counts a failure at the cursor. */
    static PipelineState counted(PipelineState state, Fault fault, Remedy remedy) {
        if (fault.kind().isUnbounded()) return state;
        var findings = state.ledger().findings();
        return state.withLedger(
                state.ledger()
                        .withFindings(findings.failed(state.at(), agent(state, remedy), fault)));
    }

    /** Ends the series of failures whose place the cursor has passed. */
    static PipelineState passed(PipelineState state) {
        var findings = state.ledger().findings();
        var left = findings.passed(state.at());
        return left == findings ? state : state.withLedger(state.ledger().withFindings(left));
    }

    /**
     * Returns what follows instead of the usual remedy if the failure has come too often in the
     * same way.
     */
    static Option<Consequence> exceeded(PipelineState state, Fault fault, Remedy remedy) {
        return series(state, fault)
                .find(FailureSeries::isExhausted)
                .flatMap(each -> following(state, fault, remedy));
    }

    private static Option<Consequence> following(PipelineState state, Fault fault, Remedy remedy) {
        if (hasOwnCounts(state) && remedy == Remedy.OUTPUT_AGAIN) return Option.none();
        return switch (remedy) {
            case SAME_AGENT, OUTPUT_AGAIN -> Option.of(new NextAgent(state, fault));
            case CHECK_AGAIN, RESTART, EFFECT_AGAIN, REDO ->
                    Option.of(new RecoveryAttempt(state, fault));
            case NEXT_AGENT, WAIT_OR_OTHER_AGENT, INSTRUCT_AGAIN, RECOVER, HALT -> Option.none();
        };
    }

    /**
     * Returns the halt if the run has already recovered from this failure. A recovery without an
     * agent only tries again: three times in all.
     */
    static Option<Consequence> recoveredBefore(PipelineState state, Fault fault) {
        int timesMin = state.policy().recovery().fixer().isDefined() ? 0 : FailureSeries.TIMES_MAX;
        return series(state, fault)
                .find(each -> each.isRecovered() && each.times() >= timesMin)
                .map(each -> new Exhaustion(state, stuck(each, fault)));
    }

    /** Records a recovery from all failures at the cursor. */
    static PipelineState recovered(PipelineState state) {
        var findings = state.ledger().findings();
        return state.withLedger(state.ledger().withFindings(findings.recovered(state.at())));
    }

    /** Returns the agents that may not be called again in the cursor's phase before a recovery. */
    static Vector<String> exhausted(PipelineState state) {
        if (hasOwnCounts(state)) return Vector.empty();
        return state.ledger()
                .findings()
                .series()
                .filter(each -> isHere(state, each.at()) && each.isExhausted())
                .flatMap(FailureSeries::agent)
                .distinct();
    }

    /** A phase with strict retries counts the repairs of its output and the calls itself. */
    private static boolean hasOwnCounts(PipelineState state) {
        return FailureHandling.retryPolicy(state).strict().isDefined();
    }

    private static boolean isHere(PipelineState state, Position place) {
        return place.at(0).equals(state.at().at(0));
    }

    private static Vector<FailureSeries> series(PipelineState state, Fault fault) {
        return state.ledger()
                .findings()
                .series()
                .filter(each -> each.at().equals(state.at()) && each.isSame(fault));
    }

    private static Fault stuck(FailureSeries series, Fault last) {
        return new Fault(
                Fault.Kind.STUCK,
                series.agent()
                                .map(agent -> "the agent " + agent + " failed")
                                .getOrElse("this failed")
                        + " in the same way "
                        + series.times()
                        + " times in a row, whatever was changed in between; last: "
                        + last.message(),
                Option.none(),
                last.output());
    }

    /** Only what an agent did is counted for each agent. */
    private static Option<String> agent(PipelineState state, Remedy remedy) {
        return switch (remedy) {
            case SAME_AGENT, NEXT_AGENT, OUTPUT_AGAIN ->
                    FailureHandling.role(state).flatMap(role -> AgentFallback.called(state, role));
            case WAIT_OR_OTHER_AGENT,
                    CHECK_AGAIN,
                    RESTART,
                    EFFECT_AGAIN,
                    REDO,
                    INSTRUCT_AGAIN,
                    RECOVER,
                    HALT ->
                    Option.none();
        };
    }
}
