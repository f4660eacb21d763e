package dev.foldline.app.trace;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the followers of a session's runs share: each problem is reported once, and the end of only
 * one run is delayed by a collector that is away.
 */
final class CollectorStatus {
    /** Why spans are not sent, or sent again. */
    enum Problem {
        HEADERS,
        UNAVAILABLE,
        REFUSED,
        INCOMPLETE,
        MARK,
        LOG
    }

    private final Set<Problem> reported = ConcurrentHashMap.newKeySet();
    private final Duration closing;
    private volatile boolean away;

    /**
     * @param closing how long the end of a driver waits for the last spans
     */
    CollectorStatus(Duration closing) {
        this.closing = closing;
    }

    /** Returns whether this is the first report of a problem. */
    boolean report(Problem problem) {
        return reported.add(problem);
    }

    boolean isReported(Problem problem) {
        return reported.contains(problem);
    }

    /** Returns how long a driver that leaves waits: not at all if an earlier wait timed out. */
    Duration closingWait() {
        return away ? Duration.ZERO : closing;
    }

    void setAway(boolean isAway) {
        away = isAway;
    }
}
