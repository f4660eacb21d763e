package dev.foldline.app.queue;

import dev.foldline.app.queue.QueueView.Activity;
import dev.foldline.app.queue.QueueView.QueuedRun;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

/** Limits how often a run is resumed whose drivers end without progress. */
final class ResumeLimit {
    static final int RESUMES_MAX = 3;

    private Map<String, Resumed> resumed = HashMap.empty();

    /**
     * How often a run was resumed in a row.
     *
     * @param progress of the run when it was resumed
     */
    private record Resumed(int progress, int times) {}

    /** Counts that a run is resumed. */
    void count(QueuedRun run) {
        resumed = resumed.put(run.id(), new Resumed(run.progress(), times(run) + 1));
    }

    /** Returns the runs; one that has reached the limit waits for the user. */
    Vector<QueuedRun> of(Vector<QueuedRun> runs) {
        return runs.map(
                run ->
                        run.activity() == Activity.LEFT && times(run) >= RESUMES_MAX
                                ? run.with(Activity.WAITING, run.report() + note(run))
                                : run);
    }

    private int times(QueuedRun run) {
        return resumed.get(run.id())
                .filter(last -> last.progress() == run.progress())
                .map(Resumed::times)
                .getOrElse(0);
    }

    private static String note(QueuedRun run) {
        return "\n\nIt was resumed "
                + RESUMES_MAX
                + " times, and its driver ended without progress each time. It is not resumed"
                + " again: `foldline resume "
                + run.id()
                + "` shows the reason.";
    }
}
