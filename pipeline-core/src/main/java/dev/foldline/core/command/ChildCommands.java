package dev.foldline.core.command;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;

import io.vavr.control.Option;

/**
 * Derives commands for the child runs from the state of their parent: a paused parent pauses them,
 * an aborted one aborts them.
 */
public final class ChildCommands {
    private static final Command.Abort GIVEN_UP = new Command.Abort("its workflow was given up");

    private ChildCommands() {}

    /**
     * Returns the most urgent command, or none while the children may work. At a gate no child
     * starts new work, and running work completes.
     */
    public static Option<Command> of(PipelineState parent) {
        if (parent.slots().recovery() instanceof Recovery.Ending) return Option.of(GIVEN_UP);
        return switch (parent.lifecycle()) {
            case Lifecycle.Ended(Outcome.Completed _) -> Option.none();
            case Lifecycle.Ended _ -> Option.of(GIVEN_UP);
            case Lifecycle.Paused(var urgency) -> Option.of(new Command.Pause(urgency));
            case Lifecycle.Running _ ->
                    parent.slots().gate() instanceof GateSlot.Open
                            ? Option.of(new Command.Pause(Urgency.WHEN_DONE))
                            : Option.none();
        };
    }
}
