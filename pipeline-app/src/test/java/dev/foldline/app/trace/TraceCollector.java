package dev.foldline.app.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/**
 * A collector of traces on loopback. It takes OTLP as JSON, and only what the protocol's definition
 * names.
 */
final class TraceCollector implements AutoCloseable {
    private static final Set<String> FIELDS =
            Set.of(
                    "traceId",
                    "spanId",
                    "parentSpanId",
                    "name",
                    "kind",
                    "startTimeUnixNano",
                    "endTimeUnixNano",
                    "attributes",
                    "links",
                    "status");

    /** A span as it was received. */
    record ReceivedSpan(
            String trace,
            String id,
            String parent,
            String name,
            int kind,
            BigInteger start,
            BigInteger end,
            Map<String, String> attributes,
            int status) {}

    final ConcurrentLinkedQueue<ReceivedSpan> spans = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<String> bodies = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<Map<String, List<String>>> headers = new ConcurrentLinkedQueue<>();

    /** The answers to the next requests; all others are accepted. */
    final Deque<Integer> statuses = new ArrayDeque<>();

    /** The body of each answer. */
    volatile String answer = "";

    private final HttpServer server;
    private final CountDownLatch answering = new CountDownLatch(1);
    private volatile boolean answers = true;

    TraceCollector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/v1/traces",
                exchange -> {
                    var body =
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8);
                    headers.add(exchange.getRequestHeaders());
                    bodies.add(body);
                    if (!answers) await();
                    int status = status();
                    if (status == 200) read(body);
                    var text = answer.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, text.length == 0 ? -1 : text.length);
                    exchange.getResponseBody().write(text);
                    exchange.close();
                });
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Takes requests and does not answer them until it is closed. */
    TraceCollector hanging() {
        answers = false;
        return this;
    }

    /** Answers all requests. */
    void answering() {
        answers = true;
        answering.countDown();
    }

    private void await() {
        try {
            answering.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized int status() {
        return statuses.isEmpty() ? 200 : statuses.pop();
    }

    private void read(String body) {
        for (var ofResource : JsonMapper.shared().readTree(body).path("resourceSpans")) {
            assertThat(attributes(ofResource.path("resource")))
                    .containsEntry("service.name", "foldline");
            for (var ofScope : ofResource.path("scopeSpans"))
                for (var span : ofScope.path("spans")) spans.add(span(span));
        }
    }

    private static ReceivedSpan span(JsonNode node) {
        assertThat(FIELDS).containsAll(node.propertyNames());
        assertThat(node.path("traceId").asString()).matches("[0-9a-f]{32}");
        assertThat(node.path("spanId").asString()).matches("[0-9a-f]{16}");
        return new ReceivedSpan(
                node.path("traceId").asString(),
                node.path("spanId").asString(),
                node.path("parentSpanId").asString(""),
                node.path("name").asString(),
                node.path("kind").asInt(),
                new BigInteger(node.path("startTimeUnixNano").asString()),
                new BigInteger(node.path("endTimeUnixNano").asString()),
                attributes(node),
                node.path("status").path("code").asInt(0));
    }

    private static Map<String, String> attributes(JsonNode node) {
        var found = new LinkedHashMap<String, String>();
        for (var each : node.path("attributes")) {
            assertThat(each.path("value").propertyNames())
                    .hasSize(1)
                    .isSubsetOf("stringValue", "intValue", "doubleValue", "boolValue");
            found.put(each.path("key").asString(), each.path("value").iterator().next().asString());
        }
        return found;
    }

    ReceivedSpan named(String name) {
        return spans.stream()
                .filter(span -> span.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in " + spans));
    }

    @Override
    public void close() {
        answering.countDown();
        server.stop(0);
    }
}
