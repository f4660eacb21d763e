package dev.foldline.core.workflow;

import io.vavr.collection.Vector;

/** Which turns enter a phase. */
public sealed interface PhaseEntry {

    /** Every turn. */
    record Always() implements PhaseEntry {}

    /** Only a turn that a route sends here, for example to fix issues. */
    record WhenRouted() implements PhaseEntry {}

    /** Turns whose item has all of some tags and none of others. */
    record WhenTagged(Vector<String> all, Vector<String> none) implements PhaseEntry {}

    /** Only a turn that has just left the phase before it. */
    record WhenPreceded() implements PhaseEntry {}

    PhaseEntry ALWAYS = new Always();
    PhaseEntry WHEN_SENT = new WhenRouted();
    PhaseEntry WHEN_PRECEDED = new WhenPreceded();
}
