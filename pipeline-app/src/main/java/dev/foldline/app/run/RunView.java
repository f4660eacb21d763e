package dev.foldline.app.run;

import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;

/** Whoever watches a run while it is driven here. Called from the driver's thread, activity from others. */
public interface RunView extends AutoCloseable {

    /** The run is about to be driven. */
    void begins(PipelineState state, String root);

    void folded(Decision decision, Event event, PipelineState state);

    /** A line that an agent or a check printed. */
    void activity(String line);

    /** Something a person should know that is no event. */
    void notice(String text);

    @Override
    void close();

    /** Nobody watches. */
    RunView NONE = new RunView() {
        @Override public void begins(PipelineState state, String root) {}

        @Override public void folded(Decision decision, Event event, PipelineState state) {}

        @Override public void activity(String line) {}

        @Override public void notice(String text) {}

        @Override public void close() {}
    };
}
