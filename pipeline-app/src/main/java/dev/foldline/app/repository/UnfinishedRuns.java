package dev.foldline.app.repository;

import dev.foldline.app.error.UserError;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogFold;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.util.List;

/** Finds the unfinished runs of a repository without reading the logs of finished ones. */
public final class UnfinishedRuns {
    private UnfinishedRuns() {}

    /**
     * The latest first. Those without an event are among them, and those whose logs cannot be read.
     */
    public static List<RunDirectory> of(Runs runs) throws IOException {
        return runs.index().unfinished(UnfinishedRuns::hasEnded);
    }

    private static boolean hasEnded(RunDirectory run) {
        try {
            return endsAsAnEnd(run)
                    && RunHistory.open(run).latest().state().lifecycle() instanceof Lifecycle.Ended;
        } catch (IOException | UserError unreadable) {
            return false;
        }
    }

    /** Whether the last line of its log is one that a run can end with: the work is saved last. */
    public static boolean endsAsAnEnd(RunDirectory run) throws IOException {
        try {
            return LogReader.lastLine(run.events())
                    .map(LogFold::event)
                    .filter(WorkSaved.class::isInstance)
                    .isPresent();
        } catch (WireFault unknown) {
            return false;
        }
    }
}
