package dev.foldline.effects.fleet.restate;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.foldline.effects.json.WireFault;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Answers the messages that Restate delivers to the objects of fleets. Any worker can do so: the
 * states are the engine's. Requests without the worker's token are refused.
 */
public final class RestateEndpoint implements AutoCloseable {
    static final String AUTHORIZATION = "authorization";

    private static final String PATH = "/foldline/";
    private static final String INVOKE = "invoke/";
    static final String DISCOVER = "discover";
    private static final int REQUEST_BYTES_MAX = 16 << 20;
    private static final int OK = 200;
    static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final int TOO_LARGE = 413;
    private static final int UNSUPPORTED = 415;
    private static final int BROKEN = 500;

    private final HttpServer server;
    private final ExecutorService threads;
    private final String token;
    private final RestateObjects objects;
    private final Consumer<String> notices;

    private RestateEndpoint(HttpServer server, String token, Consumer<String> notices) {
        this.server = server;
        this.token = token;
        this.notices = notices;
        this.objects = new RestateObjects(InstantSource.system());
        this.threads = Executors.newVirtualThreadPerTaskExecutor();
    }

    /**
     * @param address where it listens; port 0 for any
     * @param token a secret of this worker, which the engine learns when it is registered
     */
    public static RestateEndpoint start(
            InetSocketAddress address, String token, Consumer<String> notices) throws IOException {
        var endpoint = new RestateEndpoint(HttpServer.create(address, 0), token, notices);
        endpoint.server.createContext(PATH, endpoint::respond);
        endpoint.server.setExecutor(endpoint.threads);
        endpoint.server.start();
        return endpoint;
    }

    /** Returns the port on which it listens. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Lets the engine find the objects here, unless another worker answers for them. */
    public void register(RestateServer engine, URI reachable) throws IOException {
        engine.register(reachable.resolve(PATH), token);
    }

    /** Lets the engine find the objects here, because the worker that answered does not answer. */
    public void takeOver(RestateServer engine, URI reachable) throws IOException {
        engine.move(reachable.resolve(PATH), token);
    }

    static String value(String token) {
        return "Bearer " + token;
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!isAuthorized(exchange)) {
                exchange.sendResponseHeaders(UNAUTHORIZED, -1);
                return;
            }
            var path = exchange.getRequestURI().getPath().substring(PATH.length());
            if (path.equals(DISCOVER)) discover(exchange);
            else if (path.startsWith(INVOKE)) invoke(exchange, path.split("/", -1)[1]);
            else exchange.sendResponseHeaders(NOT_FOUND, -1);
        }
    }

    private boolean isAuthorized(HttpExchange exchange) {
        var sent = exchange.getRequestHeaders().getFirst(AUTHORIZATION);
        return sent != null
                && MessageDigest.isEqual(
                        sent.getBytes(StandardCharsets.UTF_8),
                        value(token).getBytes(StandardCharsets.UTF_8));
    }

    private void discover(HttpExchange exchange) throws IOException {
        var accepted = exchange.getRequestHeaders().getFirst("accept");
        if (accepted == null || !accepted.contains(EndpointManifest.TYPE))
            exchange.sendResponseHeaders(UNSUPPORTED, -1);
        else send(exchange, OK, EndpointManifest.TYPE, EndpointManifest.json());
    }

    private void invoke(HttpExchange exchange, String service) throws IOException {
        if (!ObjectRequest.VERSION.equals(exchange.getRequestHeaders().getFirst("content-type"))) {
            exchange.sendResponseHeaders(UNSUPPORTED, -1);
            return;
        }
        var request = exchange.getRequestBody().readNBytes(REQUEST_BYTES_MAX + 1);
        if (request.length > REQUEST_BYTES_MAX) {
            exchange.sendResponseHeaders(TOO_LARGE, -1);
            return;
        }
        try {
            var answer = objects.answer(service, ObjectRequest.read(request));
            send(exchange, OK, ObjectRequest.VERSION, answer);
        } catch (MalformedMessage | WireFault broken) {
            var why = String.valueOf(broken.getMessage());
            notices.accept(why);
            send(exchange, BROKEN, "text/plain", why.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body)
            throws IOException {
        exchange.getResponseHeaders().set("content-type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
