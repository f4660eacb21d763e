package dev.foldline.effects.fleet;

import java.time.Duration;
import java.time.Instant;

/**
 * The right to drive a shared run. Each holder has a higher epoch than the one before.
 *
 * @param run the run's id
 * @param holder who drives it, for display
 * @param epoch counts the leases of the run
 * @param until when another clone may take the run without being asked to; {@code at} or earlier if
 *     the holder has released it
 * @param at when the lease was last renewed
 * @param seq the last published event
 * @param workflow the run's workflow
 * @param state the run's state in words
 * @param nonce makes equal leases of two clones different objects
 */
public record RunLease(
        String run,
        String holder,
        long epoch,
        Instant until,
        Instant at,
        long seq,
        String workflow,
        String state,
        String nonce) {

    /** Returns whether another clone may take the run. */
    public boolean isFree(Instant now) {
        return !now.isBefore(until);
    }

    /** Returns whether the holder has stopped driving the run. */
    public boolean isReleased() {
        return !until.isAfter(at);
    }

    /** Returns the lease renewed, with a new nonce. */
    public RunLease renewed(Instant now, Duration length, String fresh) {
        return new RunLease(run, holder, epoch, now.plus(length), now, seq, workflow, state, fresh);
    }

    /** Returns the lease with what it shows of the run. */
    public RunLease showing(PublishedStatus run) {
        return new RunLease(
                this.run, holder, epoch, until, at, run.seq(), run.workflow(), run.state(), nonce);
    }

    /** Returns the lease after its holder has stopped. */
    public RunLease released() {
        return new RunLease(run, holder, epoch, at, at, seq, workflow, state, nonce);
    }

    /** Returns the lease of the next holder. */
    public RunLease taken(String by, Instant now, Duration length, String fresh) {
        return new RunLease(run, by, epoch + 1, now.plus(length), now, seq, workflow, state, fresh);
    }
}
