package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Agents.Chain;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Kind;
import dev.foldline.core.state.Retry.Setback;
import dev.foldline.core.state.Usage.Tally;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

/** Recovers from failures that no retry has removed: fixes, cleans, rewinds, or halts the run. */
final class RecoveryHandling {
    private RecoveryHandling() {}

    /**
     * Repeats the effect once, because the cause may be gone. After two failures in a row the run
     * recovers.
     */
    static PipelineState effectAgain(PipelineState state, Fault fault) {
        boolean isAgain =
                state.slots().retry() instanceof Retry.Running(var setback)
                        && setback.fault().kind() == fault.kind();
        return isAgain
                ? recover(state, fault)
                : RewindAccounting.retry(
                        state, new Setback(Kind.RESTART, 1, fault), tally -> tally);
    }

    /**
     * Starts a recovery: for a new failure, or as one more attempt at the failure that is being
     * watched.
     */
    static PipelineState recover(PipelineState state, Fault fault) {
        var failure = failure(state, fault);
        var recovering = state.policy().recovery();
        if (failure.attempts() > recovering.attemptsMax()) return giveUp(state, fault);
        var slot =
                mayBeFixed(state) ? new Recovery.FixDue(failure) : new Recovery.CleanDue(failure);
        int level = recovering.level(failure.attempts());
        return RewindAccounting.back(
                state,
                fault,
                Tally::patient,
                spent ->
                        rewound(spent, level)
                                .withAgents(level == 1 ? spent.agents() : spent.agents().reset())
                                .withItems(reopened(spent))
                                .withRecovery(slot));
    }

    /**
     * The fixer is not called before the run's branch is checked out and the user's own work is
     * protected.
     */
    private static boolean mayBeFixed(PipelineState state) {
        return state.policy()
                        .recovery()
                        .fixer()
                        .exists(fixer -> AgentFallback.allBarred(state, fixer).isEmpty())
                && !state.currentStep()
                        .exists(
                                step ->
                                        step instanceof Step.Git(var operation, _, _)
                                                && operation == GitOperation.OPEN_BRANCH);
    }

    private static Failure failure(PipelineState state, Fault fault) {
        return switch (state.slots().recovery()) {
            case Recovery.Watching(var before) -> again(before, state, fault);
            case Recovery.CleanDue(var before) -> again(before, state, fault);
            case Recovery.FixDue(var before) -> again(before, state, fault);
            case Recovery.FixPrompted(var before, _) -> again(before, state, fault);
            case Recovery.Idle _,
                    Recovery.Passed _,
                    Recovery.Halting _,
                    Recovery.Halted _,
                    Recovery.Ending _ ->
                    new Failure(state.at(), fault, 1);
        };
    }

    /** Counts one more attempt; the latest point of failure counts. */
    private static Failure again(Failure before, PipelineState state, Fault fault) {
        return before.again(state.at(), fault);
    }

    /**
     * Returns whether the run is ending or halting, so that later answers do not change the result.
     */
    static boolean isClosing(PipelineState state) {
        return switch (state.slots().recovery()) {
            case Recovery.Ending _, Recovery.Halting _, Recovery.Halted _ -> true;
            case Recovery.Idle _,
                    Recovery.FixDue _,
                    Recovery.FixPrompted _,
                    Recovery.CleanDue _,
                    Recovery.Watching _,
                    Recovery.Passed _ ->
                    false;
        };
    }

    /**
     * Rewinds for an attempt: to the same effect, the phase, a turn of the rewind stage, or its
     * first turn. The tally keeps the number of failures of the phase's worker.
     */
    private static PipelineState rewound(PipelineState state, int level) {
        int stage =
                state.policy()
                        .recovery()
                        .rewindStage()
                        .map(state.workflow()::indexOf)
                        .getOrElse(-1);
        if (level == 1) return sameAgain(state);
        if (level == 2 || stage < 0 || stage > state.at().stage())
            return CursorMoves.before(state, state.at().at(0));
        int turn =
                stage == state.at().stage()
                        ? state.at().turn()
                        : CursorMoves.turnsRun(state, stage);
        return CursorMoves.arrive(state, stage, level == 3 ? Math.max(0, turn - 1) : 0, 0);
    }

    private static PipelineState sameAgain(PipelineState state) {
        return CursorMoves.restartSegment(state).withRetry(Retry.IDLE);
    }

    /** Marks failed children to be started again. */
    static Items reopened(PipelineState state) {
        return state.items()
                .map(item -> item.status() instanceof Item.Failed ? item.with(Item.TODO) : item);
    }

    /**
     * Calls the next fixer for the same attempt; after the last one the attempt continues without a
     * fix. A limited or interrupted fixer costs no attempt. While all fixers that have not failed
     * are resting, the others are called again, within the chain's number of cycles.
     */
    static PipelineState fixerFailed(
            PipelineState state, Failure failure, Fault fault, Fault.Remedy remedy) {
        var fixer = fixer(state);
        if (remedy == Fault.Remedy.RESTART || remedy == Fault.Remedy.EFFECT_AGAIN)
            return RewindAccounting.back(state, fault, tally -> tally, spent -> spent);
        boolean limited = remedy == Fault.Remedy.WAIT_OR_OTHER_AGENT;
        var out =
                limited
                        ? AgentFallback.rested(state, fixer, fault)
                        : AgentFallback.without(state, fixer, fault);
        var chain = out.agents().chain(fixer);
        if (out.allRest(fixer).isDefined() && AgentFallback.isRoundDue(out, fixer))
            return RewindAccounting.back(
                    out.withAgents(out.agents().with(fixer, chain.nextRound())),
                    fault,
                    tally -> tally,
                    spent -> spent);
        return AgentFallback.able(out, fixer).nonEmpty()
                ? RewindAccounting.back(out, fault, tally -> tally, spent -> spent)
                : out.withAgents(out.agents().with(fixer, Chain.FRESH))
                        .withRecovery(
                                new Recovery.CleanDue(
                                        failure.noting(
                                                "At attempt "
                                                        + failure.attempts()
                                                        + " it could not be fixed: "
                                                        + fault.message())));
    }

    private static String fixer(PipelineState state) {
        return state.policy().recovery().fixer().getOrElse("");
    }

    /** Halts for the user after the work is saved. */
    static PipelineState halt(PipelineState state, Fault fault) {
        return state.withRecovery(new Recovery.Halting(failure(state, fault)))
                .withLedger(state.ledger().withLastFault(Option.of(fault)));
    }

    static PipelineState giveUp(PipelineState state, Fault fault) {
        return state.policy().recovery().onExhausted() == RecoveryPolicy.OnExhausted.END
                ? state.withRecovery(new Recovery.Ending(new Outcome.Failed(fault)))
                : halt(state, fault);
    }
}
