package dev.foldline.core.projection.tdd;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** A JSON value, as far as documents are changed here: what nobody knows stays as it was written. */
public sealed interface Json {

    /** Fields in their order. */
    record Obj(LinkedHashMap<String, Json> fields) implements Json {
        public static final Obj EMPTY = new Obj(LinkedHashMap.empty());

        public Obj with(String name, Json value) { return new Obj(fields.put(name, value)); }

        public Obj with(String name, String value) { return with(name, new Text(value)); }

        public Obj without(String name) { return new Obj(fields.remove(name)); }

        /** The field, if it is a text. */
        public Option<String> text(String name) {
            return fields.get(name).flatMap(value -> value instanceof Text(var text) ? Option.of(text) : Option.<String>none());
        }

        /** The elements of a field that is a list; none otherwise. */
        public Vector<Json> list(String name) {
            return fields.get(name).flatMap(value -> value instanceof Arr(var elements) ? Option.of(elements) : Option.<Vector<Json>>none())
                    .getOrElse(Vector.empty());
        }
    }

    /** A list. */
    record Arr(Vector<Json> elements) implements Json {}

    /** A text, not yet quoted. */
    record Text(String text) implements Json {}

    /** A number, a truth value or null, as it was written. */
    record Bare(String word) implements Json {}

    /** The document as people like to read it, a line's end behind it. */
    default String document() { return written(this, "") + "\n"; }

    /** On one line. */
    default String line() {
        return switch (this) {
            case Obj(var fields)   -> fields.map(each -> quoted(each._1()) + ":" + each._2().line()).mkString("{", ",", "}");
            case Arr(var elements) -> elements.map(Json::line).mkString("[", ",", "]");
            case Text(var text)    -> quoted(text);
            case Bare(var word)    -> word;
        };
    }

    private static String written(Json value, String margin) {
        var deeper = margin + "  ";
        return switch (value) {
            case Obj(var fields) when fields.nonEmpty()     -> fields.map(each -> deeper + quoted(each._1()) + ": " + written(each._2(), deeper))
                    .mkString("{\n", ",\n", "\n" + margin + "}");
            case Arr(var elements) when elements.nonEmpty() -> elements.map(each -> deeper + written(each, deeper)).mkString("[\n", ",\n", "\n" + margin + "]");
            case Obj _, Arr _, Text _, Bare _               -> value.line();
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

    /** Controls, what some readers take for a line's end, and halves of pairs are not. */
    private static boolean isPlain(String text, int i) {
        var c = text.charAt(i);
        if (Character.isHighSurrogate(c)) return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
        if (Character.isLowSurrogate(c)) return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
        return c >= ' ' && c != 0x7f && !(c >= 0x80 && c < 0xa0) && c != 0x2028 && c != 0x2029 && c != 0xfeff;
    }
}
