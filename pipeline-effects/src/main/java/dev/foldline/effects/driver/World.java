package dev.foldline.effects.driver;

import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.Inline;
import dev.foldline.core.event.Event;
import io.vavr.control.Option;
import java.time.Instant;

/**
 * What a driver acts on and listens to: the real world, or a simulated one. Operating errors are answers, never
 * exceptions.
 */
public interface World {

    /** Performs an inline effect and answers it, with this ticket. */
    Event perform(long ticket, Inline effect);

    /**
     * Whether what comes next may begin now. If not, an arrival tells when to ask again. Whoever goes on with something else gives up the
     * turn that was waited for.
     */
    default boolean mayBegin(Effect next) { return true; }

    /** Begins a deed beside the driver; its answer arrives later, with this ticket. */
    void start(long ticket, Deed deed);

    /** Asks a deed to end; it still answers. Asking twice does no harm. */
    void cancel(long ticket);

    /** Waits for whatever happens next. */
    Arrival next() throws InterruptedException;

    /**
     * Waits for whatever happens next, but no longer than until a time: then {@link Arrival.Elapsed}, at that time or later.
     *
     * @param known the latest time the run has heard of; a clock that is behind it was set back, and the wait takes no longer
     *     than from there
     */
    Arrival nextUntil(Instant time, Instant known) throws InterruptedException;

    /** What has arrived already and was not heard yet; a world that is never ahead of its driver has nothing. */
    default Option<Arrival> ready() { return Option.none(); }

    Instant now();
}
