package dev.foldline.app.run;

import dev.foldline.effects.context.AgentCallLimiter;

/**
 * How a driver behaves.
 *
 * @param waits whether to stay at gates and limits instead of exiting
 * @param turnstile where its agents wait to be let work
 * @param records whether what comes from outside is recorded for replay
 */
public record DriverOptions(boolean waits, AgentCallLimiter turnstile, boolean records) {

    /** Options of a driver whose agents do not wait for permits, without a recording. */
    public DriverOptions(boolean waits) {
        this(waits, AgentCallLimiter.OPEN);
    }

    /** Options of a driver without a recording. */
    public DriverOptions(boolean waits, AgentCallLimiter turnstile) {
        this(waits, turnstile, false);
    }

    /** Returns the same options, with or without a recording. */
    public DriverOptions recording(boolean records) {
        return new DriverOptions(waits, turnstile, records);
    }
}
