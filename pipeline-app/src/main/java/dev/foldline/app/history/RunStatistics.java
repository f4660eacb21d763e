package dev.foldline.app.history;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Usage;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunEntry;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.function.Function;

/** What the latest completed runs of a workflow have used. */
public record RunStatistics(Vector<Usage> runs) {
    public static final RunStatistics NONE = new RunStatistics(Vector.empty());

    private static final int RUNS_MAX = 20;
    private static final int READ_MAX = 60;
    private static final int PER_CENT = 100;

    /**
     * The smallest values that a half and nine tenths of some runs did not exceed.
     *
     * @param runs the number of runs with a known value
     */
    public record Range(long median, long ninetieth, int runs) {}

    /** Reads the latest completed runs of a workflow in a repository. */
    public static RunStatistics of(Runs runs, String workflow) throws IOException {
        var found = Vector.<Usage>empty();
        var latest = runs.index().ofWorkflow(workflow).map(RunEntry::run).limit(READ_MAX);
        for (var run : (Iterable<RunDirectory>) latest::iterator)
            if (found.size() < RUNS_MAX) found = found.appendAll(usageIfCompleted(run));
        return new RunStatistics(found);
    }

    /** A run that cannot be read counts as one that has not completed. */
    static Option<Usage> usageIfCompleted(RunDirectory run) {
        try {
            return Option.of(RunHistory.open(run).latest().state())
                    .filter(
                            state ->
                                    state.lifecycle() instanceof Lifecycle.Ended(var outcome)
                                            && outcome instanceof Outcome.Completed)
                    .map(PipelineState::usage);
        } catch (UserError | IOException unreadable) {
            return Option.none();
        }
    }

    /** Returns the range over the runs; none without a run. */
    public Option<Range> range(Function<Usage, Meter> meter, Function<Meter, Long> amount) {
        return range(runs.map(meter.andThen(amount)));
    }

    /** Returns the range of the cost over the runs of which it is known; no call costs nothing. */
    public Option<Range> cost(Function<Usage, Meter> meter) {
        return range(runs.map(meter).flatMap(RunStatistics::cost));
    }

    /** Returns the range of the estimated part of the cost; none if no part is estimated. */
    public Option<Range> estimatedCost(Function<Usage, Meter> meter) {
        var parts = runs.map(meter).map(each -> each.microUsd().estimated());
        return parts.exists(Option::isDefined)
                ? range(parts.map(each -> each.getOrElse(0L)))
                : Option.none();
    }

    private static Option<Long> cost(Meter meter) {
        if (meter.agentCalls() == 0) return Option.of(0L);
        return meter.microUsd().unreported() == 0 ? meter.microUsd().known() : Option.none();
    }

    /** Returns the range of values; none without a value. */
    static Option<Range> range(Vector<Long> values) {
        var sorted = values.sorted();
        return Option.when(
                !sorted.isEmpty(),
                () -> new Range(rank(sorted, 50), rank(sorted, 90), sorted.size()));
    }

    private static long rank(Vector<Long> sorted, int perCent) {
        return sorted.get((sorted.size() * perCent + PER_CENT - 1) / PER_CENT - 1);
    }
}
