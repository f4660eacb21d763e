package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.history.Termination;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;

import io.vavr.control.Option;

import org.jline.utils.Signals;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Handles Ctrl-C and other signals: the first pauses after the current step, the second kills the
 * agents, and TERM kills them at once. All listeners in this process share one set of system
 * handlers.
 */
public final class SignalHandler implements ProcessSignals {
    private static final Set<SignalHandler> LISTENING = new LinkedHashSet<>();
    private static List<Before> before = List.of();

    private final Consumer<DriverInput> driver;
    private final Consumer<String> notice;
    private int interruptions;
    private boolean terminated;

    /** What the system did with a signal before anybody listened here. */
    private record Before(String signal, Object what) {}

    /**
     * @param driver receives the commands for all drivers of this process
     * @param notice receives messages for the user who pressed the keys
     */
    public SignalHandler(Consumer<DriverInput> driver, Consumer<String> notice) {
        this.driver = driver;
        this.notice = notice;
        synchronized (LISTENING) {
            LISTENING.add(this);
            installOnce();
        }
    }

    private static void installOnce() {
        if (before.isEmpty())
            before =
                    List.of(
                            install("INT", SignalHandler::interrupted),
                            install("TERM", SignalHandler::terminated),
                            install("HUP", SignalHandler::terminated));
    }

    private static Before install(String signal, Consumer<SignalHandler> each) {
        return new Before(signal, Signals.register(signal, () -> listening().forEach(each)));
    }

    private static List<SignalHandler> listening() {
        synchronized (LISTENING) {
            return List.copyOf(LISTENING);
        }
    }

    private synchronized void interrupted() {
        interruptions++;
        notice.accept(
                interruptions == 1
                        ? "pausing after the current step; press Ctrl-C again to kill the agents"
                                + " now"
                        : "killing the agents now");
        pause(interruptions == 1 ? Urgency.WHEN_DONE : Urgency.NOW, Option.none());
    }

    /**
     * Often comes more than once: to the process, then to its group, then because its terminal is
     * gone.
     */
    private synchronized void terminated() {
        if (terminated) return;
        terminated = true;
        pause(Urgency.NOW, Option.of(Termination.OF_DRIVER));
    }

    private void pause(Urgency urgency, Option<String> by) {
        driver.accept(new DriverInput.CommandReceived(new Command.Pause(urgency), by, _ -> {}));
    }

    /** Returns the exit code of a command that a signal stops; empty without a signal. */
    public synchronized Optional<ExitCode> stopped() {
        if (terminated) return Optional.of(ExitCode.TERMINATED);
        return interruptions > 0 ? Optional.of(ExitCode.INTERRUPTED) : Optional.empty();
    }

    @Override
    public synchronized boolean isTerminated() {
        return terminated;
    }

    @Override
    public void close() {
        synchronized (LISTENING) {
            LISTENING.remove(this);
            if (!LISTENING.isEmpty()) return;
            before.forEach(each -> Signals.unregister(each.signal(), each.what()));
            before = List.of();
        }
    }
}
