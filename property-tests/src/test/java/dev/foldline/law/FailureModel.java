package dev.foldline.law;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage.Tally;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnExhausted;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.Comparator;

/**
 * What must follow from a failure of ordinary work, written down a second time from the
 * descriptions of the policies: one line for each kind of failure, and the levels of a recovery.
 *
 * @param state the state before the outcome
 */
record FailureModel(PipelineState state) {

    /** What failed. */
    enum Failed {
        AGENT,
        AGENT_FOR_GOOD,
        LOST,
        OUTPUT,
        CHECK,
        EVIDENCE,
        KILLED,
        WORLD,
        UNFINISHED,
        SENT_BACK
    }

    /**
     * What must follow.
     *
     * @param recovery the slot, without the text of earlier attempts
     * @param retry the slot, without its fault
     * @param charged whether the failure costs a rewind
     */
    record Expected(
            Cursor cursor,
            String recovery,
            String retry,
            Continuation continuation,
            Tally tally,
            boolean charged) {}

    private static final Comparator<Position> IN_ORDER =
            Comparator.comparing(
                    at ->
                            String.format(
                                    "%04d %04d %04d %04d",
                                    at.stage(), at.turn(), at.phase(), at.step()));

    private static final String DUE = "Due ";

    Expected expected(Failed failed, Kind kind) {
        return switch (failed) {
            case AGENT -> sameAgent(kind);
            case AGENT_FOR_GOOD -> nextAgent(kind);
            case LOST -> restarted(tally());
            case OUTPUT -> output(kind);
            case CHECK -> redo(kind);
            case EVIDENCE -> evidence(kind);
            case KILLED -> wasKilled() ? recovery(kind) : again(Retry.Kind.RESTART, tally());
            case WORLD -> recovery(kind);
            case UNFINISHED -> unfinished();
            case SENT_BACK -> sentBack();
        };
    }

    private Tally tally() {
        return state.usage().tally();
    }

    private Phase phase() {
        return state.phase().get();
    }

    private Position at() {
        return state.at();
    }

    private Option<String> role() {
        return phase().steps()
                .take(at().step() + 1)
                .flatMap(
                        step ->
                                step instanceof Step.Agent(var role)
                                        ? Option.of(role)
                                        : Option.<String>none())
                .lastOption();
    }

    private boolean wasKilled() {
        return state.slots().retry() instanceof Retry.Running(var setback)
                && setback.fault().kind() == Kind.GIT_KILLED;
    }

    private Expected sameAgent(Kind kind) {
        int count = tally().sameAgent() + 1;
        boolean granted =
                count < state.policy().limits().sameAgentMax()
                        && phase().retryPolicy().strict().isEmpty();
        return granted ? again(Retry.Kind.SAME_AGENT, tally().sameAgent(count)) : nextAgent(kind);
    }

    /** All agents of a role are called, in each of its cycles. */
    private Expected nextAgent(Kind kind) {
        if (role().isEmpty()) return recovery(kind);
        var chain = state.agents().chain(role().get());
        int others = state.policy().chain(role().get()).size() - chain.failed().size() - 1;
        boolean called = others > 0 || chain.cycle() + 1 < state.policy().limits().cyclesMax();
        return called ? again(Retry.Kind.NEXT_AGENT, patient(tally())) : recovery(kind);
    }

    private Expected output(Kind kind) {
        int count = tally().outputs() + 1;
        var policy = phase().retryPolicy();
        boolean granted =
                policy.strict()
                        .map(strict -> count <= strict.repairsMax())
                        .getOrElse(role().isDefined() && count < policy.outputsMax());
        if (granted) return again(Retry.Kind.OUTPUT, tally().outputs(count));
        return policy.strict().isDefined() ? recovery(kind) : nextAgent(kind);
    }

    private Expected evidence(Kind kind) {
        int count = tally().sameAgent() + 1;
        return count < state.policy().limits().sameAgentMax()
                ? restarted(tally().sameAgent(count))
                : recovery(kind);
    }

    private Expected redo(Kind kind) {
        int number = tally().continuations() + 1;
        return number < phase().retryPolicy().continuationsMax() && role().isDefined()
                ? continued(new Continuation.RedoDue(number), number)
                : recovery(kind);
    }

    private Expected unfinished() {
        int number = tally().continuations() + 1;
        var policy = phase().retryPolicy();
        if (number < policy.continuationsMax())
            return continued(new Continuation.MoreDue(number), number);
        boolean accepted =
                policy.onExhausted() == OnExhausted.PROCEED
                        || policy.onExhausted() == OnExhausted.NEXT_TURN && at().turn() < 2;
        return accepted ? accepted() : nextWorker();
    }

    private Expected accepted() {
        var next = at().at(at().step() + 1);
        var slot = state.slots().recovery();
        boolean passed =
                slot instanceof Recovery.Watching(var failure) && isAfter(next, failure.at());
        return new Expected(
                new Cursor.Working(next),
                passed ? "Passed" : text(slot),
                text(wasKilled() ? Retry.IDLE : state.slots().retry()),
                state.slots().continuation(),
                tally(),
                false);
    }

    private Expected nextWorker() {
        var chain = state.agents().chain("worker");
        return chain.failed().isEmpty()
                ? charged(
                        new Expected(
                                new Cursor.Working(at().at(0)),
                                text(state.slots().recovery()),
                                DUE + Retry.Kind.NEXT_AGENT,
                                state.slots().continuation(),
                                patient(tally()).continuations(0),
                                true))
                : recovery(Kind.LABELLED);
    }

    private Expected continued(Continuation slot, int number) {
        return charged(
                new Expected(
                        new Cursor.Working(at().at(0)),
                        text(state.slots().recovery()),
                        "Idle",
                        slot,
                        tally().continuations(number),
                        true));
    }

    private Expected sentBack() {
        int uses = state.usage().routeUses().get(state.phaseKey() + "/back").getOrElse(0) + 1;
        if (uses > 2) return unmoved(closing(Kind.NEEDS_PERSON), tally(), false);
        int target =
                phase().routes().get("back").get() instanceof Route.Back(var stage, _)
                        ? state.workflow().indexOf(stage)
                        : -1;
        return charged(
                new Expected(
                        new Cursor.Arrived(new Position(target, 0, 0, 0)),
                        text(state.slots().recovery()),
                        "Idle",
                        Continuation.IDLE,
                        tally(),
                        true));
    }

    /** The same work again: a retry in progress keeps its reason. */
    private Expected restarted(Tally after) {
        return again(
                state.slots().retry() instanceof Retry.Running(var setback)
                        ? setback.kind()
                        : Retry.Kind.RESTART,
                after);
    }

    /** The segment starts again. */
    private Expected again(Retry.Kind kind, Tally after) {
        return charged(
                new Expected(
                        new Cursor.Working(at().at(segmentStart())),
                        text(state.slots().recovery()),
                        DUE + kind,
                        state.slots().continuation(),
                        after,
                        true));
    }

    private int segmentStart() {
        var steps = phase().steps();
        if (at().step() >= steps.size()) return at().step();
        if (!(steps.get(at().step()) instanceof Step.Clean
                || steps.get(at().step()) instanceof Step.Prompt
                || steps.get(at().step()) instanceof Step.Agent
                || steps.get(at().step()) instanceof Step.Collect)) return at().step();
        int start = at().step();
        while (start > 0 && !(steps.get(start) instanceof Step.Clean)) start--;
        return start;
    }

    Expected recovery(Kind kind) {
        var failure = failure(kind);
        var policy = state.policy().recovery();
        if (failure.attempts() > policy.attemptsMax())
            return unmoved(givenUp(kind), tally(), false);
        int level = level(policy, failure.attempts());
        var slot =
                policy.fixer().isDefined()
                        ? new Recovery.FixDue(failure)
                        : new Recovery.CleanDue(failure);
        return charged(
                new Expected(
                        destination(level),
                        text(slot),
                        "Idle",
                        level == 1 ? state.slots().continuation() : Continuation.IDLE,
                        patient(tally()),
                        true));
    }

    private static int level(RecoveryPolicy policy, int attempt) {
        return 1
                + Vector.of(policy.restartFrom(), policy.rewindFrom(), policy.startOverFrom())
                        .count(from -> from <= attempt);
    }

    private Cursor destination(int level) {
        if (level == 1) return new Cursor.Working(at().at(segmentStart()));
        int target =
                state.policy()
                        .recovery()
                        .rewindStage()
                        .map(state.workflow()::indexOf)
                        .getOrElse(at().stage() + 1);
        if (level == 2 || target > at().stage()) return new Cursor.Arrived(at().at(0));
        int turn = target == at().stage() ? at().turn() : turnsRun(target);
        return arrival(target, level == 3 ? Math.max(0, turn - 1) : 0);
    }

    private int turnsRun(int stage) {
        return switch (state.workflow().stages().get(stage).turns()) {
            case LoopCondition.Times(var count) -> count;
            case LoopCondition.EachItem(var list, _) -> state.items().list(list).size();
            case LoopCondition.Until(var max, var artifact, var label) ->
                    state.ledger()
                            .findings()
                            .labels()
                            .get(artifact)
                            .filter(
                                    said ->
                                            said.label().equals(label)
                                                    && said.at().stage() == stage)
                            .map(said -> said.at().turn() + 1)
                            .getOrElse(max);
        };
    }

    /** Done items have no turn; a stage whose items are all done is followed by the next one. */
    private Cursor arrival(int stage, int turn) {
        int open = turn;
        if (state.workflow().stages().get(stage).turns()
                instanceof LoopCondition.EachItem(var list, _)) {
            var items = state.items().list(list);
            while (open < items.size() && items.get(open).status() instanceof Item.Done) open++;
            if (open >= items.size()) return arrival(stage + 1, 0);
        }
        return new Cursor.Arrived(new Position(stage, open, 0, 0));
    }

    private Failure failure(Kind kind) {
        var fault = Fault.of(kind, "");
        return switch (state.slots().recovery()) {
            case Recovery.Watching(var before) -> again(before, fault);
            case Recovery.CleanDue(var before) -> again(before, fault);
            default -> new Failure(at(), fault, 1);
        };
    }

    /** One more attempt at the same failure; the latest point counts. */
    private Failure again(Failure before, Fault fault) {
        var later = isAfter(at(), before.at()) ? at() : before.at();
        return new Failure(later, fault, before.attempts() + 1);
    }

    private static boolean isAfter(Position one, Position other) {
        return IN_ORDER.compare(one, other) > 0;
    }

    /** A failure costs a rewind; without one the run gives up. */
    private Expected charged(Expected expected) {
        int left =
                state.policy().limits().rewindsMax()
                        - (state.usage().rewinds() - state.usage().rewindsAtReset());
        return left > 0
                ? new Expected(
                        expected.cursor(),
                        expected.recovery(),
                        expected.retry(),
                        expected.continuation(),
                        expected.tally().again(),
                        true)
                : unmoved(givenUp(Kind.SPENT), expected.tally().again(), true);
    }

    private Expected unmoved(String recovery, Tally after, boolean charged) {
        return new Expected(
                state.cursor(),
                recovery,
                text(state.slots().retry()),
                state.slots().continuation(),
                after,
                charged);
    }

    private String givenUp(Kind kind) {
        return onExhausted() == RecoveryPolicy.OnExhausted.END ? "Ending " + kind : closing(kind);
    }

    private String closing(Kind kind) {
        return onExhausted() == RecoveryPolicy.OnExhausted.NEVER_HALT
                ? "Ending " + kind
                : text(new Recovery.Halting(failure(kind)));
    }

    private RecoveryPolicy.OnExhausted onExhausted() {
        return state.policy().recovery().onExhausted();
    }

    private static Tally patient(Tally tally) {
        return new Tally(tally.attempt(), 0, 0, tally.continuations(), tally.failures());
    }

    /** Returns the slot with where, what and how often, without the texts. */
    static String text(Recovery slot) {
        return switch (slot) {
            case Recovery.Idle _ -> "Idle";
            case Recovery.FixDue(var failure) -> "FixDue " + text(failure);
            case Recovery.FixPrompted(var failure, _) -> "FixPrompted " + text(failure);
            case Recovery.CleanDue(var failure) -> "CleanDue " + text(failure);
            case Recovery.Watching(var failure) -> "Watching " + text(failure);
            case Recovery.Passed _ -> "Passed";
            case Recovery.Halting(var failure) -> "Halting " + text(failure);
            case Recovery.Halted(var failure) -> "Halted " + text(failure);
            case Recovery.Ending(var outcome) ->
                    "Ending "
                            + (outcome instanceof Outcome.Failed(var fault)
                                    ? fault.kind()
                                    : outcome);
        };
    }

    /** Returns the slot without its fault; a retry that is waited for is as good as due. */
    static String text(Retry slot) {
        return switch (slot) {
            case Retry.Idle _ -> "Idle";
            case Retry.Waiting(var setback, _) -> DUE + setback.kind();
            case Retry.Due(var setback) -> DUE + setback.kind();
            case Retry.Running(var setback) -> "Running " + setback.kind();
        };
    }

    private static String text(Failure failure) {
        return failure.fault().kind() + " at " + failure.at() + ", attempt " + failure.attempts();
    }
}
