package dev.foldline.app.view;

import dev.foldline.app.run.RunView;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import io.vavr.control.Option;
import java.io.PrintStream;

/** A view whose failure is told once and otherwise ignored: showing a run must never stop it. */
final class Unbreakable implements RunView {
    private final RunView view;
    private final PrintStream complaints;
    private volatile boolean broken;

    Unbreakable(RunView view, PrintStream complaints) {
        this.view = view;
        this.complaints = complaints;
    }

    @Override
    public void begins(PipelineState state, String root) { unlessBroken(() -> view.begins(state, root)); }

    @Override
    public void folded(Event event, Option<String> message, PipelineState state) { unlessBroken(() -> view.folded(event, message, state)); }

    @Override
    public void activity(String line) { unlessBroken(() -> view.activity(line)); }

    @Override
    public void notice(String text) { unlessBroken(() -> view.notice(text)); }

    @Override
    public void told(String task, String text) { unlessBroken(() -> view.told(task, text)); }

    @Override
    public void close() {
        try {
            view.close();
        } catch (RuntimeException failure) {
            complain(failure);
        }
    }

    private void unlessBroken(Runnable showing) {
        if (broken) return;
        try {
            showing.run();
        } catch (RuntimeException failure) {
            close();
            complain(failure);
        }
    }

    private synchronized void complain(RuntimeException failure) {
        if (!broken) complaints.println("foldline: the view failed, the run goes on: " + Printable.line(failure.toString()));
        broken = true;
    }
}
