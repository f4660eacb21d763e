package dev.foldline.effects.log;

import java.util.Optional;

/** The result of reading at a position of the log. */
public sealed interface ReadResult {
    /** The next event, verified. */
    record Line(LogLine line) implements ReadResult {}

    /**
     * There is no further complete line yet; a later call returns lines appended since. A torn tail
     * is only reported.
     */
    record End(LogPosition position, Optional<TornTail> tail) implements ReadResult {}

    /** The rest is damaged; a later call returns the same result. */
    record Damaged(LogDamage damage) implements ReadResult {}
}
