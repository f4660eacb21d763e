package dev.foldline.core.workflow;

import io.vavr.collection.Vector;

/** An operation of a step on the whole change of a run. */
public enum ChangeOperation {
    /** Read what the change touches: labels {@link #LABELS}. */
    COMPARE,
    /** Run the next trial of the change's tests: labels {@link #LABELS}. */
    TRY_TESTS,
    /** Put back what judges the change, where the change touches it. */
    RESTORE;

    /** The label of a change that needs no approval. */
    public static final String SETTLED = "settled";

    /** The label of a change whose tests are tried next. */
    public static final String TESTS = "tests";

    /** The label of a change that needs an approval. */
    public static final String ASKED = "asked";

    /** The labels of a comparison and of each trial. */
    public static final Vector<String> LABELS = Vector.of(SETTLED, TESTS, ASKED);
}
