package dev.foldline.app.server;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.server.call.ApiException;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Limits what clients occupy with requests that do not arrive. Head and body of each request must
 * be received within a time. Where too many requests are incomplete, or there are too many
 * connections, the oldest that is not being answered is closed: a client that sends its request at
 * once is always answered.
 */
public final class ConnectionLimiter extends Handler.Wrapper implements Connection.Listener {
    private static final int CHECKS_PER_TIMEOUT = 4;

    private final ServerLimits bounds;
    private final ServerConnector connector;

    /** Ordered by the time of the last change. */
    private final Map<EndPoint, State> connections = new LinkedHashMap<>();

    private sealed interface State {
        /**
         * @param deadline in the nanoseconds of {@link System#nanoTime}
         */
        record Receiving(long deadline) implements State {}

        record Answering() implements State {}

        /**
         * @param bytesIn received when the last request was answered
         */
        record Idle(long bytesIn) implements State {}
    }

    /**
     * @param handler answers the requests that have come in
     */
    public ConnectionLimiter(ServerLimits bounds, ServerConnector connector, Handler handler) {
        super(handler);
        this.bounds = bounds;
        this.connector = connector;
        connector.getConnectionFactory(HttpConnectionFactory.class).addEventListener(this);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        var endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
        if (!hasBody(request)) set(endPoint, new State.Answering());
        else if (state(endPoint).filter(each -> each instanceof State.Receiving).isEmpty())
            set(endPoint, receiving());
        request.addHttpStreamWrapper(stream -> new MonitoredStream(stream, endPoint, response));
        if (!isCrowded()) return super.handle(request, response, callback);
        Response.writeError(
                request,
                response,
                callback,
                HttpStatus.SERVICE_UNAVAILABLE_503,
                "too many connections: at most " + bounds.connectionsMax());
        return true;
    }

    private static boolean hasBody(Request request) {
        return request.getLength() > 0
                || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    private State receiving() {
        return new State.Receiving(System.nanoTime() + bounds.incomplete().timeout().toNanos());
    }

    private synchronized boolean isCrowded() {
        return connections.values().stream().filter(each -> each instanceof State.Answering).count()
                > bounds.connectionsMax();
    }

    private synchronized Optional<State> state(EndPoint endPoint) {
        return Optional.ofNullable(connections.get(endPoint));
    }

    private synchronized void set(EndPoint endPoint, State state) {
        connections.remove(endPoint);
        if (endPoint.isOpen()) connections.put(endPoint, state);
    }

    /** Reports when the body was read to its end, and when the response was sent. */
    private final class MonitoredStream extends HttpStream.Wrapper {
        private final EndPoint endPoint;
        private final Response response;

        MonitoredStream(HttpStream stream, EndPoint endPoint, Response response) {
            super(stream);
            this.endPoint = endPoint;
            this.response = response;
        }

        @Override
        public Content.Chunk read() {
            var chunk = super.read();
            if (chunk != null && chunk.isLast()) set(endPoint, new State.Answering());
            return chunk;
        }

        @Override
        public void succeeded() {
            if (response.getStatus() != HttpStatus.SWITCHING_PROTOCOLS_101)
                set(endPoint, new State.Idle(endPoint.getConnection().getBytesIn()));
            super.succeeded();
        }
    }

    @Override
    public void onOpened(Connection connection) {
        set(connection.getEndPoint(), receiving());
        excess(connection.getEndPoint()).ifPresent(EndPoint::close);
    }

    /** A connection that goes on with another protocol is still open. */
    @Override
    public synchronized void onClosed(Connection connection) {
        if (!connection.getEndPoint().isOpen()) connections.remove(connection.getEndPoint());
    }

    private synchronized Optional<EndPoint> excess(EndPoint opened) {
        long incomplete =
                connections.values().stream()
                        .filter(each -> each instanceof State.Receiving)
                        .count();
        if (incomplete <= bounds.incomplete().max()
                && connections.size() <= bounds.connectionsMax()) return Optional.empty();
        var oldest =
                first(opened, each -> each instanceof State.Receiving)
                        .or(() -> first(opened, each -> each instanceof State.Idle));
        oldest.ifPresent(connections::remove);
        return oldest;
    }

    private Optional<EndPoint> first(EndPoint opened, Predicate<State> wanted) {
        return connections.entrySet().stream()
                .filter(each -> each.getKey() != opened && wanted.test(each.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        check();
    }

    private void check() {
        overdue().forEach(this::timeOut);
        connector
                .getScheduler()
                .schedule(
                        this::check,
                        bounds.incomplete().timeout().toMillis() / CHECKS_PER_TIMEOUT + 1,
                        TimeUnit.MILLISECONDS);
    }

    private synchronized List<EndPoint> overdue() {
        connections.keySet().removeIf(endPoint -> !endPoint.isOpen());
        connections.replaceAll(
                (endPoint, state) ->
                        state instanceof State.Idle(long bytes)
                                        && endPoint.getConnection().getBytesIn() > bytes
                                ? receiving()
                                : state);
        long now = System.nanoTime();
        var late =
                connections.entrySet().stream()
                        .filter(
                                each ->
                                        each.getValue() instanceof State.Receiving(long deadline)
                                                && deadline - now < 0)
                        .map(Map.Entry::getKey)
                        .toList();
        late.forEach(connections::remove);
        return late;
    }

    private void timeOut(EndPoint endPoint) {
        var body =
                JsonOutput.compact(
                        ProblemDocument.of(
                                new ApiException(
                                        408,
                                        "the request was not received within "
                                                + bounds.incomplete().timeout().toSeconds()
                                                + " seconds")));
        var answer =
                "HTTP/1.1 408 Request Timeout\r\n"
                        + "Content-Type: "
                        + ProblemDocument.TYPE
                        + "\r\n"
                        + "Connection: close\r\n"
                        + "Content-Length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body;
        try {
            endPoint.write(
                    Callback.from(endPoint::close),
                    ByteBuffer.wrap(answer.getBytes(StandardCharsets.US_ASCII)));
        } catch (RuntimeException busy) {
            endPoint.close();
        }
    }
}
