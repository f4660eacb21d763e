package dev.foldline.effects.driver;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;

import io.vavr.control.Either;
import io.vavr.control.Option;

import java.time.Instant;
import java.util.function.Consumer;

/** An input that reaches a driver while it waits. */
public sealed interface DriverInput {

    /** The outcome of an effect. */
    record Reported(Event event) implements DriverInput {}

    /**
     * A command from outside.
     *
     * @param message the name under which it may be delivered again, if it may
     * @param reply called with the logged event, or with the reason for the rejection
     */
    record CommandReceived(
            Command command, Option<String> message, Consumer<Either<Rejection, InputEvent>> reply)
            implements DriverInput {

        /** A command that is never delivered again. */
        public CommandReceived(Command command, Consumer<Either<Rejection, InputEvent>> reply) {
            this(command, Option.none(), reply);
        }
    }

    /** An effect that had to wait for its turn may be able to start now. */
    record Wakeup() implements DriverInput {}

    /** The awaited time has come. */
    record Elapsed(Instant at) implements DriverInput {}
}
