package dev.foldline.effects.agent.stream;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads lines that should be JSON objects, and small things out of them, without ever failing. */
public final class Frames {
    /** How much of a line or an answer a signal holds. */
    public static final int EXCERPT_CHARS_MAX = 2_000;

    private static final long EPOCH_SECONDS_MAX = 4_102_444_800L;
    private static final long EPOCH_MILLIS_MIN = 1_000_000_000_000L;
    /** What stands behind an object is looked at where it matters. */
    private static final JsonMapper MAPPER = JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    private static final String FRAME_BEGINS = "{\"type\":";
    private static final int RESCUES_MAX = 4;

    private Frames() {}

    /** The signals of a line: of its frame, or what can be rescued from a line that two writers wrote at once. */
    public static List<AgentSignal> signals(String line, Function<JsonNode, List<AgentSignal>> reader) {
        var text = Phrase.withoutEscapes(line).strip();
        if (text.isEmpty()) return List.of();
        if (text.charAt(0) == '\ufeff') text = text.substring(1);
        var frame = object(text);
        return frame.isPresent() ? reader.apply(frame.get()) : rescued(text, reader);
    }

    /**
     * No quote stands unescaped within a string of JSON, so what looks like the beginning of an object is one. It may be part of another,
     * which the model wrote; so nothing is believed of it but how much of a quota is left.
     */
    private static List<AgentSignal> rescued(String text, Function<JsonNode, List<AgentSignal>> reader) {
        var signals = new ArrayList<AgentSignal>();
        signals.add(new AgentSignal.Unparsed(excerpt(text)));
        int begin = text.indexOf(FRAME_BEGINS, 1);
        for (int rescue = 0; rescue < RESCUES_MAX && begin >= 0; rescue++) {
            first(text.substring(begin)).map(reader).ifPresent(found -> found.stream().filter(AgentSignal.Quota.class::isInstance).forEach(signals::add));
            begin = text.indexOf(FRAME_BEGINS, begin + 1);
        }
        return signals;
    }

    /** An object that is the whole text. */
    private static Optional<JsonNode> object(String text) {
        if (text.isEmpty() || text.charAt(0) != '{') return Optional.empty();
        try (var parser = MAPPER.createParser(text)) {
            JsonNode node = MAPPER.readTree(parser);
            return node != null && node.isObject() && parser.nextToken() == null ? Optional.of(node) : Optional.empty();
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    /** An object that the text begins with. */
    private static Optional<JsonNode> first(String text) {
        try (var parser = MAPPER.createParser(text)) {
            JsonNode node = MAPPER.readTree(parser);
            return node != null && node.isObject() ? Optional.of(node) : Optional.empty();
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    public static String text(JsonNode frame, String field) { return frame.path(field).asString(""); }

    public static Optional<String> textIfAny(JsonNode frame, String field) { return Optional.of(text(frame, field)).filter(text -> !text.isEmpty()); }

    /** A number, or a text that is one; 0 if there is none. */
    public static long number(JsonNode frame, String field) {
        double value = frame.path(field).asDouble(0);
        return value >= 0 && value < Long.MAX_VALUE ? (long) value : 0;
    }

    public static OptionalInt status(JsonNode node) {
        int status = node.asInt(0);
        return status >= 100 && status < 1000 ? OptionalInt.of(status) : OptionalInt.empty();
    }

    /** Dollars as millionths; absent if the field is. */
    public static Optional<Long> microUsd(JsonNode node) {
        double dollars = node.isNumber() ? node.asDouble(-1) : -1;
        return dollars >= 0 && dollars < 1e9 ? Optional.of(Math.round(dollars * 1e6)) : Optional.empty();
    }

    /** Seconds since 1970, or so many milliseconds that they could be no seconds; nothing beyond 2100. */
    public static Optional<Instant> epoch(JsonNode node) {
        long told = node.asLong(0);
        long seconds = told > EPOCH_SECONDS_MAX ? told / 1000 : told;
        // What is too large for seconds and yields a time before 2001 as milliseconds is neither.
        boolean odd = seconds <= 0 || seconds > EPOCH_SECONDS_MAX || told > EPOCH_SECONDS_MAX && seconds < EPOCH_MILLIS_MIN / 1000;
        return odd ? Optional.empty() : Optional.of(Instant.ofEpochSecond(seconds));
    }

    /** The beginning of what a node says, as text. */
    public static String excerpt(JsonNode node) { return excerpt(node.isString() ? node.asString("") : node.isMissingNode() ? "" : node.toString()); }

    public static String excerpt(String text) { return text.length() <= EXCERPT_CHARS_MAX ? text : text.substring(0, EXCERPT_CHARS_MAX); }
}
