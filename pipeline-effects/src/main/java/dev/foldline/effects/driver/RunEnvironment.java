package dev.foldline.effects.driver;

import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.event.Event;

import io.vavr.control.Option;

import java.time.Instant;

/**
 * The environment of a driver, real or simulated. Operating errors are returned as events, never
 * thrown.
 */
public interface RunEnvironment {

    /** Performs a local effect and returns its outcome with this ticket. */
    Event perform(long ticket, LocalEffect effect);

    /**
     * Returns whether the next effect may start now. If not, an input announces when to ask again.
     * Continuing with another effect gives up the turn.
     */
    default boolean mayBegin(Effect next) {
        return true;
    }

    /** Returns an event to log before an effect's intent; most effects need none. */
    default Option<Event> prepare(long ticket, ExternalEffect effect) {
        return Option.none();
    }

    /** Starts an external effect concurrently. Its outcome arrives later with this ticket. */
    void start(long ticket, ExternalEffect effect);

    /** Cancels an effect, which still reports its outcome. Repeated calls are harmless. */
    void cancel(long ticket);

    /** Waits for the next input. */
    DriverInput next() throws InterruptedException;

    /**
     * Waits for the next input, at most until a time; then {@link DriverInput.Elapsed} is returned,
     * at that time or later.
     *
     * @param known the latest time in the run; if the clock is behind it, it was set back, and the
     *     wait takes no longer than from there
     */
    DriverInput nextUntil(Instant time, Instant known) throws InterruptedException;

    /**
     * Returns an input that has already arrived, if there is one. An environment that never runs
     * ahead of its driver has none.
     */
    default Option<DriverInput> ready() {
        return Option.none();
    }

    Instant now();
}
