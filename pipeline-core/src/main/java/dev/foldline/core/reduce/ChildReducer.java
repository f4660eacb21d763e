package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ChildEffect;
import dev.foldline.core.event.ChildEvent;

/** What became of the start of a child run; {@link RunReducer} marked its item when the start began. */
public final class ChildReducer {
    private ChildReducer() {}

    public static PipelineState reduce(PipelineState state, ChildEvent event) {
        if (!state.awaits(event.ticket())) return state;
        if (!(state.slots().inFlight().underway().getOrNull() instanceof ChildEffect)) return state;
        return switch (event) {
            case ChildEvent.ChildSpawned _ -> state.answered();
        };
    }
}
