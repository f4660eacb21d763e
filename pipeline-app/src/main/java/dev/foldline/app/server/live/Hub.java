package dev.foldline.app.server.live;

import dev.foldline.app.error.UserError;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The messages of one log, the latest in memory and all in the log, which is followed once for all
 * clients. A client asks for what comes behind the last it had; so a slow one holds up neither the
 * log nor any other.
 */
final class Hub implements AutoCloseable {
    private final MessageLog log;
    private final long followedFrom;
    private final int messagesKept;
    private final ArrayDeque<StreamMessage> latest = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread follower;

    /** Up to here, messages are in the log only. */
    private StreamPosition floor = StreamPosition.START;

    private boolean isOver;

    Hub(MessageLog log, int messagesKept) throws IOException {
        this.log = log;
        this.followedFrom = log.last();
        this.messagesKept = messagesKept;
        this.follower = Thread.ofVirtual().name("hub-" + log.name()).start(this::follow);
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

    /** Reads the log's messages after a position, in parts. */
    MessageLog.Part read(StreamPosition after) throws IOException {
        return log.read(after);
    }

    private void follow() {
        try {
            log.follow(
                    new MessageLog.Receiver() {
                        @Override
                        public void start(StreamPosition from) {
                            Hub.this.start(from);
                        }

                        @Override
                        public void publish(StreamMessage message) {
                            Hub.this.publish(message);
                        }

                        @Override
                        public void end() {
                            Hub.this.drop();
                        }
                    });
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (IOException | UserError unreadable) {
            // The call for the log itself reports the damage.
        } finally {
            end();
        }
    }

    private void start(StreamPosition from) {
        lock.lock();
        try {
            floor = from;
            changed.signalAll();
        } finally {
            lock.unlock();
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

    private void drop() {
        lock.lock();
        try {
            latest.clear();
            floor = StreamPosition.START;
            end();
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
