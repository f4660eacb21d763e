package dev.foldline.app.run;

import dev.foldline.app.history.Termination;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;

import io.vavr.control.Option;

import java.time.Duration;
import java.util.function.Consumer;

/** Pauses the run of a driver after a time, as a termination signal does. */
final class StopTimer implements AutoCloseable {
    private final Option<Thread> thread;
    private volatile boolean over;

    /**
     * @param time none if the driver has as much time as it needs
     * @param driver receives the pause
     */
    StopTimer(Option<Duration> time, Consumer<DriverInput> driver) {
        thread =
                time.map(
                        rest ->
                                Thread.ofVirtual()
                                        .name("stop-after")
                                        .start(() -> pauseAfter(rest, driver)));
    }

    private void pauseAfter(Duration rest, Consumer<DriverInput> driver) {
        try {
            Thread.sleep(rest);
        } catch (InterruptedException left) {
            return;
        }
        over = true;
        driver.accept(
                new DriverInput.CommandReceived(
                        new Command.Pause(Urgency.NOW), Option.of(Termination.OF_DRIVER), _ -> {}));
    }

    /** Returns whether the time is over. */
    boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        thread.forEach(Thread::interrupt);
    }
}
