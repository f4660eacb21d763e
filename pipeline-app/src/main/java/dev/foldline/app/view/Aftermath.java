package dev.foldline.app.view;

import dev.foldline.app.history.Words;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.builtin.Tasks;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What follows from an event: the unfinished business it left, told when it arises. */
final class Aftermath {
    private Aftermath() {}

    static List<Remark> of(PipelineState before, PipelineState after) {
        return Stream.of(retry(before, after), continuation(before, after), recovery(before, after), budget(before, after), end(before, after))
                .flatMap(Optional::stream).toList();
    }

    private static Optional<Remark> retry(PipelineState before, PipelineState after) {
        var slot = after.slots().retry();
        if (slot.equals(before.slots().retry())) return Optional.empty();
        return switch (slot) {
            case Retry.Idle _, Retry.Underway _          -> Optional.empty();
            case Retry.Waiting(var setback, var until)   -> careful("wait", "until " + Outline.time(until) + ": " + Words.of(setback.fault()));
            case Retry.Due(var setback)                  -> careful("retry", Outline.again(setback, Words::of));
        };
    }

    private static Optional<Remark> continuation(PipelineState before, PipelineState after) {
        var slot = after.slots().continuation();
        if (slot.equals(before.slots().continuation())) return Optional.empty();
        return switch (slot) {
            case Continuation.Idle _, Continuation.Underway _ -> Optional.empty();
            case Continuation.MoreDue(var number) -> careful("continue", "unfinished, call " + (number + 1) + " for the same work");
            case Continuation.RedoDue(var number) -> careful("continue", "redone with feedback (" + number + ")"
                    + after.ledger().lastFault().map(fault -> ": " + Words.of(fault)).getOrElse(""));
        };
    }

    /** Told when a failure, or another attempt at one, begins; what lies between the steps of an attempt is not. */
    private static Optional<Remark> recovery(PipelineState before, PipelineState after) {
        var slot = after.slots().recovery();
        return switch (slot) {
            case Recovery.Idle _, Recovery.FixPrompted _, Recovery.Watching _, Recovery.Passed _, Recovery.Ending _ -> Optional.empty();
            case Recovery.FixDue(var failure)   -> attempts(before) == failure.attempts() ? Optional.empty() : begun(after, failure);
            case Recovery.CleanDue(var failure) -> attempts(before) == failure.attempts() ? Optional.empty() : begun(after, failure);
            case Recovery.Halting(var failure)    -> isNew(before, slot) ? bad("halt", Words.of(failure.fault())) : Optional.empty();
            case Recovery.Halted(var failure)     -> isNew(before, slot) ? bad("halted", "waits for a person: " + Words.of(failure.fault())) : Optional.empty();
        };
    }

    private static boolean isNew(PipelineState before, Recovery slot) { return !slot.equals(before.slots().recovery()); }

    /** A person's {@code retry} begins at attempt 0 and was told as such. */
    private static Optional<Remark> begun(PipelineState after, Recovery.Failure failure) {
        if (failure.attempts() == 0) return Optional.empty();
        var recovering = after.policy().recovering();
        return bad("recovery", "attempt " + failure.attempts() + " of " + recovering.attemptsMax() + " (level "
                + recovering.level(failure.attempts()) + "): " + Words.of(failure.fault()));
    }

    private static int attempts(PipelineState state) {
        return switch (state.slots().recovery()) {
            case Recovery.FixDue(var failure)         -> failure.attempts();
            case Recovery.FixPrompted(var failure, _) -> failure.attempts();
            case Recovery.CleanDue(var failure)       -> failure.attempts();
            case Recovery.Watching(var failure)       -> failure.attempts();
            case Recovery.Passed(var failure)         -> failure.attempts();
            case Recovery.Idle _, Recovery.Halting _, Recovery.Halted _, Recovery.Ending _ -> -1;
        };
    }

    private static Optional<Remark> budget(PipelineState before, PipelineState after) {
        return isBudgetReached(after) && !isBudgetReached(before)
                ? careful("budget", "reached: " + Meters.of(after.spent(), after.place().phase(), ", ")) : Optional.empty();
    }

    private static Optional<Remark> end(PipelineState before, PipelineState after) {
        if (!(after.life() instanceof Life.Ended(var outcome)) || before.life() instanceof Life.Ended) return Optional.empty();
        return Optional.of(new Remark("end", Outline.outcome(outcome) + deeds(after), outcome instanceof Outcome.Completed ? Tone.GOOD : Tone.BAD));
    }

    /** A workflow of tasks does nothing by itself: commits and calls are in the logs of its tasks. */
    private static String deeds(PipelineState state) {
        return state.workflow().name().equals(Tasks.NAME) ? "" : " (" + Words.count(state.ledger().commits().size(), "commit") + ", "
                + Words.count(state.spent().meter().agentCalls(), "agent call") + ")";
    }

    private static boolean isBudgetReached(PipelineState state) { return state.spent().reached(state.place().phase()).nonEmpty(); }

    private static Optional<Remark> careful(String topic, String text) { return Optional.of(new Remark(topic, text, Tone.CAREFUL)); }

    private static Optional<Remark> bad(String topic, String text) { return Optional.of(new Remark(topic, text, Tone.BAD)); }
}
