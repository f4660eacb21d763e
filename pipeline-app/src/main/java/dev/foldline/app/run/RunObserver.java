package dev.foldline.app.run;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.Event;

import io.vavr.control.Option;

/**
 * Whoever watches a run while it is driven here; what it does not look at goes past it. Called from
 * the driver's thread, activity from others.
 */
public interface RunObserver extends AutoCloseable {

    /** The run is about to be driven. */
    default void begins(PipelineState state, String root) {}

    /**
     * What has happened, and how the run stands now.
     *
     * @param message the name of the message that asked for it, or of whoever else did, as the log
     *     tells
     */
    default void onEvent(Event event, Option<String> message, PipelineState state) {}

    /**
     * The same, with who asked for it.
     *
     * @param by who gave the command that the event accepts, if the log names them
     */
    default void onEvent(
            Event event, Option<String> message, Option<Author> by, PipelineState state) {
        onEvent(event, message, state);
    }

    /** A line that an agent or a check printed. */
    default void activity(String line) {}

    /** Something a person should know that is no event. */
    default void notice(String text) {}

    /** Whether nobody waits any more, so that what has not begun need not begin. */
    default boolean isCancelled() {
        return false;
    }

    /**
     * What became of a task of the workflow that is watched; the workflow's own log will tell most
     * of it.
     */
    default void onTaskMessage(String task, String text) {
        notice(task + ": " + text);
    }

    @Override
    default void close() {}

    /** Nobody watches. */
    RunObserver NONE = new RunObserver() {};
}
