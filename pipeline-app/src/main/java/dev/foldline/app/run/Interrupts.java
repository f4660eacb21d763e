package dev.foldline.app.run;

import dev.foldline.core.command.Command;
import dev.foldline.core.state.Life.Urgency;
import dev.foldline.effects.driver.Arrival;
import java.util.function.Consumer;
import org.jline.utils.Signals;

/** Ctrl-C and its kin: once pauses when the effect is done, twice ends the agents now; a termination ends them at once. */
public final class Interrupts implements RunSession.Signals {
    private final Consumer<Arrival> driver;
    private final Consumer<String> notice;
    private final Object interrupt;
    private final Object terminate;
    private final Object hangUp;
    private int interruptions;
    private boolean terminated;

    /**
     * @param driver told what is asked of it; of all that are driven here
     * @param notice told what comes of it, for the person who pressed the keys
     */
    public Interrupts(Consumer<Arrival> driver, Consumer<String> notice) {
        this.driver = driver;
        this.notice = notice;
        this.interrupt = Signals.register("INT", this::interrupted);
        this.terminate = Signals.register("TERM", this::terminated);
        this.hangUp = Signals.register("HUP", this::terminated);
    }

    private synchronized void interrupted() {
        interruptions++;
        notice.accept(interruptions == 1 ? "pausing when this effect is done; Ctrl-C again ends it now" : "ending it now");
        pause(interruptions == 1 ? Urgency.WHEN_DONE : Urgency.NOW);
    }

    private synchronized void terminated() {
        terminated = true;
        pause(Urgency.NOW);
    }

    private void pause(Urgency urgency) { driver.accept(new Arrival.Asked(new Command.Pause(urgency), _ -> {})); }

    @Override
    public synchronized boolean isTerminated() { return terminated; }

    @Override
    public void close() {
        Signals.unregister("INT", interrupt);
        Signals.unregister("TERM", terminate);
        Signals.unregister("HUP", hangUp);
    }
}
