package dev.foldline.core.schedule;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.Comparator;

/**
 * Chooses which run works next. Among workflows below their limit, the one with the fewest running
 * agents comes first, then the longest wait. So a workflow with many tasks never blocks one with
 * few.
 */
public final class Schedule {
    private Schedule() {}

    /**
     * Returns the request to admit, or none at the limit.
     *
     * @param asks in any order
     */
    public static Option<WorkRequest> next(
            ScheduleLimits limits, CurrentLoad load, Vector<WorkRequest> asks) {
        if (load.whole() >= limits.whole()) return Option.none();
        return asks.filter(ask -> load.of(ask.workflow()) < limits.of(ask.workflow()))
                .minBy(
                        Comparator.comparingInt((WorkRequest ask) -> load.of(ask.workflow()))
                                .thenComparingLong(WorkRequest::arrival)
                                .thenComparing(WorkRequest::run));
    }
}
