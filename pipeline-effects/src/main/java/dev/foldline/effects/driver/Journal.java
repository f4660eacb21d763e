package dev.foldline.effects.driver;

import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;
import io.vavr.control.Option;

/** Where a driver writes before it believes. */
@FunctionalInterface
public interface Journal {

    /**
     * Appends an event. On return it is durable.
     *
     * @param decision what the driver was carrying out or waiting for
     * @param message the name of the message that asked for it, so that one delivered again is known
     * @return the event as it was written, without what must not be kept: it is that one which is believed
     * @throws JournalFault if it cannot be made durable; the run stops and can be resumed from what is on disk
     */
    Event append(Event event, Decision decision, Option<String> message);
}
