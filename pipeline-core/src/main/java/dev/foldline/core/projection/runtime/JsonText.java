package dev.foldline.core.projection.runtime;

import dev.foldline.core.projection.tdd.Json;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Reads a JSON text as far as commits carry one. What is no JSON, or is nested too deeply, is nothing. */
final class JsonText {
    private static final int DEPTH_MAX = 50;
    private static final String ESCAPED = "\"\\/bfnrt";
    private static final String MEANT = "\"\\/\b\f\n\r\t";

    private final String text;
    private int at;

    private JsonText(String text) { this.text = text; }

    static Option<Json> read(String text) {
        var reader = new JsonText(text);
        return reader.value(0).filter(_ -> reader.isAtEnd());
    }

    private Option<Json> value(int depth) {
        skipSpace();
        if (at >= text.length() || depth > DEPTH_MAX) return Option.none();
        char first = text.charAt(at);
        if (first == '{') return object(depth);
        if (first == '[') return array(depth);
        return first == '"' ? string().map(Json.Text::new) : bare();
    }

    private Option<Json> object(int depth) {
        var fields = LinkedHashMap.<String, Json>empty();
        at++;
        if (takes('}')) return Option.of(new Json.Obj(fields));
        do {
            skipSpace();
            var name = string();
            if (name.isEmpty() || !takes(':')) return Option.none();
            var value = value(depth + 1);
            if (value.isEmpty()) return Option.none();
            fields = fields.put(name.get(), value.get());
        } while (takes(','));
        return takes('}') ? Option.of(new Json.Obj(fields)) : Option.none();
    }

    private Option<Json> array(int depth) {
        var elements = Vector.<Json>empty();
        at++;
        if (takes(']')) return Option.of(new Json.Arr(elements));
        do {
            var value = value(depth + 1);
            if (value.isEmpty()) return Option.none();
            elements = elements.append(value.get());
        } while (takes(','));
        return takes(']') ? Option.of(new Json.Arr(elements)) : Option.none();
    }

    private Option<String> string() {
        if (at >= text.length() || text.charAt(at) != '"') return Option.none();
        var read = new StringBuilder();
        for (at++; at < text.length(); at++) {
            var c = text.charAt(at);
            if (c == '"') {
                at++;
                return Option.of(read.toString());
            }
            var meant = c == '\\' ? escaped() : Option.of(c);
            if (meant.isEmpty()) return Option.none();
            read.append(meant.get().charValue());
        }
        return Option.none();
    }

    /** The character that is meant; on return the last one of what stands for it has been read. */
    private Option<Character> escaped() {
        at++;
        if (at >= text.length()) return Option.none();
        int plain = ESCAPED.indexOf(text.charAt(at));
        if (plain >= 0) return Option.of(MEANT.charAt(plain));
        if (text.charAt(at) != 'u' || at + 4 >= text.length()) return Option.none();
        var digits = text.substring(at + 1, at + 5);
        at += 4;
        return digits.chars().allMatch(digit -> Character.digit(digit, 16) >= 0) ? Option.of((char) Integer.parseInt(digits, 16)) : Option.none();
    }

    private Option<Json> bare() {
        int from = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || "+-.".indexOf(text.charAt(at)) >= 0)) at++;
        return at == from ? Option.none() : Option.of(new Json.Bare(text.substring(from, at)));
    }

    private boolean takes(char expected) {
        skipSpace();
        if (at >= text.length() || text.charAt(at) != expected) return false;
        at++;
        return true;
    }

    private boolean isAtEnd() {
        skipSpace();
        return at == text.length();
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
    }
}
