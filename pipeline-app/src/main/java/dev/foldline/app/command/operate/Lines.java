package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.run.RunView;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;

/** One line on stderr for what happens. */
final class Lines implements RunView {
    private final Console console;

    Lines(Console console) { this.console = console; }

    @Override
    public void begins(PipelineState state, String root) { console.note("run " + state.header().run() + " in " + root); }

    @Override
    public void folded(Decision decision, Event event, PipelineState state) {
        console.note(state.place() + "  " + decision.rule() + "  " + event.getClass().getSimpleName());
    }

    @Override
    public void activity(String line) { console.detail("  | " + line); }

    @Override
    public void notice(String text) { console.note(text); }

    @Override
    public void close() {}
}
