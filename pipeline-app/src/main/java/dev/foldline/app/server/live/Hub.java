package dev.foldline.app.server.live;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The messages of one workflow, the latest in memory and all in its log, which is followed once for
 * all clients. A client asks for what comes behind the last it had; so a slow one holds up neither
 * the log nor any other.
 */
final class Hub implements AutoCloseable {
    private static final int READ_AT_ONCE = 2_000;

    private final RunHistory history;
    private final long followedFrom;
    private final int messagesKept;
    private final ArrayDeque<StreamMessage> latest = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread follower;

    /** Up to here, messages are in the log only. */
    private StreamPosition floor = StreamPosition.START;

    private boolean isOver;

    Hub(RunHistory history, int messagesKept) throws IOException {
        this.history = history;
        this.followedFrom = history.latest().seq();
        this.messagesKept = messagesKept;
        this.follower = Thread.ofVirtual().name("hub-" + history.name()).start(this::follow);
    }

    /** What there is behind a position. */
    sealed interface Look {
        /** At least one message. */
        record Found(Vector<StreamMessage> messages) implements Look {}

        /** So much that it has to be read from the log. */
        record Behind() implements Look {}

        /** Nothing yet. */
        record Nothing() implements Look {}

        /** Nothing, and nothing more will come. */
        record Over() implements Look {}
    }

    /** Waits for messages behind a position, but not longer than this. */
    Look next(StreamPosition after, Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            for (long left = timeout.toNanos(); ; left = changed.awaitNanos(left)) {
                if (floor.isBehind(after)) return new Look.Behind();
                if (!latest.isEmpty() && latest.getLast().at().isBehind(after))
                    return new Look.Found(behind(after));
                if (isOver) return new Look.Over();
                if (left <= 0) return new Look.Nothing();
            }
        } finally {
            lock.unlock();
        }
    }

    private Vector<StreamMessage> behind(StreamPosition after) {
        var found = new ArrayList<StreamMessage>();
        for (var each = latest.descendingIterator(); each.hasNext(); ) {
            var message = each.next();
            if (!message.at().isBehind(after)) break;
            found.add(message);
        }
        Collections.reverse(found);
        return Vector.ofAll(found);
    }

    /** Returns whether a subscriber at this position has received all earlier messages. */
    boolean hasCaughtUp(StreamPosition at) {
        return at.seq() >= followedFrom;
    }

    /**
     * Returns the log's messages after a position, in chunks, so that they need not all be in
     * memory.
     */
    Vector<StreamMessage> read(StreamPosition after) throws IOException {
        var found = new ArrayList<StreamMessage>();
        history.walk(
                moment -> {
                    if (moment.seq() >= after.seq())
                        Broadcasts.of(moment)
                                .filter(message -> message.at().isBehind(after))
                                .forEach(found::add);
                    return found.size() < READ_AT_ONCE;
                });
        return Vector.ofAll(found);
    }

    private void follow() {
        try {
            history.follow(
                    moment -> {
                        Broadcasts.of(moment).forEach(this::publish);
                        return true;
                    });
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (IOException | UserError unreadable) {
            // The call for the log itself reports the damage.
        } finally {
            end();
        }
    }

    private void publish(StreamMessage message) {
        lock.lock();
        try {
            latest.addLast(message);
            if (latest.size() > messagesKept) floor = latest.removeFirst().at();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            isOver = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        follower.interrupt();
    }
}
