package dev.foldline.app.server;

import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.server.call.ApiException;
import dev.foldline.app.server.live.Hubs;
import dev.foldline.app.server.live.StreamEndpoints;

import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Where the server listens: HTTP on the loopback address, each request on a virtual thread of its
 * own.
 */
final class ListenAddress implements AutoCloseable {
    /**
     * Keeps a reference to the logger, because the level of an unreferenced logger is lost. A
     * client that disconnects is not logged.
     */
    private static final Logger TALKATIVE = Logger.getLogger("org.eclipse.jetty");

    /** Beyond the connections that get an error for being too many, none is accepted. */
    private static final int TOLD_MAX = 64;

    /**
     * Those that accept connections, and watch over them. Without a number there would be 200
     * threads, and as many streams would leave none to answer a question.
     */
    private static final int OWN_THREADS_MAX = 64;

    private static final int SEND_BUFFER_BYTES = 1 << 16;
    private static final int SOCKET_TEXT_MAX = 1024;

    /**
     * How long a connection on which nothing moves keeps a server that stops: browsers hold some
     * open for later.
     */
    private static final Duration FAREWELL = Duration.ofMillis(50);

    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private final Server jetty;
    private final List<Hubs> hubs;
    private final URI address;

    private ListenAddress(Server jetty, List<Hubs> hubs, URI address) {
        this.jetty = jetty;
        this.hubs = hubs;
        this.address = address;
    }

    /**
     * @param port any that is free if 0
     * @param entrance made with the streams of each repository: logs of two may have one name
     * @throws UserError if it cannot be listened there
     */
    static ListenAddress start(
            String host,
            int port,
            ServerLimits bounds,
            Function<Supplier<StreamEndpoints>, Handler> entrance) {
        TALKATIVE.setLevel(Level.OFF);
        var jetty =
                new Server(
                        new VirtualThreadPool(
                                bounds.connectionsMax() + TOLD_MAX + OWN_THREADS_MAX));
        var connector =
                new ServerConnector(jetty, 1, 1, new HttpConnectionFactory(configuration()));
        connector.setHost(host);
        connector.setPort(port);
        connector.setAcceptQueueSize(bounds.connectionsMax());
        // What a client has not read lies there, and not without measure.
        connector.setAcceptedSendBufferSize(SEND_BUFFER_BYTES);
        connector.setIdleTimeout(bounds.idleTimeout().toMillis());
        connector.setShutdownIdleTimeout(FAREWELL.toMillis());
        jetty.addConnector(connector);
        jetty.addBean(new NetworkConnectionLimit(bounds.connectionsMax() + TOLD_MAX, connector));
        var hubs = new ArrayList<Hubs>();
        jetty.setHandler(
                new ConnectionLimiter(
                        bounds,
                        connector,
                        new GracefulHandler(
                                entrance.apply(streams(hubs, bounds, sockets(jetty, bounds))))));
        jetty.setErrorHandler(
                (request, response, callback) -> {
                    response.getHeaders().put("Connection", "close");
                    var message = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
                    var problem =
                            new ApiException(
                                    response.getStatus(),
                                    message == null
                                            ? "the request is not understood"
                                            : message.toString());
                    new ResponseWriter(request, response, callback)
                            .write(
                                    problem.status(),
                                    ProblemDocument.TYPE,
                                    JsonOutput.compact(ProblemDocument.of(problem)));
                    return true;
                });
        jetty.setStopTimeout(LAST_WORDS.toMillis());
        ServerStarter.begin(jetty, port, "foldline serve --port 0");
        return new ListenAddress(
                jetty,
                hubs,
                URI.create(
                        "http://"
                                + (host.contains(":") ? "[" + host + "]" : host)
                                + ":"
                                + connector.getLocalPort()));
    }

    private static Supplier<StreamEndpoints> streams(
            List<Hubs> hubs, ServerLimits bounds, ServerWebSocketContainer sockets) {
        return () -> {
            hubs.add(new Hubs(bounds.keepalive(), bounds.messagesKept()));
            return new StreamEndpoints(hubs.getLast(), sockets);
        };
    }

    private static HttpConfiguration configuration() {
        var configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        // The name of a gate may hold any character.
        configuration.setUriCompliance(
                UriCompliance.DEFAULT.with(
                        "gates",
                        UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
                        UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING));
        return configuration;
    }

    private static ServerWebSocketContainer sockets(Server jetty, ServerLimits bounds) {
        var sockets = ServerWebSocketContainer.ensure(jetty);
        sockets.setIdleTimeout(bounds.idleTimeout());
        sockets.setMaxTextMessageSize(SOCKET_TEXT_MAX);
        sockets.setMaxBinaryMessageSize(SOCKET_TEXT_MAX);
        return sockets;
    }

    URI address() {
        return address;
    }

    /** Says farewell to those who follow, and answers what was asked. */
    @Override
    public void close() {
        try {
            hubs.forEach(Hubs::close);
            for (var each : hubs) each.close(LAST_WORDS);
            jetty.stop();
        } catch (TimeoutException unheard) {
            // It has stopped; a client did not read the last message.
        } catch (Exception failed) {
            throw new IllegalStateException("Jetty does not stop", failed);
        }
    }
}
