package dev.foldline.app.run;

import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;

/**
 * Whoever watches a run while it is driven here; what it does not look at goes past it. Called from the driver's thread, activity
 * from others.
 */
public interface RunView extends AutoCloseable {

    /** The run is about to be driven. */
    default void begins(PipelineState state, String root) {}

    default void folded(Decision decision, Event event, PipelineState state) {}

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
