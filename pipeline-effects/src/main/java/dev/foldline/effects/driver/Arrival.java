package dev.foldline.effects.driver;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.function.Consumer;

/** Something that reaches a driver while it listens. */
public sealed interface Arrival {

    /** A deed reports. */
    record Reported(Event event) implements Arrival {}

    /**
     * Somebody asks.
     *
     * @param message the name under which it may be delivered again, if it may
     * @param reply told once the event it became is on disk, or why it was refused
     */
    record Asked(Command command, Option<String> message, Consumer<Either<Rejection, InputEvent>> reply) implements Arrival {

        /** Asked once, and never again. */
        public Asked(Command command, Consumer<Either<Rejection, InputEvent>> reply) { this(command, Option.none(), reply); }
    }

    /** The turn of a deed may have come that could not begin before. */
    record Called() implements Arrival {}

    /** The time waited for has come. */
    record Elapsed(Instant at) implements Arrival {}
}
