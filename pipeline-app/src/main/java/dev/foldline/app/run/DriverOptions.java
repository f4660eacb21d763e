package dev.foldline.app.run;

import dev.foldline.effects.context.AgentCallLimiter;

/**
 * How a driver behaves.
 *
 * @param waits whether to stay at gates and limits instead of exiting
 * @param turnstile where its agents wait to be let work
 */
public record DriverOptions(boolean waits, AgentCallLimiter turnstile) {

    /** Options of a driver whose agents do not wait for permits. */
    public DriverOptions(boolean waits) {
        this(waits, AgentCallLimiter.OPEN);
    }
}
