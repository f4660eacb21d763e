package dev.foldline.app.run;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.Event;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.environment.ChildRunLauncher;

import java.io.IOException;
import java.util.function.Consumer;

/** The drivers of child runs, beside the driver of their parent. */
public interface ChildRuns extends ChildRunLauncher {

    /** Is called before the driver starts; the driver receives every input passed to it. */
    void begins(PipelineState state, Consumer<DriverInput> driver);

    /** Receives the run's state after an event, on the driver's thread. */
    void folded(PipelineState state);

    /** Passes the input of a signal to the drivers of the child runs. */
    void signalled(DriverInput arrival);

    /** Returns whether a child run may still advance the run. */
    boolean isAtWork();

    /** Is called when the driver has ended; returns when no child run is driven any more. */
    void leave() throws InterruptedException;

    /** No child runs. */
    ChildRuns NONE =
            new ChildRuns() {
                @Override
                public Event spawn(long ticket, SpawnChild effect) throws IOException {
                    return ChildRunLauncher.NONE.spawn(ticket, effect);
                }

                @Override
                public Event look(long ticket, SpawnChild effect) throws IOException {
                    return ChildRunLauncher.NONE.look(ticket, effect);
                }

                @Override
                public void begins(PipelineState state, Consumer<DriverInput> driver) {}

                @Override
                public void folded(PipelineState state) {}

                @Override
                public void signalled(DriverInput arrival) {}

                @Override
                public boolean isAtWork() {
                    return false;
                }

                @Override
                public void leave() {}
            };
}
