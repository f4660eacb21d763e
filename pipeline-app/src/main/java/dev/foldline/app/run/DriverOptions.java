package dev.foldline.app.run;

import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.context.AgentCallLimiter;
import dev.foldline.effects.forge.AnswerRules;
import dev.foldline.effects.forge.Forge;
import dev.foldline.effects.forge.RequestObserver;

import io.vavr.control.Option;

import java.time.Duration;
import java.time.InstantSource;

/**
 * How a driver behaves.
 *
 * @param waits whether to stay at gates and limits instead of exiting
 * @param turnstile where its agents wait to be let work
 * @param records whether what comes from outside is recorded for replay
 * @param forge where runs deliver their work
 * @param stopAfter when the driver pauses its run; never if none
 */
public record DriverOptions(
        boolean waits,
        AgentCallLimiter turnstile,
        boolean records,
        ForgeOptions forge,
        Option<Duration> stopAfter) {

    /**
     * The repository's forge.
     *
     * @param answers which comments on a pull request answer a gate
     * @param poll pause between two questions about a pull request
     * @param settling how long after a push passed checks do not count
     */
    public record ForgeOptions(Forge forge, AnswerRules answers, Duration poll, Duration settling) {
        static final ForgeOptions NONE =
                new ForgeOptions(
                        Forge.NONE, AnswerRules.WRITERS, Duration.ofMinutes(1), Duration.ZERO);

        /** Returns what reads the news of pull requests. */
        public RequestObserver observer(Workspace here) {
            return new RequestObserver(
                    forge, here.runs().blobs(), answers, settling, InstantSource.system());
        }
    }

    /** Options of a driver whose agents do not wait for permits, without a recording. */
    public DriverOptions(boolean waits) {
        this(waits, AgentCallLimiter.OPEN);
    }

    /** Options of a driver without a recording. */
    public DriverOptions(boolean waits, AgentCallLimiter turnstile) {
        this(waits, turnstile, false, ForgeOptions.NONE, Option.none());
    }

    /** Returns the same options, for a driver that pauses its run after this time. */
    public DriverOptions stoppingAfter(Option<Duration> time) {
        return new DriverOptions(waits, turnstile, records, forge, time);
    }

    /** Returns the same options, with this forge. */
    public DriverOptions with(ForgeOptions other) {
        return new DriverOptions(waits, turnstile, records, other, stopAfter);
    }

    /** Returns the same options, with or without a recording. */
    public DriverOptions recording(boolean records) {
        return new DriverOptions(waits, turnstile, records, forge, stopAfter);
    }
}
