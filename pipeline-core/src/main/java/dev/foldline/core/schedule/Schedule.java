package dev.foldline.core.schedule;

import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.util.Comparator;

/**
 * The choice of who works next. Of those whose workflow may have one more at work: whose workflow has the fewest, then who has
 * waited longest. So a workflow with many tasks never keeps out one with few.
 */
public final class Schedule {
    private Schedule() {}

    /**
     * Who is let work now; nobody if no more may.
     *
     * @param asks in any order: it does not matter
     */
    public static Option<Ask> next(Limits limits, Load load, Vector<Ask> asks) {
        if (load.whole() >= limits.whole()) return Option.none();
        return asks.filter(ask -> load.of(ask.workflow()) < limits.of(ask.workflow())).minBy(Comparator
                .comparingInt((Ask ask) -> load.of(ask.workflow())).thenComparingLong(Ask::arrival).thenComparing(Ask::run));
    }
}
