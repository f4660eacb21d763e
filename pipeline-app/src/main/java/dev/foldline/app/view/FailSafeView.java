package dev.foldline.app.view;

import dev.foldline.app.output.Printable;
import dev.foldline.app.run.ForwardingObserver;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.Event;

import io.vavr.control.Option;

import java.io.PrintStream;

/** Reports the first failure of a view and ignores the rest: showing a run must never stop it. */
final class FailSafeView extends ForwardingObserver {
    private final PrintStream complaints;
    private volatile boolean broken;

    FailSafeView(RunObserver view, PrintStream complaints) {
        super(view);
        this.complaints = complaints;
    }

    @Override
    public void begins(PipelineState state, String root) {
        unlessBroken(() -> super.begins(state, root));
    }

    @Override
    public void onEvent(Event event, Option<String> message, PipelineState state) {
        unlessBroken(() -> super.onEvent(event, message, state));
    }

    @Override
    public void onEvent(
            Event event, Option<String> message, Option<Author> by, PipelineState state) {
        unlessBroken(() -> super.onEvent(event, message, by, state));
    }

    @Override
    public void activity(String line) {
        unlessBroken(() -> super.activity(line));
    }

    @Override
    public void notice(String text) {
        unlessBroken(() -> super.notice(text));
    }

    @Override
    public void onTaskMessage(String task, String text) {
        unlessBroken(() -> super.onTaskMessage(task, text));
    }

    @Override
    public void leaves() {
        unlessBroken(super::leaves);
    }

    @Override
    public void close() {
        try {
            super.close();
        } catch (RuntimeException failure) {
            reportFailure(failure);
        }
    }

    private void unlessBroken(Runnable showing) {
        if (broken) return;
        try {
            showing.run();
        } catch (RuntimeException failure) {
            close();
            reportFailure(failure);
        }
    }

    private synchronized void reportFailure(RuntimeException failure) {
        if (!broken)
            complaints.println(
                    "foldline: the view failed, the run continues: "
                            + Printable.line(failure.toString()));
        broken = true;
    }
}
