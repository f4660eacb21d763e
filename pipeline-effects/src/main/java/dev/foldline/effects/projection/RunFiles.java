package dev.foldline.effects.projection;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import java.io.IOException;
import java.time.Instant;

/** Files for people and agents that say how a run stands. They follow its log: an event is on disk before they tell of it. */
public interface RunFiles {
    /**
     * Puts them right as the run stands now.
     *
     * @throws IOException if they cannot be written; the run is none the worse
     */
    void write() throws IOException;

    /**
     * Follows one event.
     *
     * @param at when it was appended
     * @throws IOException as {@link #write}
     */
    void follow(Instant at, Event event, PipelineState after) throws IOException;
}
