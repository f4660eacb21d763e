package dev.foldline.effects.log;

import java.util.Optional;

/** The answer to somebody who wants to append to a log. */
public sealed interface Opening {
    /** The log is whole, after the repair of a torn tail if there was one. */
    record Opened(FileEventLog log, Optional<TornTail> repaired) implements Opening {}

    /** The log is damaged; nothing was written to it. */
    record Refused(Damage damage) implements Opening {}
}
