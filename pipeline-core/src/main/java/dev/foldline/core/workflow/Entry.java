package dev.foldline.core.workflow;

import io.vavr.collection.Vector;

/** Who comes into a phase. */
public sealed interface Entry {

    /** Every turn. */
    record Always() implements Entry {}

    /** Only a turn that a route sends here, such as the fixing of issues. */
    record WhenSent() implements Entry {}

    /** Turns whose item carries all of some tags and none of others. */
    record WhenTagged(Vector<String> all, Vector<String> none) implements Entry {}

    Entry ALWAYS = new Always();
    Entry WHEN_SENT = new WhenSent();
}
