package dev.foldline.app.queue;

import dev.foldline.app.queue.QueueView.QueuedIssue;
import dev.foldline.effects.poll.Backoff;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

import java.time.Instant;

/**
 * The starts of runs that were refused lately. They pause the claims, as the reason may be the
 * machine; and their issues come last, as the reason may be the issue.
 */
final class StartRefusals {
    private final Backoff pauses;
    private Set<Long> issues = HashSet.empty();
    private int inARow;
    private Instant pausedUntil = Instant.EPOCH;

    StartRefusals(Backoff pauses) {
        this.pauses = pauses;
    }

    void add(long issue, Instant now) {
        issues = issues.add(issue);
        pausedUntil = now.plus(pauses.pause(inARow++));
    }

    /** A run was started for an issue. */
    void clear(long issue) {
        issues = issues.remove(issue);
        inARow = 0;
    }

    boolean isPausing(Instant now) {
        return now.isBefore(pausedUntil);
    }

    Vector<QueuedIssue> sorted(Vector<QueuedIssue> queued) {
        return queued.sortBy(each -> issues.contains(each.number()));
    }
}
