package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.state.Items;

/**
 * Reduces the outcome of starting a child run. {@link RunReducer} marked its item when the start
 * began.
 */
public final class ChildReducer {
    private ChildReducer() {}

    public static Consequence reduce(PipelineState state, ChildEvent event) {
        if (!state.awaits(event.ticket())) return new Stay(state);
        if (!(state.slots().inFlight().running().getOrNull() instanceof SpawnChild spawn))
            return new Stay(state);
        return switch (event) {
            case ChildEvent.ChildSpawned(var ticket, var child, var branch) ->
                    new Stay(
                            state.answered()
                                    .withItems(
                                            state.items()
                                                    .spawned(
                                                            new Items.Child(
                                                                    spawn.list(),
                                                                    spawn.item().id(),
                                                                    ticket,
                                                                    child,
                                                                    branch))));
        };
    }
}
