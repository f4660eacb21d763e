package dev.foldline.app.view;

import java.time.Instant;
import java.util.Optional;

/**
 * The viewer of a run, as far as a command knows.
 *
 * @param terminal whether a person looks at a terminal that may be drawn on
 * @param coloured whether lines may be coloured
 * @param since when the run began, if it is driven by another process and only watched here
 */
public record TerminalContext(
        boolean terminal, boolean coloured, Detail detail, Optional<Instant> since) {

    /** How much is wanted. */
    public enum Detail {
        QUIET,
        USUAL,
        VERBOSE
    }

    /** The user at the terminal of the driver. */
    public static TerminalContext ofDriver(boolean terminal, boolean coloured, Detail detail) {
        return new TerminalContext(terminal, coloured, detail, Optional.empty());
    }

    /** A user who watches a run of another process, which started then. */
    public TerminalContext watchingSince(Instant began) {
        return new TerminalContext(terminal, coloured, detail, Optional.of(began));
    }

    boolean isVerbose() {
        return detail == Detail.VERBOSE;
    }
}
