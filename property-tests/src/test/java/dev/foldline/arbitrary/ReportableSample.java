package dev.foldline.arbitrary;

import io.vavr.collection.Vector;

/** A sample of a property that can describe itself in a few lines. */
public interface ReportableSample {

    /** Returns the lines of a report, its size first. */
    Vector<String> lines();
}
