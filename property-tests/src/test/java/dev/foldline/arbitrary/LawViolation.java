package dev.foldline.arbitrary;

import io.vavr.collection.Vector;

/** A law does not hold on a sample. {@link LawReports} adds the sample to its message. */
public final class LawViolation extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final transient Vector<String> trace;

    /**
     * @param law the law
     * @param how in which way it does not hold
     * @param trace the last lines of the trace, the one that broke it last
     */
    public LawViolation(String law, String how, Vector<String> trace) {
        super(law + "\n  " + how);
        this.trace = trace;
        setStackTrace(new StackTraceElement[0]);
    }

    Vector<String> trace() {
        return trace;
    }
}
