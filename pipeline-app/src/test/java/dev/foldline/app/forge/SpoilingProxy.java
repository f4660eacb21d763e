package dev.foldline.app.forge;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

/** A server between Foldline and a forge, which replaces answers that are about one path. */
final class SpoilingProxy implements AutoCloseable {
    private static final List<String> FORWARDED = List.of("Authorization", "Content-Type");

    /**
     * What is sent instead of an answer.
     *
     * @param path the end of the path, without its query, of the requests that get it
     */
    record SpoiledAnswer(String path, int status, Map<String, String> headers, String body) {
        SpoiledAnswer(String path, String body) {
            this(path, 200, Map.of("Content-Type", "application/json"), body);
        }
    }

    private final String forge;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile SpoiledAnswer spoiled = new SpoiledAnswer("/nothing", "");

    SpoilingProxy(String forge) throws IOException {
        this.forge = forge;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void spoils(SpoiledAnswer answer) {
        spoiled = answer;
    }

    private void answer(HttpExchange exchange) throws IOException {
        var now = spoiled;
        if (exchange.getRequestURI().getPath().endsWith(now.path())) {
            now.headers().forEach(exchange.getResponseHeaders()::add);
            send(exchange, now.status(), now.body());
            return;
        }
        var request = HttpRequest.newBuilder(URI.create(forge + exchange.getRequestURI()));
        for (var name : FORWARDED)
            for (var value : exchange.getRequestHeaders().getOrDefault(name, List.of()))
                request.header(name, value);
        var body = BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes());
        try {
            var answer =
                    client.send(
                            request.method(exchange.getRequestMethod(), body).build(),
                            BodyHandlers.ofString());
            send(exchange, answer.statusCode(), answer.body());
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        client.close();
    }
}
