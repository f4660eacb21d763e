package dev.foldline.core.effect;

import dev.foldline.core.state.Outcome;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/** An instruction to the driver itself. */
public sealed interface Control extends Effect {

    /** Wait for the outcome of the effect in progress. */
    record Await(long ticket) implements Control {}

    /** Cancel the effect in progress, then wait for its outcome. */
    record Cancel(long ticket, String why) implements Control {}

    /** Wait until one of these conditions is met, or until a time. */
    record Wait(Vector<WaitCondition> awaited, Option<Instant> until) implements Control {}

    /** Stop: the run has ended. */
    record Stop(Outcome outcome) implements Control {}
}
