package dev.foldline.app.run;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.Event;

import io.vavr.control.Option;

import org.apiguardian.api.API;

/**
 * Observes a run that this process drives. Called from the driver's thread; activity is reported
 * from others.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface RunObserver extends AutoCloseable {

    /** The run is about to be driven. */
    default void begins(PipelineState state, String root) {}

    /**
     * Receives an event and the new state.
     *
     * @param message name of the inbox message or signal that caused it, if the log records one
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

    /** Returns whether the caller has stopped waiting, so that new work need not start. */
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

    /** The driver leaves the run, ended or not. */
    default void leaves() {}

    @Override
    default void close() {}

    /** Ignores everything. */
    RunObserver NONE = new RunObserver() {};
}
