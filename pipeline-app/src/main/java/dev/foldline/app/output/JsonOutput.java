package dev.foldline.app.output;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.redact.ControlCharacters;

import io.vavr.control.Option;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * JSON text of plain values: maps, lists, strings, numbers, truth values; an empty {@link Optional}
 * or {@link Option} is {@code null}. Documents are small, and a command that prints one should
 * start no JSON library for it. Strings are escaped by {@link ControlCharacters}: a reader that
 * prints what it decodes prints nothing that acts on a terminal or a page.
 */
public final class JsonOutput {
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder text = new StringBuilder();
    private final boolean pretty;
    private final boolean exact;

    private JsonOutput(boolean pretty, boolean exact) {
        this.pretty = pretty;
        this.exact = exact;
    }

    /** A value that is JSON text already. */
    public record Raw(String json) {}

    /** Names and values in this order, as one object. */
    public static Map<String, Object> fields(Object... namesAndValues) {
        var fields = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2)
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        return fields;
    }

    /** On several lines, for documents. */
    public static String pretty(Object value) {
        return new JsonOutput(true, false).value(value, "\n").text.toString();
    }

    /** On one line, for streams. */
    public static String compact(Object value) {
        return new JsonOutput(false, false).value(value, "\n").text.toString();
    }

    /** Formats a value on one line without redaction, for internal use. */
    public static String exact(Object value) {
        return new JsonOutput(false, true).value(value, "\n").text.toString();
    }

    private JsonOutput value(Object value, String lineFeed) {
        return switch (value) {
            case Optional<?> optional ->
                    optional.isPresent() ? value(optional.get(), lineFeed) : literal("null");
            case Option<?> option ->
                    option.isDefined() ? value(option.get(), lineFeed) : literal("null");
            case Raw(var json) -> literal(ControlCharacters.escapeJson(json));
            case Map<?, ?> map -> object(map, lineFeed);
            case List<?> list -> array(list.iterator(), lineFeed);
            case io.vavr.collection.Seq<?> seq -> array(seq.iterator(), lineFeed);
            case Number number -> literal(number.toString());
            case Boolean truth -> literal(truth.toString());
            case Enum<?> constant -> string(constant.name().toLowerCase(java.util.Locale.ROOT));
            case CharSequence chars -> string(chars);
            case java.nio.file.Path path -> string(path.toString());
            case java.time.Instant at -> string(at.toString());
            default -> throw new PipelineBug("no JSON for " + value.getClass());
        };
    }

    private JsonOutput object(Map<?, ?> map, String lineFeed) {
        var inner = lineFeed + "  ";
        text.append('{');
        var separator = "";
        for (var entry : map.entrySet()) {
            text.append(separator).append(pretty ? inner : "");
            string(String.valueOf(entry.getKey()));
            text.append(pretty ? ": " : ":");
            value(entry.getValue(), inner);
            separator = ",";
        }
        return literal(pretty && !map.isEmpty() ? lineFeed + "}" : "}");
    }

    private JsonOutput array(Iterator<?> items, String lineFeed) {
        var inner = lineFeed + "  ";
        text.append('[');
        var separator = "";
        while (items.hasNext()) {
            text.append(separator).append(pretty ? inner : "");
            value(items.next(), inner);
            separator = ",";
        }
        return literal(pretty && !separator.isEmpty() ? lineFeed + "]" : "]");
    }

    private JsonOutput literal(String json) {
        text.append(json);
        return this;
    }

    private JsonOutput string(CharSequence chars) {
        text.append('"');
        var shown = exact ? chars : ControlCharacters.escape(chars.toString());
        for (int i = 0; i < shown.length(); i++) character(shown.charAt(i));
        return literal("\"");
    }

    private void character(char each) {
        switch (each) {
            case '"' -> text.append("\\\"");
            case '\\' -> text.append("\\\\");
            case '\n' -> text.append("\\n");
            case '\t' -> text.append("\\t");
            case '\r' -> text.append("\\r");
            default -> {
                if (each < ' ' || Character.isSurrogate(each) || each == 0x7f) escape(each);
                else text.append(each);
            }
        }
    }

    /** Surrogates too: a lone one is no text in UTF-8. */
    private void escape(char each) {
        text.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4)
            text.append(HEX.charAt((each >>> shift) & 0xF));
    }
}
