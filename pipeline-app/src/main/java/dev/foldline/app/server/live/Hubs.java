package dev.foldline.app.server.live;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The hubs of the logs that have subscribers. */
public final class Hubs implements AutoCloseable {
    private static final int SAID_AT_ONCE_MAX = 100;

    private final Duration keepalive;
    private final int messagesKept;
    private final Map<String, Hub> hubs = new HashMap<>();
    private final Map<String, Integer> followers = new HashMap<>();
    private boolean isClosed;

    /**
     * @param messagesKept of each log in memory
     */
    public Hubs(Duration keepalive, int messagesKept) {
        this.keepalive = keepalive;
        this.messagesKept = messagesKept;
    }

    /**
     * Sends a client all messages that it wants, and what comes then, until it has gone or this is
     * closed.
     */
    void follow(Subscription wanted, Subscriber client) throws IOException, InterruptedException {
        if (wanted.outputs().isEmpty()) {
            follow(wanted.log(), wanted.after(), wanted.limited(client));
            return;
        }
        var outputs = wanted.outputs().get();
        try (var all = new OutputSubscriber(client, wanted.log().name(), outputs)) {
            follow(wanted.log(), wanted.after(), wanted.limited(all));
        }
    }

    private void follow(MessageLog log, StreamPosition after, Subscriber client)
            throws IOException, InterruptedException {
        var hub = enter(log);
        try {
            follow(hub, after, client);
        } finally {
            leave(log.name());
        }
    }

    private void follow(Hub hub, StreamPosition from, Subscriber client)
            throws IOException, InterruptedException {
        var at = from;
        // A subscriber that reads the history is not slow.
        for (boolean hasCaughtUp = false; ; ) {
            switch (hub.next(at, keepalive)) {
                case Hub.Look.Found(var messages) -> {
                    client.receive(messages);
                    at = messages.last().at();
                    hasCaughtUp = hasCaughtUp || hub.hasCaughtUp(at);
                }
                case Hub.Look.Behind _ -> {
                    if (hasCaughtUp) client.sendLagged(at);
                    hasCaughtUp = false;
                    at = read(hub, at, client);
                }
                case Hub.Look.Nothing _ -> {
                    hasCaughtUp = true;
                    client.keepAlive();
                }
                case Hub.Look.Over _ -> {
                    client.bye();
                    return;
                }
            }
        }
    }

    private static StreamPosition read(Hub hub, StreamPosition after, Subscriber client)
            throws IOException, InterruptedException {
        var missed = hub.read(after);
        for (var piece : missed.messages().grouped(SAID_AT_ONCE_MAX)) client.receive(piece);
        return missed.reached();
    }

    private synchronized Hub enter(MessageLog log) throws IOException {
        var known = hubs.get(log.name());
        var hub = known == null ? new Hub(log, messagesKept) : known;
        hubs.put(log.name(), hub);
        followers.merge(log.name(), 1, Integer::sum);
        if (isClosed) hub.close();
        return hub;
    }

    private synchronized void leave(String log) {
        if (followers.merge(log, -1, Integer::sum) > 0) return;
        followers.remove(log);
        notifyAll();
        var hub = hubs.remove(log);
        if (hub != null) hub.close();
    }

    /** How many clients follow one. */
    public synchronized int followers() {
        return followers.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        hubs.values().forEach(Hub::close);
    }

    /**
     * Sends a last message to all subscribers, and waits at most this long until it is received.
     */
    public synchronized void close(Duration timeout) throws InterruptedException {
        close();
        long until = System.nanoTime() + timeout.toNanos();
        for (long left = timeout.toMillis();
                !followers.isEmpty() && left > 0;
                left = Duration.ofNanos(until - System.nanoTime()).toMillis()) wait(left);
    }
}
