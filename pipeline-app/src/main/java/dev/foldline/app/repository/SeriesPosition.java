package dev.foldline.app.repository;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.projection.RunEnd;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.RunSeries;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;

/**
 * The position of a run in the series that works through a plan, as the first event of its log
 * records it.
 */
public record SeriesPosition(RunDirectory run, RunSeries series) {
    /** In the first event of each run of a series. */
    private static final String NAME = "\"series\":{";

    /** Returns the position of a run; none for a single run, or if its log cannot be read. */
    public static Option<SeriesPosition> of(RunDirectory run) throws IOException {
        if (Files.notExists(run.events())) return Option.none();
        try (var reader = LogReader.open(run.events())) {
            return reader.next() instanceof ReadResult.Line(var line)
                            && line.event().contains(NAME)
                            && Wire.event(line.event()) instanceof RunStarted started
                    ? started.series().map(series -> new SeriesPosition(run, series))
                    : Option.none();
        } catch (WireFault unknown) {
            return Option.none();
        }
    }

    /** Returns the directory of the run that follows, whether it has started or not. */
    public RunDirectory successor() {
        return sibling(RunId.successorOf(run.id()).text());
    }

    /** Returns whether the next run is to be started: this one has completed a pull request. */
    public boolean isDue(PipelineState state) {
        return hasCompleted(state) && !series.isLast() && !successor().hasStarted();
    }

    /** Returns whether the maximum number of pull requests is reached with this run. */
    public boolean isReached(PipelineState state) {
        return hasCompleted(state) && series.isLast();
    }

    private static boolean hasCompleted(PipelineState state) {
        return state.lifecycle() instanceof Lifecycle.Ended(Outcome.Completed _)
                && !RunEnd.foundNothing(state);
    }

    /** Returns the runs of the series up to this one, the first one first. */
    public Vector<RunDirectory> runs() throws IOException {
        var runs = Vector.of(run);
        var before = series.previous();
        while (before.isDefined()) {
            var previous = sibling(before.get());
            runs = runs.prepend(previous);
            before = of(previous).flatMap(position -> position.series().previous());
        }
        return runs;
    }

    /** Returns what the runs of the series have used up to this one, without runs that are gone. */
    public Meter spent() throws IOException {
        var sum = Meter.ZERO;
        for (var each : runs())
            if (each.hasStarted())
                sum = sum.plus(RunHistory.open(each).latest().state().usage().meter());
        return sum;
    }

    private RunDirectory sibling(String id) {
        return new RunDirectory(new RunId(id), run.path().resolveSibling(id));
    }
}
