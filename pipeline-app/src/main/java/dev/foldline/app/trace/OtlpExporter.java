package dev.foldline.app.trace;

import static dev.foldline.app.output.JsonOutput.fields;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Version;
import dev.foldline.effects.redact.OtlpHeader;
import dev.foldline.effects.redact.Redaction;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Sends spans to a collector: OTLP over HTTP, as JSON. It belongs to one thread. */
final class OtlpExporter implements AutoCloseable {
    private static final String PATH = "/v1/traces";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK_MIN = 200;
    private static final int OK_MAX = 299;
    private static final int TOO_LARGE = 413;

    /** The statuses after which the protocol allows to send the same spans again. */
    private static final Set<Integer> RETRIED = Set.of(429, 502, 503, 504);

    private static final int ANSWER_BYTES_MAX = 1 << 16;
    private static final Pattern REFUSED_SPANS =
            Pattern.compile("\"rejectedSpans\"\\s*:\\s*\"?([1-9]\\d{0,17})");
    private static final int FAILED = 2;
    private static final long NANOS = 1_000_000_000L;

    private static final io.vavr.collection.Map<String, Object> RESOURCE =
            LinkedHashMap.of("service.name", "foldline", "service.version", Version.text());

    private final HttpRequest.Builder request;
    private final Redaction redaction;
    private @Nullable HttpClient client;

    /**
     * @param endpoint the collector's address, with or without the path of traces
     * @throws MalformedHeaders if a header in the environment cannot be sent
     */
    OtlpExporter(String endpoint, Map<String, String> environment) {
        var base = endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint;
        this.request =
                request(
                        URI.create(base.endsWith(PATH) ? base : base + PATH),
                        variable(environment),
                        environment);
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

    private static Option<String> variable(Map<String, String> environment) {
        return Vector.of(OtlpHeader.TRACES, OtlpHeader.ALL).find(environment::containsKey);
    }

    /** The message of a parser may quote the value, so only the variable is reported. */
    private static HttpRequest.Builder request(
            URI address, Option<String> variable, Map<String, String> environment) {
        var request =
                HttpRequest.newBuilder(address)
                        .timeout(TIMEOUT)
                        .header("Content-Type", "application/json");
        try {
            for (var header : OtlpHeader.parse(variable.map(environment::get).getOrElse("")))
                request.header(header.name(), header.value());
        } catch (IllegalArgumentException malformed) {
            throw new MalformedHeaders(variable.get());
        }
        return request;
    }

    /** A variable has headers that cannot be sent. */
    static final class MalformedHeaders extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private MalformedHeaders(String variable) {
            super(variable + " has a header that cannot be sent");
        }
    }

    /** What a collector did with spans. */
    sealed interface SendResult {
        record Accepted() implements SendResult {}

        /** Fewer spans may be accepted. */
        record TooLarge() implements SendResult {}

        /** The same spans would be refused again. */
        record Refused(String why) implements SendResult {}

        /** The collector may accept the spans later. */
        record Unavailable(String why) implements SendResult {}
    }

    SendResult send(Vector<Span> spans) throws InterruptedException {
        var body = HttpRequest.BodyPublishers.ofString(json(spans), StandardCharsets.UTF_8);
        try {
            var response =
                    client().send(
                                    request.copy().POST(body).build(),
                                    HttpResponse.BodyHandlers.ofInputStream());
            try (var answer = response.body()) {
                return result(response.statusCode(), answer.readNBytes(ANSWER_BYTES_MAX));
            }
        } catch (IOException failure) {
            var message = failure.getMessage();
            return new SendResult.Unavailable(
                    message == null ? failure.getClass().getSimpleName() : message);
        }
    }

    private static SendResult result(int status, byte[] answer) {
        if (status >= OK_MIN && status <= OK_MAX) return accepted(answer);
        if (status == TOO_LARGE) return new SendResult.TooLarge();
        var why = "status " + status;
        return RETRIED.contains(status)
                ? new SendResult.Unavailable(why)
                : new SendResult.Refused(why);
    }

    /** A collector that takes only some spans says how many it has refused. */
    private static SendResult accepted(byte[] answer) {
        var refused = REFUSED_SPANS.matcher(new String(answer, StandardCharsets.UTF_8));
        return refused.find()
                ? new SendResult.Refused(refused.group(1) + " of the spans were rejected")
                : new SendResult.Accepted();
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
