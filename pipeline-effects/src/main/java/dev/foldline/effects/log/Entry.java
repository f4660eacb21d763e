package dev.foldline.effects.log;

import dev.foldline.core.PipelineBug;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one line of the log says, before it has its place in the chain.
 *
 * @param at for people only; kept to the millisecond
 * @param ticket what the event answers, if anything
 * @param rule which rule asked for it, if any
 * @param message the name of the message in the inbox that it answers, or of whoever else asked, if it is to be known
 * @param event one JSON object on one line
 */
public record Entry(Instant at, OptionalLong ticket, Optional<String> rule, Optional<String> message, String event) {
    public Entry {
        at = at.truncatedTo(ChronoUnit.MILLIS);
        if (!event.startsWith("{") || !event.endsWith("}") || event.indexOf('\n') >= 0) {
            throw new PipelineBug("an event must be one JSON object on one line, not " + event);
        }
    }

    /** An event that no message asked for. */
    public Entry(Instant at, OptionalLong ticket, Optional<String> rule, String event) {
        this(at, ticket, rule, Optional.empty(), event);
    }

    /** An event that answers no ticket and that no rule asked for. */
    public static Entry of(Instant at, String event) {
        return new Entry(at, OptionalLong.empty(), Optional.empty(), event);
    }
}
