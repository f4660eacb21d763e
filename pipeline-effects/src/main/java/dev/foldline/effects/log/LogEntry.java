package dev.foldline.effects.log;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.command.Author;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The content of a log line before its place in the chain.
 *
 * @param at informational only; truncated to the millisecond
 * @param ticket the ticket that the event answers, if any
 * @param rule the rule that requested it, if any
 * @param message name of the inbox message, or of another request, that it answers, if any
 * @param by the user who requested it, if any
 * @param event one JSON object on one line
 */
public record LogEntry(
        Instant at,
        OptionalLong ticket,
        Optional<String> rule,
        Optional<String> message,
        Optional<Author> by,
        String event) {
    public LogEntry {
        at = at.truncatedTo(ChronoUnit.MILLIS);
        if (!event.startsWith("{") || !event.endsWith("}") || event.indexOf('\n') >= 0) {
            throw new PipelineBug("an event must be one JSON object on one line, not " + event);
        }
    }

    /** An entry without a known author. */
    public LogEntry(
            Instant at,
            OptionalLong ticket,
            Optional<String> rule,
            Optional<String> message,
            String event) {
        this(at, ticket, rule, message, Optional.empty(), event);
    }

    /** An entry without a message. */
    public LogEntry(Instant at, OptionalLong ticket, Optional<String> rule, String event) {
        this(at, ticket, rule, Optional.empty(), event);
    }

    /** Returns an entry without ticket and rule. */
    public static LogEntry of(Instant at, String event) {
        return new LogEntry(at, OptionalLong.empty(), Optional.empty(), event);
    }
}
