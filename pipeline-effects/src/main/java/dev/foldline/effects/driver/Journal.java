package dev.foldline.effects.driver;

import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;

import io.vavr.control.Option;

/** Writes events before the driver applies them. */
@FunctionalInterface
public interface Journal {

    /**
     * Appends an event. On return it is durable.
     *
     * @param decision what the driver was carrying out or waiting for
     * @param message the name of the message with the command, to recognize repeated delivery
     * @return the event as written, without redacted content; the driver applies this one
     * @throws JournalFault if it cannot be made durable; the run stops and can be resumed from the
     *     log on disk
     */
    Event append(Event event, Decision decision, Option<String> message);

    /**
     * Records the current end of the log durably outside the log. It is called before any
     * externally visible action, so that a truncated log is never resumed as if that action had not
     * happened.
     *
     * @throws JournalFault if it cannot be made durable
     */
    default void forceHead() {}
}
