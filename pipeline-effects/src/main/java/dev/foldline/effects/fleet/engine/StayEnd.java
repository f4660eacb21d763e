package dev.foldline.effects.fleet.engine;

/**
 * How a stay ended.
 *
 * @param host where the run was
 * @param waitMillis after which time a limited run can continue; 0 for all others
 * @param reason for display
 */
public record StayEnd(Stay stay, String host, Kind kind, long waitMillis, String reason) {

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
