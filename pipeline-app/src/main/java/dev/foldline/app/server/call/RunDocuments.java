package dev.foldline.app.server.call;

import dev.foldline.app.error.UserError;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The documents about runs that lists and statuses show. They are cached, and those about the
 * latest runs are made when the server starts, so that the first list does not wait for them.
 */
public final class RunDocuments {
    private static final int AHEAD_MAX = 5_000;

    private final Workspace here;
    private final DocumentCache cache = new DocumentCache();

    public RunDocuments(Workspace here) {
        this.here = here;
    }

    /** What the command {@code status} prints of a run. */
    Map<String, Object> about(RunDirectory run) throws IOException {
        return cache.about(
                run,
                () -> new DocumentCache.Made(RunReport.document(run, here.root()), Vector.of(run)));
    }

    /** Forgets the documents about all others. */
    void only(List<RunDirectory> runs) {
        cache.only(Vector.ofAll(runs));
    }

    /** Makes the documents about the latest runs, until this thread is interrupted. */
    public void makeAhead() {
        try {
            for (var run : here.runs().newestFirst().stream().limit(AHEAD_MAX).toList()) {
                if (Thread.currentThread().isInterrupted()) return;
                makeAhead(run);
            }
        } catch (IOException unlisted) {
            // The first list reports it.
        }
    }

    private void makeAhead(RunDirectory run) {
        try {
            about(run);
        } catch (IOException | UserError unreadable) {
            // The list shows it as unreadable.
        }
    }
}
