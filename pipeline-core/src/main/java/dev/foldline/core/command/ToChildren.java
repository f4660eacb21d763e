package dev.foldline.core.command;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Hold;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Life.Urgency;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import io.vavr.control.Option;

/** What the children of a run are told because of how it stands: what holds it holds them, and they are given up with it. */
public final class ToChildren {
    private static final Command.Abort GIVEN_UP = new Command.Abort("its workflow was given up");

    private ToChildren() {}

    /** The most urgent of it; none while they may work. At a gate nothing new begins, and what is under way comes to its end. */
    public static Option<Command> of(PipelineState parent) {
        if (parent.slots().recovery() instanceof Recovery.Ending) return Option.of(GIVEN_UP);
        return switch (parent.life()) {
            case Life.Ended(Outcome.Completed _) -> Option.none();
            case Life.Ended _                    -> Option.of(GIVEN_UP);
            case Life.Paused(var urgency)        -> Option.of(new Command.Pause(urgency));
            case Life.Running _                  -> parent.slots().hold() instanceof Hold.Open ? Option.of(new Command.Pause(Urgency.WHEN_DONE)) : Option.none();
        };
    }
}
