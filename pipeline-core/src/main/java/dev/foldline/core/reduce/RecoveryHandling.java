package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Rewind;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.reduce.Destination.TurnOf;
import dev.foldline.core.reduce.RunRemedy.Conclusion;
import dev.foldline.core.reduce.RunRemedy.EffectRepeat;
import dev.foldline.core.reduce.RunRemedy.Exhaustion;
import dev.foldline.core.reduce.RunRemedy.FixerFailure;
import dev.foldline.core.reduce.RunRemedy.Halt;
import dev.foldline.core.reduce.RunRemedy.RecoveryAttempt;
import dev.foldline.core.state.Agents.Chain;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Kind;
import dev.foldline.core.state.Retry.Setback;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

/** Recovers from failures that no retry has removed: fixes, cleans, rewinds, or halts the run. */
final class RecoveryHandling {
    private RecoveryHandling() {}

    static Consequence consequence(RunRemedy remedy) {
        return switch (remedy) {
            case EffectRepeat(var state, var fault) -> effectAgain(state, fault);
            case RecoveryAttempt(var state, var fault) -> recover(state, fault);
            case FixerFailure(var state, var failure, var fault, var usual) ->
                    fixerFailed(state, failure, fault, usual);
            case Exhaustion(var state, var fault) -> exhausted(state, fault);
            case Halt(var state, var fault) -> halt(state, fault);
            case Conclusion(var state, var save) -> new Stay(conclude(state, save));
        };
    }

    /**
     * Repeats the effect once, because the cause may be gone. After two failures in a row the run
     * recovers.
     */
    private static Consequence effectAgain(PipelineState state, Fault fault) {
        boolean isAgain =
                state.slots().retry() instanceof Retry.Running(var setback)
                        && setback.fault().kind() == fault.kind();
        return isAgain
                ? recover(state, fault)
                : new Rewind(state, new Setback(Kind.RESTART, 1, fault), state.usage().tally());
    }

    /**
     * Starts a recovery: for a new failure, or as one more attempt at the failure that is being
     * watched.
     */
    private static Consequence recover(PipelineState state, Fault fault) {
        return AdviceHandling.withoutAdvice(state).getOrElse(() -> recovered(state, fault));
    }

    private static Consequence recovered(PipelineState state, Fault fault) {
        return RepeatedFailures.recoveredBefore(state, fault)
                .getOrElse(() -> attempted(RepeatedFailures.recovered(state), fault));
    }

    private static Consequence attempted(PipelineState state, Fault fault) {
        var failure = failure(state, fault);
        var recovering = state.policy().recovery();
        if (failure.attempts() > recovering.attemptsMax()) return giveUp(state, fault);
        var slot =
                mayBeFixed(state) ? new Recovery.FixDue(failure) : new Recovery.CleanDue(failure);
        int level = recovering.level(failure.attempts());
        return new Rewind(
                state,
                fault,
                state.usage().tally().patient(),
                new Move(
                        state.withAgents(level == 1 ? state.agents() : state.agents().reset())
                                .withItems(reopened(state))
                                .withRetry(Retry.IDLE)
                                .withRecovery(slot),
                        destination(state, level)));
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
     * Returns where an attempt starts: at the same effect, the phase, a turn of the rewind stage,
     * or its first turn. The tally keeps the number of failures of the phase's worker.
     */
    private static Destination destination(PipelineState state, int level) {
        int stage =
                state.policy()
                        .recovery()
                        .rewindStage()
                        .map(state.workflow()::indexOf)
                        .getOrElse(-1);
        if (level == 1) return Place.SEGMENT;
        if (level == 2 || stage < 0 || stage > state.at().stage()) return Place.BEFORE_PHASE;
        int turn =
                stage == state.at().stage()
                        ? state.at().turn()
                        : CursorMoves.turnsRun(state, stage);
        return new TurnOf(stage, level == 3 ? Math.max(0, turn - 1) : 0);
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
    private static Consequence fixerFailed(
            PipelineState state, Failure failure, Fault fault, Fault.Remedy remedy) {
        if (remedy == Fault.Remedy.RESTART || remedy == Fault.Remedy.EFFECT_AGAIN)
            return callAgain(state, fault);
        return state.policy()
                .recovery()
                .fixer()
                .map(fixer -> nextFixer(state, fixer, failure, fault, remedy))
                .getOrElse(() -> unfixed(state, failure, fault));
    }

    private static Consequence nextFixer(
            PipelineState state, String fixer, Failure failure, Fault fault, Fault.Remedy remedy) {
        boolean limited = remedy == Fault.Remedy.WAIT_OR_OTHER_AGENT;
        var out =
                state.withAgents(
                        limited
                                ? AgentFallback.rested(state, fixer, fault)
                                : AgentFallback.without(state, fixer, fault));
        var chain = out.agents().chain(fixer);
        if (out.allRest(fixer).isDefined() && AgentFallback.isRoundDue(out, fixer))
            return callAgain(
                    out.withAgents(
                            out.agents()
                                    .with(fixer, chain.nextRound(RepeatedFailures.exhausted(out)))),
                    fault);
        return AgentFallback.able(out, fixer).nonEmpty()
                ? callAgain(out, fault)
                : unfixed(out.withAgents(out.agents().with(fixer, Chain.FRESH)), failure, fault);
    }

    /** Continues the attempt without a fix. */
    private static Consequence unfixed(PipelineState state, Failure failure, Fault fault) {
        return new Stay(
                state.withRecovery(
                        new Recovery.CleanDue(
                                failure.noting(
                                        "At attempt "
                                                + failure.attempts()
                                                + " it could not be fixed: "
                                                + fault.message()))));
    }

    /** Calls a fixer again. The cursor stays. */
    private static Consequence callAgain(PipelineState state, Fault fault) {
        return new Rewind(state, fault, state.usage().tally(), new Move(state, Place.CURSOR));
    }

    /** Halts for the user after the work is saved; a run that never halts ends. */
    private static Consequence halt(PipelineState state, Fault fault) {
        return state.policy().recovery().onExhausted() == RecoveryPolicy.OnExhausted.NEVER_HALT
                ? end(state, fault)
                : pause(state, fault);
    }

    private static Consequence pause(PipelineState state, Fault fault) {
        return new Stay(
                state.withRecovery(new Recovery.Halting(failure(state, fault)))
                        .withLastFault(fault));
    }

    /** Asks an advisor, if there is one; a failure that repeats itself is for the user at once. */
    private static Consequence giveUp(PipelineState state, Fault fault) {
        return AdviceHandling.sought(state, fault).getOrElse(() -> exhausted(state, fault));
    }

    private static Consequence exhausted(PipelineState state, Fault fault) {
        return switch (state.policy().recovery().onExhausted()) {
            case END, NEVER_HALT -> end(state, fault);
            case HALT -> pause(state, fault);
        };
    }

    private static Consequence end(PipelineState state, Fault fault) {
        return new Stay(state.withRecovery(new Recovery.Ending(new Outcome.Failed(fault))));
    }

    /** Ends or halts the run as intended, whether or not its work is saved. */
    private static PipelineState conclude(PipelineState state, Option<ExternalEffect> save) {
        return switch (state.slots().recovery()) {
            case Recovery.Ending(var outcome) -> ended(state, outcome);
            case Recovery.Halting(var failure) -> state.withRecovery(new Recovery.Halted(failure));
            case Recovery.Idle _,
                    Recovery.FixDue _,
                    Recovery.FixPrompted _,
                    Recovery.CleanDue _,
                    Recovery.Watching _,
                    Recovery.Passed _,
                    Recovery.Halted _ ->
                    ended(state, outcome(save));
        };
    }

    /** An ended run has no open gate, because a resolution would have no effect. */
    private static PipelineState ended(PipelineState state, Outcome outcome) {
        return state.withGate(GateSlot.IDLE).withLifecycle(new Lifecycle.Ended(outcome));
    }

    private static Outcome outcome(Option<ExternalEffect> save) {
        return save.flatMap(
                        each ->
                                each instanceof GitEffect.SaveWork work
                                        ? work.outcome()
                                        : Option.<Outcome>none())
                .getOrElse(Outcome.COMPLETED);
    }
}
