package dev.foldline.core.effect;

import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.workflow.Step.Accepts;
import java.time.Instant;

/** Something only the world can bring. */
public sealed interface Awaited {

    /** A person's approval or rejection. */
    record Resolution(Gate gate) implements Awaited {}

    /** A person's {@code resume}. */
    record Resumption() implements Awaited {}

    /**
     * A higher budget.
     *
     * @param meter the limits that are reached, with commas between; {@code PHASE.LIMIT} if it is one of a phase
     */
    record Refill(String meter) implements Awaited {}

    /** A person's {@code retry}. */
    record Attention(Fault fault) implements Awaited {}

    /** A time; {@code why} the retry had to wait. */
    record Moment(Instant notBefore, Fault why) implements Awaited {}

    /** The call that completes an external step. */
    record Call(String instruction, Accepts accepts) implements Awaited {}

    /** The ends of child runs. */
    record ChildrenEnds(String list) implements Awaited {}
}
