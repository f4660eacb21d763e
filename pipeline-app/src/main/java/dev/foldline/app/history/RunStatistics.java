package dev.foldline.app.history;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Usage;
import dev.foldline.core.state.Usage.Measure;
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

    /** The smallest values that a half and nine tenths of the runs did not exceed. */
    public record Range(long median, long ninetieth) {}

    /** Reads the latest completed runs of a workflow in a repository. */
    public static RunStatistics of(Runs runs, String workflow) throws IOException {
        var found = Vector.<Usage>empty();
        var latest = runs.index().ofWorkflow(workflow).map(RunEntry::run).limit(READ_MAX);
        for (var run : (Iterable<RunDirectory>) latest::iterator)
            if (found.size() < RUNS_MAX) found = found.appendAll(completed(run));
        return new RunStatistics(found);
    }

    /** A run that cannot be read counts as one that has not completed. */
    private static Option<Usage> completed(RunDirectory run) throws IOException {
        try {
            return Option.of(RunHistory.open(run).latest().state())
                    .filter(
                            state ->
                                    state.lifecycle() instanceof Lifecycle.Ended(var outcome)
                                            && outcome instanceof Outcome.Completed)
                    .map(PipelineState::usage);
        } catch (UserError unreadable) {
            return Option.none();
        }
    }

    /** Returns the range over the runs; none without a run. */
    public Option<Range> range(Function<Usage, Meter> meter, Function<Meter, Long> amount) {
        return range(runs.map(meter.andThen(amount)));
    }

    /** Returns the range of the cost over the runs of which it is known. */
    public Option<Range> cost(Function<Usage, Meter> meter) {
        return range(
                runs.map(meter)
                        .map(Meter::microUsd)
                        .filter(money -> money.unreported() == 0)
                        .flatMap(Measure::known));
    }

    /** Returns the range of values; none without a value. */
    static Option<Range> range(Vector<Long> values) {
        var sorted = values.sorted();
        return Option.when(!sorted.isEmpty(), () -> new Range(rank(sorted, 50), rank(sorted, 90)));
    }

    private static long rank(Vector<Long> sorted, int perCent) {
        return sorted.get((sorted.size() * perCent + PER_CENT - 1) / PER_CENT - 1);
    }
}
