package dev.foldline.effects.projection;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;

import java.io.IOException;
import java.time.Instant;

/**
 * Files with a run's status for users and agents. They follow its log: an event is on disk before
 * they reflect it.
 */
public interface RunFiles {
    /**
     * Updates the files to the current state.
     *
     * @throws IOException if they cannot be written; the run is not affected
     */
    void write() throws IOException;

    /**
     * Updates the files after one event.
     *
     * @param at when it was appended
     * @throws IOException as for {@link #write}
     */
    void follow(Instant at, Event event, PipelineState after) throws IOException;
}
