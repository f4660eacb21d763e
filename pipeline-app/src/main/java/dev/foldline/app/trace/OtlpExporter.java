package dev.foldline.app.trace;

import static dev.foldline.app.output.JsonOutput.fields;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Version;
import dev.foldline.effects.redact.Redaction;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Sends spans to a collector: OTLP over HTTP, as JSON. It belongs to one thread. */
final class OtlpExporter implements AutoCloseable {
    /** The standard variable with additional headers, such as the key of a hosted collector. */
    static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

    private static final String PATH = "/v1/traces";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK_MIN = 200;
    private static final int OK_MAX = 299;
    private static final int BAD_REQUEST = 400;
    private static final int FAILED = 2;
    private static final long NANOS = 1_000_000_000L;

    private static final io.vavr.collection.Map<String, Object> RESOURCE =
            LinkedHashMap.of("service.name", "foldline", "service.version", Version.text());

    private final URI address;
    private final String[] headers;
    private final Redaction redaction;
    private @Nullable HttpClient client;

    /**
     * @param endpoint the collector's address, with or without the path of traces
     */
    OtlpExporter(String endpoint, Map<String, String> environment) {
        var base = endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint;
        this.address = URI.create(base.endsWith(PATH) ? base : base + PATH);
        this.headers = headers(environment.getOrDefault(HEADERS, ""));
        this.redaction = Redaction.of(environment);
    }

    /** Headers may have a key, which is for one address: it must not follow a redirection. */
    private HttpClient client() {
        var open = client;
        if (open == null)
            open =
                    HttpClient.newBuilder()
                            .connectTimeout(TIMEOUT)
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .version(HttpClient.Version.HTTP_1_1)
                            .build();
        client = open;
        return open;
    }

    /** {@code name=value}, separated by commas, each in percent encoding. */
    private static String[] headers(String text) {
        return Vector.of(text.split(","))
                .map(String::strip)
                .filter(pair -> pair.indexOf('=') > 0)
                .flatMap(
                        pair ->
                                Vector.of(
                                        decoded(pair.substring(0, pair.indexOf('='))),
                                        decoded(pair.substring(pair.indexOf('=') + 1))))
                .toJavaArray(String[]::new);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.strip().replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /**
     * Sends spans. A collector that calls them invalid does not get them again.
     *
     * @throws IOException if they can be sent again
     */
    void send(Vector<Span> spans) throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(address)
                        .timeout(TIMEOUT)
                        .header("Content-Type", "application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        json(spans), StandardCharsets.UTF_8));
        if (headers.length > 0) request.headers(headers);
        int status =
                client().send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
        if ((status < OK_MIN || status > OK_MAX) && status != BAD_REQUEST)
            throw new IOException("status " + status);
    }

    String json(Vector<Span> spans) {
        var scope = fields("name", "dev.foldline", "version", Version.text());
        return JsonOutput.compact(
                fields(
                        "resourceSpans",
                        List.of(
                                fields(
                                        "resource",
                                        fields("attributes", attributes(RESOURCE)),
                                        "scopeSpans",
                                        List.of(
                                                fields(
                                                        "scope",
                                                        scope,
                                                        "spans",
                                                        spans.map(this::json).asJava()))))));
    }

    private Map<String, Object> json(Span span) {
        var json =
                fields(
                        "traceId", span.context().trace(),
                        "spanId", span.context().span(),
                        "name", redaction.text(span.label().name()),
                        "kind", span.label().kind().number(),
                        "startTimeUnixNano", nanos(span.start()),
                        "endTimeUnixNano", nanos(span.end()),
                        "attributes", attributes(span.attributes()));
        for (var parent : span.parent()) json.put("parentSpanId", parent.span());
        for (var cause : span.link())
            json.put("links", List.of(fields("traceId", cause.trace(), "spanId", cause.span())));
        if (span.attributes().containsKey(Span.ERROR)) json.put("status", fields("code", FAILED));
        return json;
    }

    private List<Map<String, Object>> attributes(
            io.vavr.collection.Map<String, Object> attributes) {
        return attributes
                .map(each -> fields("key", each._1(), "value", value(each._2())))
                .toJavaList();
    }

    private Map<String, Object> value(Object value) {
        return switch (value) {
            case Long number -> fields("intValue", number.toString());
            case Double number -> fields("doubleValue", number);
            case Boolean truth -> fields("boolValue", truth);
            case Object text -> fields("stringValue", redaction.text(text.toString()));
        };
    }

    private static String nanos(Instant time) {
        return Long.toString(time.getEpochSecond() * NANOS + time.getNano());
    }

    @Override
    public void close() {
        if (client != null) client.shutdownNow();
    }
}
