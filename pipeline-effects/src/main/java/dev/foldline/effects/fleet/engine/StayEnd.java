package dev.foldline.effects.fleet.engine;

/**
 * How a stay ended.
 *
 * @param host where the run was
 * @param waitMillis after which time a limited run can continue; 0 for all others
 * @param reason for display; cut if it is long, since engines have a limit for messages
 */
public record StayEnd(Stay stay, String host, Kind kind, long waitMillis, String reason) {
    private static final int REASON_MAX = 1000;

    public StayEnd {
        if (reason.length() > REASON_MAX) reason = reason.substring(0, REASON_MAX);
    }

    /** Why a host does not drive a run any more. */
    public enum Kind {
        /** The run has ended. */
        ENDED,
        /** It waits for the user. */
        PARKED,
        /** It waits for a time. */
        LIMITED,
        /** The host stops; another one continues the run. */
        MOVED,
        /** The host could not drive it. */
        FAILED
    }
}
