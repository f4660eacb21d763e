package dev.foldline.app.workflow;

import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunSession;
import dev.foldline.effects.driver.DriverInput;

import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One of several runs that are driven side by side in this process. Whatever goes wrong in it is
 * its own: the others go on.
 */
record SupervisedRun(Started started, RunObserver watched) {

    /** Waits until it may be driven. */
    @FunctionalInterface
    interface Admission {
        Started granted() throws IOException, InterruptedException;
    }

    /** Drives it at once. */
    void drive(Function<RunObserver, RunSession> sessions, Consumer<Consumer<DriverInput>> ear) {
        drive(() -> started, sessions, ear);
    }

    /**
     * Drives the run without handling signals, then releases it.
     *
     * @param ear receives the consumer of commands for its driver
     */
    void drive(
            Admission admission,
            Function<RunObserver, RunSession> sessions,
            Consumer<Consumer<DriverInput>> ear) {
        try (started) {
            sessions.apply(watched).driveWithoutSignals(admission.granted(), ear);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException broken) {
            watched.notice("its driver stopped: " + broken.getMessage() + "; its work is kept");
        }
    }
}
