package dev.foldline.app.history;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Map;
import io.vavr.collection.TreeMap;
import io.vavr.collection.TreeSet;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * What the calls of several runs have cost, summed by one of their properties.
 *
 * @param unreadable the runs whose logs could not be read to their end; they are not counted
 */
public record CostTotals(By by, Vector<Row> rows, int runs, Vector<String> unreadable) {

    /** A property by which costs are summed. */
    public enum By {
        /** The local date on which the call ended. */
        DAY,
        WORKFLOW,
        PHASE,
        AGENT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The sum over calls that have the same value of the property. */
    public record Row(String key, int runs, Meter meter) {}

    /** Sums the calls that ended at a selected time. */
    public static CostTotals of(Vector<RunDirectory> runs, By by, Predicate<Instant> isSelected) {
        var sums = new Sums();
        var unreadable = Vector.<String>empty();
        for (var run : runs)
            try {
                var calls = new ArrayList<Call>();
                RunHistory.open(run)
                        .walk(
                                step -> {
                                    CostSheet.call(step)
                                            .filter(_ -> isSelected.test(step.at()))
                                            .ifPresent(row -> calls.add(Call.of(step, row, by)));
                                    return true;
                                });
                for (var call : calls) sums.add(run.id().text(), call);
            } catch (UserError | IOException damaged) {
                unreadable = unreadable.append(run.id().text());
            }
        return new CostTotals(by, sums.rows(), sums.runs.size(), unreadable);
    }

    /** Sums totals of different runs. */
    public static CostTotals plus(By by, Vector<CostTotals> totals) {
        return new CostTotals(
                by,
                totals.flatMap(CostTotals::rows),
                totals.map(CostTotals::runs).sum().intValue(),
                totals.flatMap(CostTotals::unreadable));
    }

    /** All rows in one. */
    public Row total() {
        return new Row("total", runs, rows.map(Row::meter).fold(Meter.ZERO, Meter::plus));
    }

    /** A call of a run that is counted if the run's log can be read to its end. */
    private record Call(String key, Meter meter) {
        static Call of(ReplayStep step, CostSheet.Row row, By by) {
            var key =
                    switch (by) {
                        case DAY ->
                                step.at().atZone(ZoneId.systemDefault()).toLocalDate().toString();
                        case WORKFLOW -> step.after().workflow().name();
                        case PHASE -> row.phase();
                        case AGENT -> row.agent();
                    };
            return new Call(key, row.meter());
        }
    }

    /** Sums while runs are read. */
    private static final class Sums {
        private TreeSet<String> runs = TreeSet.empty();
        private Map<String, Meter> meters = TreeMap.empty();
        private Map<String, TreeSet<String>> runsByKey = TreeMap.empty();

        void add(String run, Call call) {
            var key = call.key();
            runs = runs.add(run);
            meters = meters.put(key, meters.get(key).getOrElse(Meter.ZERO).plus(call.meter()));
            runsByKey = runsByKey.put(key, runsByKey.get(key).getOrElse(TreeSet.empty()).add(run));
        }

        Vector<Row> rows() {
            return meters.toVector()
                    .map(
                            entry ->
                                    new Row(
                                            entry._1(),
                                            runsByKey.get(entry._1()).get().size(),
                                            entry._2()));
        }
    }
}
