package dev.foldline.app.repository;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.Event;
import dev.foldline.core.workflow.Phase;
import dev.foldline.effects.log.LogFold;
import dev.foldline.effects.log.LogLine;

import java.time.Instant;
import java.util.Optional;

/**
 * One event of a log and what it did to the state.
 *
 * @param seq the number of the event, from 1
 * @param at when it was appended, by its writer's clock
 * @param rule which rule the driver was following, as the log says
 * @param message name of the inbox message or signal that caused it, if the log records one
 * @param by author of the command, if the log names one
 * @param before the state it met; none for the first event
 * @param after the state it left
 */
public record ReplayStep(
        long seq,
        Instant at,
        Optional<String> rule,
        Optional<String> message,
        Optional<Author> by,
        Event event,
        Optional<PipelineState> before,
        PipelineState after) {

    /** Returns the step of a line, with what folding it has given. */
    public static ReplayStep of(LogLine line, LogFold.Folded folded) {
        return new ReplayStep(
                line.seq(),
                line.at(),
                line.rule(),
                line.message(),
                line.by(),
                folded.event(),
                folded.before().toJavaOptional(),
                folded.after());
    }

    /** Returns the phase in which the event met the run; {@code end} after the last one. */
    public String phase() {
        return before.orElse(after).phase().map(Phase::id).getOrElse("end");
    }
}
