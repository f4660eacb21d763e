package dev.foldline.app.server.live;

import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.view.TerminalOutputs;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The hubs of the workflows that have subscribers. */
public final class Hubs implements AutoCloseable {
    private static final int SAID_AT_ONCE_MAX = 100;

    private final Duration keepalive;
    private final int messagesKept;
    private final Map<RunId, Hub> hubs = new HashMap<>();
    private final Map<RunId, Integer> followers = new HashMap<>();
    private boolean isClosed;

    /**
     * @param messagesKept of each workflow in memory
     */
    public Hubs(Duration keepalive, int messagesKept) {
        this.keepalive = keepalive;
        this.messagesKept = messagesKept;
    }

    /**
     * Tells a client all messages behind a position, and what comes then, until it has gone or this
     * is closed.
     */
    void follow(RunDirectory workflow, StreamPosition after, Subscriber client)
            throws IOException, InterruptedException {
        var hub = enter(workflow);
        try {
            follow(hub, after, client);
        } finally {
            leave(workflow.id());
        }
    }

    /** The same, with the output of the terminals if the client wants it. */
    void follow(
            RunDirectory workflow,
            StreamPosition after,
            Option<TerminalOutputs> outputs,
            Subscriber client)
            throws IOException, InterruptedException {
        if (outputs.isEmpty()) {
            follow(workflow, after, client);
            return;
        }
        try (var all = new OutputSubscriber(client, workflow.id().text(), outputs.get())) {
            follow(workflow, after, all);
        }
    }

    private void follow(Hub hub, StreamPosition from, Subscriber client)
            throws IOException, InterruptedException {
        var at = from;
        // A subscriber that reads the history is not slow.
        for (boolean hasCaughtUp = false; ; ) {
            switch (hub.next(at, keepalive)) {
                case Hub.Look.Found(var messages) -> {
                    client.hear(messages);
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
        for (var piece : missed.grouped(SAID_AT_ONCE_MAX)) client.hear(piece);
        return missed.lastOption().map(StreamMessage::at).getOrElse(after);
    }

    private synchronized Hub enter(RunDirectory workflow) throws IOException {
        var known = hubs.get(workflow.id());
        var hub = known == null ? new Hub(RunHistory.open(workflow), messagesKept) : known;
        hubs.put(workflow.id(), hub);
        followers.merge(workflow.id(), 1, Integer::sum);
        if (isClosed) hub.close();
        return hub;
    }

    private synchronized void leave(RunId workflow) {
        if (followers.merge(workflow, -1, Integer::sum) > 0) return;
        followers.remove(workflow);
        notifyAll();
        var hub = hubs.remove(workflow);
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
