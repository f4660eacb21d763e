package dev.foldline.app.command.runtime;

import dev.foldline.app.command.Console;
import dev.foldline.app.run.RunView;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;

/** Lines for people, beside the answer. */
record Notices(Console console) implements RunView {
    @Override public void begins(PipelineState state, String root) {}

    @Override public void folded(Decision decision, Event event, PipelineState state) {}

    @Override public void activity(String line) {}

    @Override public void notice(String text) { console.note(text); }

    @Override public void close() {}
}
