package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.fleet.engine.Message;
import dev.foldline.effects.fleet.engine.PlacementStep.Send;
import dev.foldline.effects.fleet.engine.PlacementStep.ToHosts;
import dev.foldline.effects.fleet.engine.PlacementStep.ToRun;

import io.vavr.collection.Vector;

/**
 * Messages that a workflow is to send.
 *
 * @param pending ordered by time
 */
public record Outbox(Vector<Pending> pending) {
    static final Outbox EMPTY = new Outbox(Vector.empty());

    /** The time of no message. */
    static final long NEVER = Long.MAX_VALUE;

    /**
     * A message with its time.
     *
     * @param millis since the epoch
     */
    public record Pending(long millis, Send send) {}

    /** Returns the time of the next message. */
    long next() {
        return pending.headOption().map(Pending::millis).getOrElse(NEVER);
    }

    Outbox with(Vector<Send> sends, long now) {
        return sends.foldLeft(this, (box, send) -> box.with(send, now + delay(send)));
    }

    Outbox with(Send send, long millis) {
        var others = pending.reject(each -> isReplaced(each.send(), send));
        var earlier = others.takeUntil(each -> each.millis() > millis);
        return new Outbox(
                earlier.append(new Pending(millis, send)).appendAll(others.drop(earlier.size())));
    }

    /** A new report of a host makes the end of the last one's time meaningless. */
    private static boolean isReplaced(Send earlier, Send later) {
        return earlier instanceof ToHosts(Message.Expire(var host, var session, _), _)
                && later instanceof ToHosts(Message.Expire(var now, var its, _), _)
                && host.equals(now)
                && session.equals(its);
    }

    Outbox withoutNext() {
        return new Outbox(pending.tail());
    }

    private static long delay(Send send) {
        return switch (send) {
            case ToHosts(_, var delay) -> delay;
            case ToRun(_, _, var delay) -> delay;
        };
    }
}
