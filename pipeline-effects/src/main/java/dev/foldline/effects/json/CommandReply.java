package dev.foldline.effects.json;

import dev.foldline.core.command.Rejection;
import dev.foldline.core.event.Event;

/** The driver's reply to a command in a run's inbox. */
public sealed interface CommandReply {
    /** The command became this event. */
    record CommandAccepted(Event event) implements CommandReply {}

    /** The command is not legal now. */
    record CommandRejected(Rejection rejection) implements CommandReply {}
}
