package dev.foldline.effects.environment;

import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault;

import java.io.IOException;

/** Starts child runs. A child has started when the first event of its log is on disk. */
public interface ChildRunLauncher {

    /** Starts a child unless an earlier attempt did. Its end arrives as an input of its parent. */
    Event spawn(long ticket, SpawnChild effect) throws IOException;

    /** Returns whether the child of this ticket has started, without starting it. */
    Event look(long ticket, SpawnChild effect) throws IOException;

    /** A launcher for environments without child runs, where the user has to start them. */
    ChildRunLauncher NONE =
            new ChildRunLauncher() {
                @Override
                public Event spawn(long ticket, SpawnChild effect) {
                    return new EffectFailed(
                            ticket,
                            Fault.of(
                                    Fault.Kind.NEEDS_PERSON,
                                    "the run for "
                                            + effect.item().id()
                                            + " is started by the workflow's own driver"));
                }

                @Override
                public Event look(long ticket, SpawnChild effect) {
                    return new NotDone(ticket);
                }
            };
}
