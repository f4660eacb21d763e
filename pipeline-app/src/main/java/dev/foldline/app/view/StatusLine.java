package dev.foldline.app.view;

import dev.foldline.app.history.QuestionFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.Printable;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Setback;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where a run stands, in one line: {@code iterate 2/5 · development · attempt 2 · retrying: output
 * invalid (1)}.
 */
public final class StatusLine {
    private static final String SEPARATOR = " \u00b7 ";

    private StatusLine() {}

    /** One line without escape sequences; of faults it names the kind only. */
    public static String of(PipelineState state) {
        if (state.lifecycle() instanceof Lifecycle.Ended(var outcome))
            return Printable.line(outcome(outcome));
        var parts = new ArrayList<String>();
        parts.add(WorkflowOutline.turn(state));
        state.phase().forEach(phase -> parts.add(phase.id()));
        parts.addAll(trouble(state, fault -> ValueFormatter.of(fault.kind())));
        return Printable.line(String.join(SEPARATOR, parts));
    }

    /**
     * What is not as it would be in a run without setbacks, the nearest first; empty if nothing is.
     */
    static List<String> trouble(PipelineState state, Function<Fault, String> said) {
        var parts = new ArrayList<String>();
        int attempt = state.usage().tally().attempt();
        if (attempt > 1) parts.add("attempt " + attempt);
        recovery(state.slots().recovery(), said).ifPresent(parts::add);
        retry(state, said).ifPresent(parts::add);
        continuation(state.slots().continuation()).ifPresent(parts::add);
        if (state.slots().gate() instanceof GateSlot.Open(var gate))
            parts.add(QuestionFormatter.waiting(gate));
        if (state.usage().reached(state.effectKey().phase()).nonEmpty())
            parts.add("budget reached");
        if (state.lifecycle() instanceof Lifecycle.Paused(var urgency))
            parts.add(
                    state.isFree()
                            ? "paused"
                            : urgency == Lifecycle.Urgency.NOW
                                    ? "pausing now"
                                    : "pausing after this step");
        return parts;
    }

    static String outcome(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed _ -> "completed";
            case Outcome.Failed(var fault) -> "failed: " + ValueFormatter.of(fault);
            case Outcome.Rejected(var gate, var why) -> "rejected at " + gate + ": " + why;
            case Outcome.Aborted(var why) -> "given up: " + why;
        };
    }

    static String time(Instant time) {
        return LocalTimeFormatter.second(time);
    }

    private static Optional<String> recovery(Recovery slot, Function<Fault, String> said) {
        return switch (slot) {
            case Recovery.Idle _ -> Optional.empty();
            case Recovery.FixDue(var failure) -> Optional.of("fixing" + after(failure, said));
            case Recovery.FixPrompted(var failure, _) ->
                    Optional.of("fixing" + after(failure, said));
            case Recovery.CleanDue(var failure) -> Optional.of("recovering" + after(failure, said));
            case Recovery.Watching(var failure) -> Optional.of("recovering" + after(failure, said));
            case Recovery.Passed(var failure) -> Optional.of("recovered" + after(failure, said));
            case Recovery.Halting(var failure) ->
                    Optional.of("halting: " + said.apply(failure.fault()));
            case Recovery.Halted(var failure) ->
                    Optional.of("halted: " + said.apply(failure.fault()));
            case Recovery.Ending _ -> Optional.of("ending");
        };
    }

    private static String after(Recovery.Failure failure, Function<Fault, String> said) {
        return ": " + said.apply(failure.fault()) + " (" + failure.attempts() + ")";
    }

    private static Optional<String> retry(PipelineState state, Function<Fault, String> said) {
        return switch (state.slots().retry()) {
            case Retry.Idle _ -> Optional.empty();
            case Retry.Waiting(var setback, var notBefore) ->
                    Optional.of(
                            "waits until " + time(notBefore) + ": " + said.apply(setback.fault()));
            case Retry.Due(var setback) -> Optional.of(again(setback, isAlone(state), said));
            case Retry.Running(var setback) -> Optional.of(again(setback, isAlone(state), said));
        };
    }

    /** Whether the role that works has one agent only: no other can be called. */
    static boolean isAlone(PipelineState state) {
        return state.roleAhead().exists(role -> state.policy().chain(role).size() == 1);
    }

    /**
     * @param alone whether there is no other agent
     */
    static String again(Setback setback, boolean alone, Function<Fault, String> said) {
        boolean isOther =
                setback.kind() == Retry.Kind.OTHER_AGENT || setback.kind() == Retry.Kind.NEXT_AGENT;
        return (alone && isOther ? "retrying" : how(setback.kind()))
                + ": "
                + said.apply(setback.fault())
                + " ("
                + setback.number()
                + ")";
    }

    private static String how(Retry.Kind kind) {
        return switch (kind) {
            case SAME_AGENT, OUTPUT -> "retrying";
            case NEXT_AGENT -> "next agent";
            case OTHER_AGENT -> "another agent";
            case RESTART -> "once more";
            case INSTRUCT_AGAIN -> "instructed again";
        };
    }

    private static Optional<String> continuation(Continuation slot) {
        return switch (slot) {
            case Continuation.Idle _ -> Optional.empty();
            case Continuation.MoreDue(var number) -> Optional.of("continuing (" + number + ")");
            case Continuation.RedoDue(var number) -> Optional.of("redoing (" + number + ")");
            case Continuation.AnswerDue _ -> Optional.of("continuing with an answer");
            case Continuation.Running(var kind, var number) ->
                    switch (kind) {
                        case MORE -> Optional.of("continuing (" + number + ")");
                        case REDO -> Optional.of("redoing (" + number + ")");
                        case ANSWER -> Optional.of("continuing with an answer");
                    };
        };
    }
}
