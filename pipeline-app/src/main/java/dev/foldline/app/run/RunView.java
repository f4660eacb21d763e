package dev.foldline.app.run;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import io.vavr.control.Option;

/**
 * Whoever watches a run while it is driven here; what it does not look at goes past it. Called from the driver's thread, activity
 * from others.
 */
public interface RunView extends AutoCloseable {

    /** The run is about to be driven. */
    default void begins(PipelineState state, String root) {}

    /**
     * What has happened, and how the run stands now.
     *
     * @param message the name of the message that asked for it, or of whoever else did, as the log tells
     */
    default void folded(Event event, Option<String> message, PipelineState state) {}

    /** A line that an agent or a check printed. */
    default void activity(String line) {}

    /** Something a person should know that is no event. */
    default void notice(String text) {}

    /** What became of a task of the workflow that is watched; the workflow's own log will tell most of it. */
    default void told(String task, String text) { notice(task + ": " + text); }

    @Override
    default void close() {}

    /** Nobody watches. */
    RunView NONE = new RunView() {};
}
