package dev.foldline.app.server;

import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.effects.redact.ControlCharacters;
import dev.foldline.effects.redact.Redaction;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The log of a server: one line for each request and for each refused login. It takes the path of a
 * request without its query, and no header, so no line holds a token, a link or a cookie.
 */
public final class ServerLog {
    /** The attribute of a request that holds the name of its user. */
    static final String USER = "dev.foldline.user";

    /** The attribute of a request that holds the name of the repository, if there are several. */
    static final String REPOSITORY = "dev.foldline.repository";

    private final InstantSource clock;
    private final Format format;
    private final Redaction redaction;
    private final Consumer<String> lines;

    /** How a line is written. */
    public enum Format {
        text,
        json,
        /** No line is written. */
        off
    }

    private enum Level {
        INFO,
        WARN
    }

    /**
     * @param lines receives each line, without its end
     */
    public ServerLog(
            InstantSource clock, Format format, Redaction redaction, Consumer<String> lines) {
        this.clock = clock;
        this.format = format;
        this.redaction = redaction;
        this.lines = lines;
    }

    /** Writes nothing. */
    public static ServerLog off() {
        return new ServerLog(InstantSource.system(), Format.off, Redaction.of(Map.of()), _ -> {});
    }

    /** A request that has been answered. */
    void answered(Request request, Response response) {
        var fields = of(request);
        if (request.getAttribute(USER) instanceof String user) fields.put("user", user);
        fields.put("status", response.getStatus());
        fields.put(
                "ms",
                (System.nanoTime() - request.getBeginNanoTime())
                        / ChronoUnit.MILLIS.getDuration().toNanos());
        write(Level.INFO, "request", fields);
    }

    /** A request that shows nothing that opens, or comes from elsewhere. */
    void refused(Request request, String reason) {
        var fields = of(request);
        fields.put("reason", reason);
        write(Level.WARN, "refused", fields);
    }

    /** A header with a user that does not come from the trusted proxy. */
    void ignored(String header, String peer) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("header", header);
        fields.put("peer", peer);
        write(Level.WARN, "header_ignored", fields);
    }

    /** The file with the users has a mistake, so it names no user. */
    void unreadable(UserError mistake) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("place", mistake.place());
        fields.put("reason", mistake.message());
        write(Level.WARN, "users_unreadable", fields);
    }

    private static Map<String, Object> of(Request request) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("method", request.getMethod());
        fields.put("path", Request.unWrap(request).getHttpURI().getPath());
        if (request.getAttribute(REPOSITORY) instanceof String repository)
            fields.put("repository", repository);
        fields.put("peer", Request.getRemoteAddr(request));
        return fields;
    }

    private void write(Level level, String event, Map<String, Object> fields) {
        if (format == Format.off) return;
        var time = Instant.ofEpochMilli(clock.millis());
        lines.accept(
                redaction.text(
                        switch (format) {
                            case json, off -> {
                                var document =
                                        JsonOutput.fields(
                                                "time", time.toString(),
                                                "level", level.name(),
                                                "event", event);
                                document.putAll(fields);
                                yield JsonOutput.compact(document);
                            }
                            case text ->
                                    time
                                            + " "
                                            + level
                                            + " "
                                            + event
                                            + " "
                                            + ControlCharacters.escape(text(fields));
                        }));
    }

    private static String text(Map<String, Object> fields) {
        return fields.entrySet().stream()
                .map(each -> each.getKey() + "=" + quoted(each.getValue().toString()))
                .collect(Collectors.joining(" "));
    }

    private static String quoted(String value) {
        return value.matches("[^\\s\"=]+") ? value : JsonOutput.compact(value);
    }
}
