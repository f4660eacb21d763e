package dev.foldline.effects.log;

import java.util.Optional;

/** What a reader found at its place in the log. */
public sealed interface Reading {
    /** The next event, checked. */
    record Line(LogLine line) implements Reading {}

    /** No further whole line yet; asking again later finds those appended meanwhile. A torn tail is only looked at. */
    record End(Position position, Optional<TornTail> tail) implements Reading {}

    /** The rest cannot be believed; asking again gives the same answer. */
    record Damaged(Damage damage) implements Reading {}
}
