package dev.foldline.testkit.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A chat endpoint on loopback that is compatible with OpenAI's, for tests of pipelines without a
 * key. A request gets the next reply; after the last one, the last one again.
 *
 * <pre>
 *   try (var server = FakeChatServer.playing(ChatReply.text("{\"issues\": []}"))) { ... server.baseUrl() ... }
 * </pre>
 */
public final class FakeChatServer implements AutoCloseable {
    private final ServerSocket socket;
    private final Function<Request, ChatReply> replies;
    private final List<Request> requests = new ArrayList<>();

    private FakeChatServer(Function<Request, ChatReply> replies) throws IOException {
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.replies = replies;
        Thread.ofVirtual().start(this::accept);
    }

    /**
     * A request.
     *
     * @param line its first line
     * @param headers by their names in lower case
     */
    public record Request(String line, Map<String, String> headers, JsonNode body) {
        /** Returns the prompt: the last message. */
        public String prompt() {
            var messages = body.path("messages");
            return messages.path(messages.size() - 1).path("content").asString("");
        }
    }

    /** Starts a server with these replies, in order. */
    public static FakeChatServer playing(ChatReply first, ChatReply... more) throws IOException {
        var all = new ArrayList<>(List.of(first));
        all.addAll(List.of(more));
        var next = new int[1];
        return answering(
                request -> {
                    synchronized (next) {
                        return all.get(Math.min(next[0]++, all.size() - 1));
                    }
                });
    }

    /** Starts a server that chooses each reply by its request. */
    public static FakeChatServer answering(Function<Request, ChatReply> replies)
            throws IOException {
        return new FakeChatServer(replies);
    }

    /** Returns the address for {@code base_url}. */
    public URI baseUrl() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/v1");
    }

    /** Returns the requests so far. */
    public List<Request> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                var client = socket.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            var request = read(client.getInputStream());
            synchronized (requests) {
                requests.add(request);
            }
            replies.apply(request).write(client.getOutputStream());
            client.getOutputStream().flush();
        } catch (IOException gone) {
            // The client has ended the call.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static Request read(InputStream in) throws IOException {
        var first = line(in);
        var headers = new TreeMap<String, String>();
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        var body = new String(in.readNBytes(length), UTF_8);
        return new Request(first, headers, JsonMapper.shared().readTree(body));
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) line.write(next);
        return line.toString(UTF_8).strip();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
