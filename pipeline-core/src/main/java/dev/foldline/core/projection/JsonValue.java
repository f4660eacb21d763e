package dev.foldline.core.projection;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** A JSON value of a document that Foldline edits. Unknown parts keep their original text. */
public sealed interface JsonValue {

    /** Fields in order. */
    record Obj(LinkedHashMap<String, JsonValue> fields) implements JsonValue {
        public static final Obj EMPTY = new Obj(LinkedHashMap.empty());

        public Obj with(String name, JsonValue value) {
            return new Obj(fields.put(name, value));
        }

        public Obj with(String name, String value) {
            return with(name, new Text(value));
        }

        public Obj without(String name) {
            return new Obj(fields.remove(name));
        }

        /** Returns the field if it is a text. */
        public Option<String> text(String name) {
            return fields.get(name)
                    .flatMap(
                            value ->
                                    value instanceof Text(var text)
                                            ? Option.of(text)
                                            : Option.<String>none());
        }

        /** Returns the elements of a field that is a list, and otherwise nothing. */
        public Vector<JsonValue> list(String name) {
            return fields.get(name)
                    .flatMap(
                            value ->
                                    value instanceof Arr(var elements)
                                            ? Option.of(elements)
                                            : Option.<Vector<JsonValue>>none())
                    .getOrElse(Vector.empty());
        }
    }

    /** A list. */
    record Arr(Vector<JsonValue> elements) implements JsonValue {}

    /** A text, unquoted. */
    record Text(String text) implements JsonValue {}

    /** A number, a boolean or null, as it was written. */
    record Bare(String word) implements JsonValue {}

    /** Formats the document with indentation and a final newline. */
    default String document() {
        return written(this, "") + "\n";
    }

    /** Formats the value on one line. */
    default String line() {
        return switch (this) {
            case Obj(var fields) ->
                    fields.map(each -> quoted(each._1()) + ":" + each._2().line())
                            .mkString("{", ",", "}");
            case Arr(var elements) -> elements.map(JsonValue::line).mkString("[", ",", "]");
            case Text(var text) -> quoted(text);
            case Bare(var word) -> word;
        };
    }

    private static String written(JsonValue value, String margin) {
        var deeper = margin + "  ";
        return switch (value) {
            case Obj(var fields) when fields.nonEmpty() ->
                    fields.map(
                                    each ->
                                            deeper
                                                    + quoted(each._1())
                                                    + ": "
                                                    + written(each._2(), deeper))
                            .mkString("{\n", ",\n", "\n" + margin + "}");
            case Arr(var elements) when elements.nonEmpty() ->
                    elements.map(each -> deeper + written(each, deeper))
                            .mkString("[\n", ",\n", "\n" + margin + "]");
            case Obj _, Arr _, Text _, Bare _ -> value.line();
        };
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c == '"' || c == '\\') quoted.append('\\').append(c);
            else if (c == '\n') quoted.append("\\n");
            else if (c == '\t') quoted.append("\\t");
            else if (isPlain(text, i)) quoted.append(c);
            else quoted.append(String.format("\\u%04x", (int) c));
        }
        return quoted.append('"').toString();
    }

    /**
     * Control characters, unpaired surrogates and characters that some parsers treat as line ends
     * are not plain.
     */
    private static boolean isPlain(String text, int i) {
        var c = text.charAt(i);
        if (Character.isHighSurrogate(c))
            return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
        if (Character.isLowSurrogate(c))
            return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
        return c >= ' '
                && c != 0x7f
                && !(c >= 0x80 && c < 0xa0)
                && c != 0x2028
                && c != 0x2029
                && c != 0xfeff;
    }
}
