package dev.foldline.app.history;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;

/** Formats the slots of a state for display. */
public final class SlotFormatter {
    private SlotFormatter() {}

    public static String of(Lifecycle life) {
        return switch (life) {
            case Lifecycle.Running _ -> "running";
            case Lifecycle.Paused(var urgency) -> "paused, " + ValueFormatter.of(urgency);
            case Lifecycle.Ended(var outcome) -> "ended: " + EffectFormatter.of(outcome);
        };
    }

    public static String of(InFlight slot) {
        return switch (slot) {
            case InFlight.Idle _ -> "idle";
            case InFlight.Known(var ticket, var effect) ->
                    "ticket " + ticket + ": " + EffectFormatter.of(effect);
            case InFlight.Unknown(var ticket, var effect) ->
                    "outcome unknown, ticket " + ticket + ": " + EffectFormatter.of(effect);
        };
    }

    public static String of(GateSlot slot) {
        return switch (slot) {
            case GateSlot.Idle _ -> "idle";
            case GateSlot.Open(var gate) ->
                    "gate " + gate.id() + ", revision " + gate.revision() + ": " + gate.reason();
        };
    }

    public static String of(Recovery slot) {
        return switch (slot) {
            case Recovery.Idle _ -> "idle";
            case Recovery.FixDue(var failure) -> "the fixer needs a prompt" + after(failure);
            case Recovery.FixPrompted(var failure, _) ->
                    "the fixer is to be called" + after(failure);
            case Recovery.CleanDue(var failure) ->
                    "to be cleaned before the new attempt" + after(failure);
            case Recovery.Watching(var failure) -> "the new attempt is running" + after(failure);
            case Recovery.Passed(var failure) -> "passed, to be recorded" + after(failure);
            case Recovery.Halting(var failure) -> "halting: " + ValueFormatter.of(failure.fault());
            case Recovery.Halted(var failure) -> "halted: " + ValueFormatter.of(failure.fault());
            case Recovery.Ending(var outcome) -> "ending: " + EffectFormatter.of(outcome);
        };
    }

    private static String after(Recovery.Failure failure) {
        return " (attempt "
                + failure.attempts()
                + ", after "
                + ValueFormatter.oneLine(ValueFormatter.of(failure.fault()))
                + ")";
    }

    public static String of(Retry slot) {
        return switch (slot) {
            case Retry.Idle _ -> "idle";
            case Retry.Waiting(var setback, var until) -> of(setback) + ", not before " + until;
            case Retry.Due(var setback) -> of(setback) + ", due";
            case Retry.Running(var setback) -> of(setback) + ", running";
        };
    }

    private static String of(Retry.Setback setback) {
        return ValueFormatter.of(setback.kind())
                + " "
                + setback.number()
                + " after "
                + ValueFormatter.oneLine(ValueFormatter.of(setback.fault()));
    }

    public static String of(Continuation slot) {
        return switch (slot) {
            case Continuation.Idle _ -> "idle";
            case Continuation.MoreDue(var n) -> "unfinished work goes on, due (" + n + ")";
            case Continuation.RedoDue(var n) -> "the work is to be redone, due (" + n + ")";
            case Continuation.AnswerDue(var n) -> "an answer is to be passed on, due (" + n + ")";
            case Continuation.Running(var kind, var n) ->
                    ValueFormatter.of(kind) + ", running (" + n + ")";
        };
    }

    public static String of(Cursor cursor) {
        return switch (cursor) {
            case Cursor.Arrived _ -> "before a phase";
            case Cursor.Working _ -> "in a phase";
        };
    }

    /** What the rules of a priority look at. */
    static String considered(Priority priority, PipelineState state) {
        return switch (priority) {
            case ENDED -> of(state.lifecycle());
            case IN_FLIGHT -> of(state.slots().inFlight());
            case HELD ->
                    of(state.slots().gate())
                            + (state.lifecycle() instanceof Lifecycle.Paused ? "; paused" : "")
                            + (state.usage().reached(state.effectKey().phase()).nonEmpty()
                                    ? "; the budget is reached"
                                    : "");
            case RECOVERY -> of(state.slots().recovery());
            case RETRY -> of(state.slots().retry());
            case CONTINUATION -> of(state.slots().continuation());
            case NORMAL -> ValueFormatter.place(state);
            case TRANSITION -> of(state.cursor()) + ": " + ValueFormatter.place(state);
        };
    }
}
