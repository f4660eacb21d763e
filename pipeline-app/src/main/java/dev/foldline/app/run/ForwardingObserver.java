package dev.foldline.app.run;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.Event;

import io.vavr.control.Option;

/** Forwards everything to another observer. What stands around one extends it. */
public abstract class ForwardingObserver implements RunObserver {
    private final RunObserver next;

    protected ForwardingObserver(RunObserver next) {
        this.next = next;
    }

    @Override
    public void begins(PipelineState state, String root) {
        next.begins(state, root);
    }

    @Override
    public void onEvent(Event event, Option<String> message, PipelineState state) {
        next.onEvent(event, message, state);
    }

    @Override
    public void onEvent(
            Event event, Option<String> message, Option<Author> by, PipelineState state) {
        next.onEvent(event, message, by, state);
    }

    @Override
    public void activity(String line) {
        next.activity(line);
    }

    @Override
    public void notice(String text) {
        next.notice(text);
    }

    @Override
    public boolean isCancelled() {
        return next.isCancelled();
    }

    @Override
    public void onTaskMessage(String task, String text) {
        next.onTaskMessage(task, text);
    }

    @Override
    public void leaves() {
        next.leaves();
    }

    @Override
    public void close() {
        next.close();
    }
}
