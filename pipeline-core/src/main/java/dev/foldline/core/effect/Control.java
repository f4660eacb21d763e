package dev.foldline.core.effect;

import dev.foldline.core.state.Outcome;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.time.Instant;

/** What the driver does itself. */
public sealed interface Control extends Effect {

    /** Listen until the deed under way answers. */
    record Await(long ticket) implements Control {}

    /** End the deed under way, then listen for its answer. */
    record Cancel(long ticket, String why) implements Control {}

    /** Nothing to do until one of these comes, or until a time. */
    record Wait(Vector<Awaited> awaited, Option<Instant> until) implements Control {}

    /** The run is over. */
    record Stop(Outcome outcome) implements Control {}
}
