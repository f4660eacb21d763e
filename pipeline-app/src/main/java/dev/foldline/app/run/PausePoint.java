package dev.foldline.app.run;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.Phase;

import io.vavr.control.Option;

/** The phase before which a run pauses. */
final class PausePoint {
    private PausePoint() {}

    /** Returns the phase before which the run pauses; a run that starts paused is before it. */
    static Option<String> question(PipelineState state) {
        return state.lifecycle() instanceof Lifecycle.Paused
                ? state.phase().map(Phase::id)
                : state.header().until();
    }

    /** Returns whether the run is paused before this phase. */
    static boolean isBefore(String asked, PipelineState state) {
        return state.cursor() instanceof Cursor.Arrived
                && state.lifecycle() instanceof Lifecycle.Paused
                && state.phase().exists(phase -> phase.id().equals(asked));
    }
}
