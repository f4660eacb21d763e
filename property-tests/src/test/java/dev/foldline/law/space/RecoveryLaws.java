package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.RunEffect.RecordRecovery;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Remedy;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** A recovery goes through its levels, ends when its failure is passed, and is never forgotten. */
public final class RecoveryLaws {
    private RecoveryLaws() {}

    private static final int SAVES = 3;

    public static void check(PipelineState state) {
        var recovery = state.policy().recovery();
        if (Pipeline.determineNextEffect(state) instanceof RecordRecovery record)
            require(
                    record.level() == level(recovery, record.attempts()),
                    "the wrong level is recorded");
        if (Pipeline.determineNextEffect(state) instanceof SaveWork save
                && state.slots().recovery() instanceof Recovery.Ending(var outcome))
            require(save.outcome().contains(outcome), "saved work names another outcome");
        require(
                !(state.lifecycle() instanceof Lifecycle.Ended)
                        || state.slots().gate() instanceof GateSlot.Idle,
                "an ended run has an open gate");
    }

    public static void check(Transition t) {
        if (t.before().lifecycle() instanceof Lifecycle.Ended) {
            require(t.after().equals(t.before()), "an ended run goes on");
            return;
        }
        isNotForgotten(t);
        attemptsAddUp(t);
        if (t.startsRecovery()) starts(t);
        endsAsGranted(t);
        fixersAreCalledAgain(t);
        savesThreeTimes(t);
        endsAfterSaving(t);
        halted(t);
        neverWaitsForABudget(t);
    }

    /** A run that never halts ends where it would wait for a higher budget, and only there. */
    private static void neverWaitsForABudget(Transition t) {
        if (t.after().equals(t.before())) return;
        boolean neverHalts =
                t.after().policy().recovery().onExhausted()
                        == RecoveryPolicy.OnExhausted.NEVER_HALT;
        require(
                !neverHalts || !awaitsABudget(t.after()),
                "a run that never halts waits for a higher budget");
        if (t.isOverBudget() && t.isOrdinary())
            require(
                    neverHalts
                            && awaitsABudget(t.after().withRecovery(t.before().slots().recovery())),
                    "a run ends although its budget is not used up");
    }

    private static boolean awaitsABudget(PipelineState state) {
        return Pipeline.determineNextEffect(state) instanceof Wait wait
                && wait.awaited().exists(WaitCondition.BudgetRaise.class::isInstance);
    }

    private static int level(RecoveryPolicy policy, int attempt) {
        int level = 1;
        if (attempt >= policy.restartFrom()) level = 2;
        if (attempt >= policy.rewindFrom()) level = 3;
        if (attempt >= policy.startOverFrom()) level = 4;
        return level;
    }

    private static void isNotForgotten(Transition t) {
        var after = t.after().slots().recovery();
        if (!(t.before().slots().recovery() instanceof Recovery.Watching(var failure))) return;
        if (after instanceof Recovery.Idle)
            require(AdviceLaws.isAsked(t), "a recovery is forgotten");
        if (after instanceof Recovery.Watching(var now) && !(t.isInput()))
            require(now.equals(failure), "a watched failure changes");
        if (after instanceof Recovery.Passed)
            require(
                    t.after().at().compareTo(failure.at()) > 0,
                    "a recovery succeeds before its failure is passed");
    }

    private static void attemptsAddUp(Transition t) {
        var before = t.before().slots().recovery();
        var after = t.after().slots().recovery();
        if (after instanceof Recovery.FixDue || after instanceof Recovery.CleanDue) {
            int attempt = Transition.attempt(after);
            int earlier = Transition.attempt(before);
            require(
                    attempt == earlier || attempt == earlier + 1,
                    "attempt " + attempt + " follows " + earlier);
            require(attempt > 0, "a recovery without an attempt");
            require(
                    attempt <= t.before().policy().recovery().attemptsMax(),
                    "more recoveries than granted");
            Transition.failure(before)
                    .forEach(
                            failure ->
                                    require(
                                            !failure.at()
                                                    .isAfter(Transition.failure(after).get().at()),
                                            "the failure point moves back"));
            if (t.startsRecovery() && !t.isInput() && !t.isExhausted())
                require(
                        !t.before().at().isAfter(Transition.failure(after).get().at()),
                        "the failure point is before the failure");
            if (before instanceof Recovery.Watching && !before.equals(after) && t.rewinds())
                require(attempt == earlier + 1, "a recovery does not count");
        }
    }

    private static void starts(Transition t) {
        if (t.isExhausted()) return;
        var policy = t.before().policy().recovery();
        var failure = Transition.failure(t.after().slots().recovery()).get();
        int level = level(policy, failure.attempts());
        require(t.after().slots().retry() instanceof Retry.Idle, "a recovery is a retry too");
        require(
                t.after().items().lists().values().forAll(RecoveryLaws::noneFailed),
                "failed items stay failed");
        boolean opens =
                t.before()
                        .currentStep()
                        .exists(
                                step ->
                                        step instanceof Step.Git(var operation, _, _)
                                                && operation == GitOperation.OPEN_BRANCH);
        boolean fixable =
                policy.fixer()
                        .exists(
                                role ->
                                        t.before().policy().chain(role).isEmpty()
                                                || !t.before()
                                                        .policy()
                                                        .chain(role)
                                                        .forAll(t.after().agents()::isBarred));
        require(
                t.isInput()
                        || (fixable && !opens)
                                == t.after().slots().recovery() instanceof Recovery.FixDue,
                "the fixer is called although it cannot help, or not called");
        if (t.reported().isEmpty()) callsTheTerminalAgain(t);
        if (level == 1) {
            require(
                    t.after().at().stage() == t.before().at().stage()
                            && t.after().at().phase() == t.before().at().phase(),
                    "the first level leaves the phase");
            var role = t.role().getOrElse("");
            require(
                    t.call().isDefined()
                            || t.after()
                                    .agents()
                                    .chain(role)
                                    .equals(t.before().agents().chain(role))
                            || t.after().agents().chain(role).failed().isEmpty(),
                    "the first level changes the agents");
            require(
                    t.call().isDefined()
                            || !t.reported()
                                    .exists(fault -> fault.kind().remedy() == Remedy.RECOVER)
                            || t.after().agents().chains().equals(t.before().agents().chains()),
                    "the first level changes the agents");
            return;
        }
        require(t.after().agents().chains().isEmpty(), "level " + level + " keeps the agents");
        require(
                t.after().slots().continuation() instanceof Continuation.Idle,
                "level " + level + " keeps the continuation");
        require(t.after().cursor() instanceof Cursor.Arrived, "level " + level + " is in a phase");
        goesBack(t, level);
    }

    /**
     * A terminal that reported failed work is called again; reading its commits again is not
     * enough.
     */
    private static void callsTheTerminalAgain(Transition t) {
        if (!(t.event() instanceof GitEvent.WorkObserved observed)) return;
        boolean failed =
                t.phase()
                        .flatMap(phase -> phase.routes().get(observed.label()))
                        .exists(Route.Fail.class::isInstance);
        if (!failed) return;
        if (!(t.after().cursor() instanceof Cursor.Working(var at))) return;
        require(
                t.phase()
                        .exists(
                                phase ->
                                        phase.steps()
                                                .drop(at.step())
                                                .exists(Step.Agent.class::isInstance)),
                "failed work is read again and not done again");
    }

    private static boolean noneFailed(Vector<Item> items) {
        return !items.exists(item -> item.status() instanceof Item.Failed);
    }

    private static void goesBack(Transition t, int level) {
        var workflow = t.before().workflow();
        int target =
                t.before().policy().recovery().rewindStage().map(workflow::indexOf).getOrElse(-1);
        var from = t.before().at();
        var to = t.after().at();
        if (level == 2 || target < 0 || target > from.stage()) {
            require(
                    to.stage() == from.stage()
                            && to.turn() == from.turn()
                            && to.phase() == from.phase(),
                    "level " + level + " leaves the phase");
            return;
        }
        var stage = workflow.stages().get(target);
        if (!startsEachTurn(stage)) return;
        require(to.stage() == target && to.phase() == 0, "level " + level + " misses its stage");
        if (level == 4) require(to.turn() == 0, "the fourth level does not start over");
        else if (from.stage() == target)
            require(
                    to.turn() == Math.max(0, from.turn() - 1),
                    "the third level does not go back one turn");
        else if (stage.turns() instanceof LoopCondition.Times(var count))
            require(
                    to.turn() == Math.max(0, count - 1),
                    "the third level does not repeat the last turn");
    }

    private static boolean startsEachTurn(Stage stage) {
        return stage.phases()
                        .headOption()
                        .exists(phase -> phase.entry() instanceof PhaseEntry.Always)
                && !(stage.turns() instanceof LoopCondition.EachItem)
                && stage.turns().countedMax() > 0;
    }

    /** A failure that only a recovery can fix ends the run after the last attempt, not before. */
    private static void endsAsGranted(Transition t) {
        if (!t.isOrdinary() || t.isExhausted() || t.isInput()) return;
        // Without advice the run halts with the failure about which the advisor was asked.
        if (AdviceLaws.standard(t.before()).isDefined()) return;
        var ended = failureOfEnd(t.after().slots().recovery());
        ended.filter(fault -> fault.kind().remedy() == Remedy.RECOVER)
                .filter(
                        _ ->
                                t.reported()
                                        .exists(
                                                fault ->
                                                        fault.kind() != Fault.Kind.COMMIT_REJECTED))
                .forEach(
                        _ ->
                                require(
                                        Transition.attempt(t.before().slots().recovery()) + 1
                                                > t.before().policy().recovery().attemptsMax(),
                                        "a recovery is left"));
        var slot = t.after().slots().recovery();
        switch (t.before().policy().recovery().onExhausted()) {
            case HALT ->
                    require(
                            !(slot instanceof Recovery.Ending(Outcome.Failed _)),
                            "the run ends instead of halting");
            case NEVER_HALT ->
                    require(!(slot instanceof Recovery.Halting), "a run halts that never does");
            case END -> {}
        }
    }

    private static Option<Fault> failureOfEnd(Recovery slot) {
        if (slot instanceof Recovery.Halting(Failure failure)) return Option.of(failure.fault());
        return slot instanceof Recovery.Ending(Outcome.Failed(var fault))
                ? Option.of(fault)
                : Option.none();
    }

    private static void fixersAreCalledAgain(Transition t) {
        if (!(t.before().slots().recovery() instanceof Recovery.FixPrompted)) return;
        if (t.call().isEmpty() || t.reported().isEmpty() || t.isExhausted()) return;
        var remedy = t.reported().get().kind().remedy();
        boolean foreign =
                t.reported().get().kind() == Fault.Kind.SESSION_UNKNOWN
                        && t.call().get().resumes().isEmpty();
        if (!foreign && (remedy == Remedy.RESTART || remedy == Remedy.EFFECT_AGAIN)) {
            require(t.rewinds(), "the fixer is called again for free");
            require(
                    t.after().slots().recovery() instanceof Recovery.FixPrompted,
                    "a lost fix is not repeated");
        }
        var others = t.before().agents().chain(t.call().get().role()).failed();
        if (remedy == Remedy.WAIT_OR_OTHER_AGENT
                && others.isEmpty()
                && t.event() instanceof AgentEvent.AgentFailed)
            require(
                    t.after().slots().recovery() instanceof Recovery.FixPrompted
                            && !t.after()
                                    .agents()
                                    .chain(t.call().get().role())
                                    .failed()
                                    .contains(t.call().get().agent()),
                    "a limited fixer has failed");
        if (t.after().slots().recovery() instanceof Recovery.CleanDue(var failure))
            require(
                    failure.attempts() == Transition.attempt(t.before().slots().recovery()),
                    "a failed fix changes the count of attempts");
    }

    private static void savesThreeTimes(Transition t) {
        if (!(t.event() instanceof RunEvent.EffectFailed)) return;
        if (!t.answered().exists(SaveWork.class::isInstance)) return;
        int saves = t.before().usage().saves() + 1;
        boolean over =
                t.after().lifecycle() instanceof Lifecycle.Ended
                        || t.after().slots().recovery() instanceof Recovery.Halted;
        require(over == saves >= SAVES, "save " + saves + " failed: given up " + over);
        require(
                over || !Pipeline.determineNextEffect(t.after()).equals(t.answered().getOrNull()),
                "a repeated save looks like the first");
    }

    private static void endsAfterSaving(Transition t) {
        boolean ends = t.after().lifecycle() instanceof Lifecycle.Ended;
        if (ends) require(t.answered().exists(SaveWork.class::isInstance), "the work is not saved");
        if (!(t.event() instanceof GitEvent.WorkSaved) || !t.isOutcome()) return;
        switch (t.before().slots().recovery()) {
            case Recovery.Halting(var failure) ->
                    require(
                            !ends
                                    && t.after()
                                            .slots()
                                            .recovery()
                                            .equals(new Recovery.Halted(failure)),
                            "a run that halts does not halt");
            case Recovery.Ending(var outcome) ->
                    require(
                            t.after().lifecycle().equals(new Lifecycle.Ended(outcome)),
                            "a run ends with another outcome");
            case Recovery.Idle _,
                    Recovery.FixDue _,
                    Recovery.FixPrompted _,
                    Recovery.CleanDue _,
                    Recovery.Watching _,
                    Recovery.Passed _,
                    Recovery.Halted _ ->
                    require(ends, "a completed run does not end");
        }
    }

    private static void halted(Transition t) {
        boolean closing =
                t.before().slots().recovery() instanceof Recovery.Halting
                        || t.before().slots().recovery() instanceof Recovery.Halted
                        || t.before().slots().recovery() instanceof Recovery.Ending;
        if (!closing || t.isInput() || t.event() instanceof RunEvent.EffectCancelled) return;
        require(
                t.after().usage().rewinds() == t.before().usage().rewinds(),
                "a run that ends or halts is tried again");
    }
}
