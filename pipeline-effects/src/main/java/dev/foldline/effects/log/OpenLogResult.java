package dev.foldline.effects.log;

import java.util.Optional;

/** The result of opening a log for appending. */
public sealed interface OpenLogResult {
    /** The log is complete, after the repair of a torn tail if there was one. */
    record Opened(FileEventLog log, Optional<TornTail> repaired) implements OpenLogResult {}

    /** The log is damaged; nothing was written to it. */
    record Refused(LogDamage damage) implements OpenLogResult {}
}
