package dev.foldline.app.run;

import dev.foldline.effects.context.Turnstile;

/**
 * How a driver behaves.
 *
 * @param waits whether to stay at gates and limits instead of leaving the run parked
 * @param turnstile where its agents wait to be let work
 */
public record Manner(boolean waits, Turnstile turnstile) {

    /** Of a driver whose agents wait for nobody. */
    public Manner(boolean waits) { this(waits, Turnstile.OPEN); }
}
