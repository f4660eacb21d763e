package dev.foldline.app.server;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * What a server bears.
 *
 * @param bodyBytesMax of a request
 * @param connectionsMax at the same time; further connections get an error
 * @param idleTimeout after which a connection is given up on which nothing moves; a stream's client
 *     that reads nothing, too
 * @param keepalive how long a stream may be silent
 * @param messagesKept of each workflow in memory, for those who follow it; who falls further behind
 *     reads on from its log
 * @param sessions of clients of MCP
 * @param incomplete requests of which head and body have not been received
 */
public record ServerLimits(
        int bodyBytesMax,
        int connectionsMax,
        Duration idleTimeout,
        Duration keepalive,
        int messagesKept,
        Sessions sessions,
        Incomplete incomplete) {
    /** Enough for one person and their programs. */
    public static final ServerLimits DEFAULT =
            new ServerLimits(
                    1 << 20,
                    1024,
                    Duration.ofSeconds(90),
                    Duration.ofSeconds(30),
                    1000,
                    Sessions.DEFAULT,
                    Incomplete.DEFAULT);

    /**
     * Limits for MCP sessions. Clients seldom end their sessions.
     *
     * @param max maximum number at the same time; one more ends the session idle longest
     * @param idleTimeout minimum time without a request or an open stream before a session ends;
     *     the maximum is twice that
     */
    public record Sessions(int max, Duration idleTimeout) {
        static final Sessions DEFAULT = new Sessions(256, Duration.ofMinutes(30));
    }

    /**
     * How much clients can occupy with requests that do not arrive.
     *
     * @param max at the same time; where there is one more, the oldest is closed
     * @param timeout from the first byte of a request, or the start of its connection, to its last
     */
    public record Incomplete(int max, Duration timeout) {
        public static final Incomplete DEFAULT = new Incomplete(512, Duration.ofSeconds(10));
    }

    /** The same with so many messages in memory. */
    public ServerLimits keeping(int messages) {
        return new ServerLimits(
                bodyBytesMax,
                connectionsMax,
                idleTimeout,
                keepalive,
                messages,
                sessions,
                incomplete);
    }

    /** The same with these sessions. */
    ServerLimits with(Sessions others) {
        return new ServerLimits(
                bodyBytesMax,
                connectionsMax,
                idleTimeout,
                keepalive,
                messagesKept,
                others,
                incomplete);
    }

    /** The same with this limit on incomplete requests. */
    ServerLimits with(Incomplete other) {
        return new ServerLimits(
                bodyBytesMax,
                connectionsMax,
                idleTimeout,
                keepalive,
                messagesKept,
                sessions,
                other);
    }

    /**
     * Reads and drops the rest of a body that is too long, up to a limit. If the connection closed
     * while the client still sends, the client would lose the answer.
     */
    public static void discard(InputStream body, long bytesMax) throws IOException {
        var part = new byte[1 << 16];
        for (long left = bytesMax; left > 0; ) {
            int read = body.read(part, 0, (int) Math.min(left, part.length));
            if (read < 0) return;
            left -= read;
        }
    }
}
