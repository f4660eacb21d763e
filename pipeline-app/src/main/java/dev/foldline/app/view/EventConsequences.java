package dev.foldline.app.view;

import dev.foldline.app.history.ValueFormatter;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.verdict.Judgement;
import dev.foldline.core.verdict.VerdictText;
import dev.foldline.core.workflow.builtin.Tasks;

import io.vavr.control.Option;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reports the unfinished work that an event causes. */
final class EventConsequences {
    private EventConsequences() {}

    static List<ViewLine> of(PipelineState before, PipelineState after) {
        return Stream.of(
                        verdict(before, after),
                        retry(before, after),
                        continuation(before, after),
                        recovery(before, after),
                        budget(before, after),
                        end(before, after))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Reports what a check's failure means, beyond that it failed. */
    private static Optional<ViewLine> verdict(PipelineState before, PipelineState after) {
        return after.ledger()
                .findings()
                .judgements()
                .toVector()
                .flatMap(
                        each ->
                                verdict(
                                        each._1(),
                                        before.ledger().findings().judgement(each._1()),
                                        each._2()))
                .headOption()
                .toJavaOptional();
    }

    private static Option<ViewLine> verdict(String check, Judgement before, Judgement after) {
        if (after.equals(before)) return Option.none();
        if (after.doubted().isDefined())
            return Option.of(
                    new ViewLine(
                            "check",
                            check + " runs once more on the same tree",
                            LineStyle.CAREFUL));
        return after.verdict()
                .map(VerdictText::of)
                .filter(text -> !text.isEmpty())
                .map(text -> new ViewLine("verdict", text, LineStyle.CAREFUL));
    }

    private static Optional<ViewLine> retry(PipelineState before, PipelineState after) {
        var slot = after.slots().retry();
        if (slot.equals(before.slots().retry())) return Optional.empty();
        return switch (slot) {
            case Retry.Idle _, Retry.Running _ -> Optional.empty();
            case Retry.Waiting(var setback, var until) ->
                    careful(
                            "wait",
                            "until "
                                    + StatusLine.time(until)
                                    + ": "
                                    + ValueFormatter.of(setback.fault()));
            case Retry.Due(var setback) ->
                    careful(
                            "retry",
                            StatusLine.again(
                                    setback, StatusLine.isAlone(after), ValueFormatter::of));
        };
    }

    private static Optional<ViewLine> continuation(PipelineState before, PipelineState after) {
        var slot = after.slots().continuation();
        if (slot.equals(before.slots().continuation())) return Optional.empty();
        return switch (slot) {
            case Continuation.Idle _, Continuation.Running _ -> Optional.empty();
            case Continuation.MoreDue(var number) ->
                    careful("continue", "unfinished, call " + (number + 1) + " for the same work");
            case Continuation.AnswerDue _ ->
                    careful("continue", "the agent continues with the answer to its question");
            case Continuation.RedoDue(var number) ->
                    careful(
                            "continue",
                            "redone with feedback ("
                                    + number
                                    + ")"
                                    + after.ledger()
                                            .lastFault()
                                            .map(fault -> ": " + ValueFormatter.of(fault))
                                            .getOrElse(""));
        };
    }

    /**
     * Reports a failure or a new attempt when it starts; steps within an attempt are not reported.
     */
    private static Optional<ViewLine> recovery(PipelineState before, PipelineState after) {
        var slot = after.slots().recovery();
        return switch (slot) {
            case Recovery.Idle _,
                    Recovery.FixPrompted _,
                    Recovery.Watching _,
                    Recovery.Passed _,
                    Recovery.Ending _ ->
                    Optional.empty();
            case Recovery.FixDue(var failure) ->
                    attempts(before) == failure.attempts()
                            ? Optional.empty()
                            : recoveryStarted(after, failure);
            case Recovery.CleanDue(var failure) ->
                    attempts(before) == failure.attempts()
                            ? Optional.empty()
                            : recoveryStarted(after, failure);
            case Recovery.Halting(var failure) ->
                    isNew(before, slot)
                            ? bad("halt", ValueFormatter.of(failure.fault()))
                            : Optional.empty();
            case Recovery.Halted(var failure) ->
                    isNew(before, slot)
                            ? bad(
                                    "halted",
                                    wasReported(before, failure)
                                            ? "needs attention"
                                            : "needs attention: "
                                                    + ValueFormatter.of(failure.fault()))
                            : Optional.empty();
        };
    }

    /** The line of the halt has said why. */
    private static boolean wasReported(PipelineState before, Recovery.Failure failure) {
        return before.slots().recovery() instanceof Recovery.Halting(var halting)
                && halting.fault().equals(failure.fault());
    }

    private static boolean isNew(PipelineState before, Recovery slot) {
        return !slot.equals(before.slots().recovery());
    }

    /** The user's {@code retry} starts at attempt 0 and is already reported. */
    private static Optional<ViewLine> recoveryStarted(
            PipelineState after, Recovery.Failure failure) {
        if (failure.attempts() == 0) return Optional.empty();
        var recovering = after.policy().recovery();
        return bad(
                "recovery",
                "attempt "
                        + failure.attempts()
                        + " of "
                        + recovering.attemptsMax()
                        + " (level "
                        + recovering.level(failure.attempts())
                        + "): "
                        + ValueFormatter.of(failure.fault()));
    }

    private static int attempts(PipelineState state) {
        return switch (state.slots().recovery()) {
            case Recovery.FixDue(var failure) -> failure.attempts();
            case Recovery.FixPrompted(var failure, _) -> failure.attempts();
            case Recovery.CleanDue(var failure) -> failure.attempts();
            case Recovery.Watching(var failure) -> failure.attempts();
            case Recovery.Passed(var failure) -> failure.attempts();
            case Recovery.Idle _, Recovery.Halting _, Recovery.Halted _, Recovery.Ending _ -> -1;
        };
    }

    private static Optional<ViewLine> budget(PipelineState before, PipelineState after) {
        return isBudgetReached(after) && !isBudgetReached(before)
                ? careful(
                        "budget",
                        "reached: " + Meters.of(after.usage(), after.effectKey().phase(), ", "))
                : Optional.empty();
    }

    private static Optional<ViewLine> end(PipelineState before, PipelineState after) {
        if (!(after.lifecycle() instanceof Lifecycle.Ended(var outcome))
                || before.lifecycle() instanceof Lifecycle.Ended) return Optional.empty();
        return Optional.of(
                new ViewLine(
                        "end",
                        StatusLine.outcome(outcome) + totals(after),
                        outcome instanceof Outcome.Completed ? LineStyle.GOOD : LineStyle.BAD));
    }

    /**
     * A workflow of tasks does nothing by itself: commits and calls are in the logs of its tasks.
     */
    private static String totals(PipelineState state) {
        return state.workflow().name().equals(Tasks.NAME)
                ? ""
                : " ("
                        + ValueFormatter.commits(state.ledger())
                        + ", "
                        + ValueFormatter.count(state.usage().meter().agentCalls(), "agent call")
                        + ")";
    }

    private static boolean isBudgetReached(PipelineState state) {
        return state.usage().reached(state.effectKey().phase()).nonEmpty();
    }

    private static Optional<ViewLine> careful(String topic, String text) {
        return Optional.of(new ViewLine(topic, text, LineStyle.CAREFUL));
    }

    private static Optional<ViewLine> bad(String topic, String text) {
        return Optional.of(new ViewLine(topic, text, LineStyle.BAD));
    }
}
