package dev.foldline.effects.agent.stream;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** Parses lines that should be JSON objects, and their fields, without ever failing. */
public final class FrameReader {
    /** Maximum length of a line or an answer in a signal. */
    public static final int EXCERPT_CHARS_MAX = 2_000;

    private static final long EPOCH_SECONDS_MAX = 4_102_444_800L;
    private static final long EPOCH_MILLIS_MIN = 1_000_000_000_000L;

    /** Text after an object is checked where it matters. */
    private static final JsonMapper MAPPER =
            JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private static final String FRAME_BEGINS = "{\"type\":";
    private static final int RESCUES_MAX = 4;

    private FrameReader() {}

    /**
     * Returns the signals of a line's frame, or what can be recovered from a line into which two
     * writers wrote.
     */
    public static List<AgentSignal> signals(
            String line, Function<JsonNode, List<AgentSignal>> reader) {
        var text = ErrorPhrase.withoutEscapes(line).strip();
        if (text.isEmpty()) return List.of();
        if (text.charAt(0) == '\ufeff') text = text.substring(1);
        var frame = object(text);
        return frame.isPresent() ? reader.apply(frame.get()) : rescued(text, reader);
    }

    /**
     * A JSON string contains no unescaped quote, so what looks like the start of an object is one.
     * It may be part of another object that the model wrote, so only quota signals are accepted.
     */
    private static List<AgentSignal> rescued(
            String text, Function<JsonNode, List<AgentSignal>> reader) {
        var signals = new ArrayList<AgentSignal>();
        signals.add(new AgentSignal.Unparsed(excerpt(text)));
        int begin = text.indexOf(FRAME_BEGINS, 1);
        for (int rescue = 0; rescue < RESCUES_MAX && begin >= 0; rescue++) {
            first(text.substring(begin))
                    .map(reader)
                    .ifPresent(
                            found ->
                                    found.stream()
                                            .filter(AgentSignal.Quota.class::isInstance)
                                            .forEach(signals::add));
            begin = text.indexOf(FRAME_BEGINS, begin + 1);
        }
        return signals;
    }

    /** Parses an object that is the whole text. */
    private static Optional<JsonNode> object(String text) {
        if (text.isEmpty() || text.charAt(0) != '{') return Optional.empty();
        try (var parser = MAPPER.createParser(text)) {
            JsonNode node = MAPPER.readTree(parser);
            return node != null && node.isObject() && parser.nextToken() == null
                    ? Optional.of(node)
                    : Optional.empty();
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    /** Parses an object at the start of the text. */
    private static Optional<JsonNode> first(String text) {
        try (var parser = MAPPER.createParser(text)) {
            JsonNode node = MAPPER.readTree(parser);
            return node != null && node.isObject() ? Optional.of(node) : Optional.empty();
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    public static String text(JsonNode frame, String field) {
        return frame.path(field).asString("");
    }

    public static Optional<String> textIfAny(JsonNode frame, String field) {
        return Optional.of(text(frame, field)).filter(text -> !text.isEmpty());
    }

    /** Returns a number, or a text that contains one; otherwise 0. */
    public static long number(JsonNode frame, String field) {
        double value = frame.path(field).asDouble(0);
        return value >= 0 && value < Long.MAX_VALUE ? (long) value : 0;
    }

    public static OptionalInt status(JsonNode node) {
        int status = node.asInt(0);
        return status >= 100 && status < 1000 ? OptionalInt.of(status) : OptionalInt.empty();
    }

    /** Converts dollars to millionths; absent if the field is. */
    public static Optional<Long> microUsd(JsonNode node) {
        double dollars = node.isNumber() ? node.asDouble(-1) : -1;
        return dollars >= 0 && dollars < 1e9
                ? Optional.of(Math.round(dollars * 1e6))
                : Optional.empty();
    }

    /**
     * Parses epoch seconds, or milliseconds that are too large for seconds; nothing beyond 2100.
     */
    public static Optional<Instant> epoch(JsonNode node) {
        long reported = node.asLong(0);
        long seconds = reported > EPOCH_SECONDS_MAX ? reported / 1000 : reported;
        // A value too large for seconds that is before 2001 in milliseconds is invalid.
        boolean odd =
                seconds <= 0
                        || seconds > EPOCH_SECONDS_MAX
                        || reported > EPOCH_SECONDS_MAX && seconds < EPOCH_MILLIS_MIN / 1000;
        return odd ? Optional.empty() : Optional.of(Instant.ofEpochSecond(seconds));
    }

    /** Returns the start of a node's text. */
    public static String excerpt(JsonNode node) {
        return excerpt(
                node.isString() ? node.asString("") : node.isMissingNode() ? "" : node.toString());
    }

    public static String excerpt(String text) {
        return text.length() <= EXCERPT_CHARS_MAX ? text : text.substring(0, EXCERPT_CHARS_MAX);
    }
}
