package dev.foldline.app.run;

import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.Phase;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/** The phase before which a run pauses. */
public final class PausePoint {
    private PausePoint() {}

    /** Returns the phase before which the run pauses; a run that starts paused is before it. */
    static Option<String> question(PipelineState state) {
        return state.lifecycle() instanceof Lifecycle.Paused
                ? state.phase().map(Phase::id)
                : state.header().until();
    }

    /** Returns whether the run is paused before the phase that it was to pause before. */
    public static boolean isReached(PipelineState state, RunHistory history) throws IOException {
        if (!state.phase().map(Phase::id).exists(phase -> isBefore(phase, state))) return false;
        var asked = new AtomicReference<Option<String>>(Option.none());
        history.walk(
                step -> {
                    asked.updateAndGet(before -> step.after().header().until().orElse(before));
                    return true;
                });
        return asked.get().equals(state.phase().map(Phase::id));
    }

    /** Returns whether the run is paused before this phase. */
    static boolean isBefore(String asked, PipelineState state) {
        return state.cursor() instanceof Cursor.Arrived
                && state.lifecycle() instanceof Lifecycle.Paused
                && state.phase().exists(phase -> phase.id().equals(asked));
    }
}
