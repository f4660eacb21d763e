package dev.foldline.app.definition;

import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads one mapping strictly: each key is known, and each value has its type. */
final class FieldReader {
    static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,63}");
    private static final String MERGE = "<<";
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,9}");

    private final Vector<Node.Field> fields;
    private final Origin origin;
    private final Problems problems;

    private FieldReader(Vector<Node.Field> fields, Origin origin, Problems problems) {
        this.fields = fields;
        this.origin = origin;
        this.problems = problems;
    }

    /** Returns a reader of a mapping with these keys; any other node is a problem. */
    static FieldReader of(Node node, String what, Problems problems, String... known) {
        return of(node, what, problems, _ -> Option.none(), known);
    }

    /**
     * The same.
     *
     * @param remedy what to do about an unknown key, if there is something better than a suggestion
     */
    static FieldReader of(
            Node node,
            String what,
            Problems problems,
            Function<String, Option<String>> remedy,
            String... known) {
        var reader = any(node, what, problems, group(known));
        for (var field : reader.fields) {
            var key = field.name().text();
            if (!List.of(known).contains(key))
                problems.add(
                        field.name().origin(),
                        "unknown key '" + key + "' in " + what,
                        key.equals(MERGE)
                                ? "write the keys out; YAML 1.2 has no merge keys"
                                : remedy.apply(key)
                                        .getOrElse(() -> suggestion(key, List.of(known))));
        }
        return reader;
    }

    /** Returns a reader of a mapping whose keys are names that the user chooses. */
    static FieldReader any(Node node, String what, Problems problems) {
        return any(node, what, problems, "write a group of keys and values");
    }

    private static FieldReader any(Node node, String what, Problems problems, String remedy) {
        if (node instanceof Node.Fields(var fields, var origin))
            return new FieldReader(Vector.ofAll(fields), origin, problems);
        problems.add(node.origin(), what + " is " + node.phrase(), remedy);
        return new FieldReader(Vector.empty(), node.origin(), problems);
    }

    private static String group(String... keys) {
        return keys.length == 1
                ? "write { " + keys[0] + ": ... }"
                : "write { KEY: VALUE, ... } with keys of " + String.join(", ", keys);
    }

    static String suggestion(String written, List<String> known) {
        return SpellingSuggestion.to(written, known)
                .map(near -> "did you mean '" + near + "'?")
                .orElseGet(
                        () ->
                                known.isEmpty()
                                        ? "delete it"
                                        : "use one of: " + String.join(", ", known));
    }

    Origin origin() {
        return origin;
    }

    Vector<Node.Field> all() {
        return fields;
    }

    Vector<String> keys() {
        return fields.map(field -> field.name().text());
    }

    boolean has(String key) {
        return find(key).isDefined();
    }

    Option<Node> find(String key) {
        return fields.find(field -> field.name().text().equals(key)).map(Node.Field::value);
    }

    Origin place(String key) {
        return find(key).map(Node::origin).getOrElse(origin);
    }

    /** Returns the text at a key, if there is one. */
    Option<String> text(String key) {
        return find(key).flatMap(node -> text(node, key));
    }

    private Option<String> text(Node node, String key) {
        if (node instanceof Node.Text(var text, _, _)) return Option.of(text);
        problems.add(node.origin(), key + " is " + node.phrase(), "write a text");
        return Option.none();
    }

    /** Returns the text at a key that must be there. */
    String required(String key, String example) {
        if (!has(key)) problems.add(origin, key + " is missing", "write " + key + ": " + example);
        return text(key).getOrElse("");
    }

    /** Returns the name at a key that must be there. */
    String name(String key, String example) {
        var text = required(key, example);
        return has(key) && !text.isEmpty() ? checkedName(text, place(key)) : text;
    }

    private String checkedName(String text, Origin at) {
        if (!NAME.matcher(text).matches())
            problems.add(
                    at,
                    "'" + text + "' is no name",
                    "use lower-case letters, digits, '-' and '_', starting with a letter");
        return text;
    }

    /** Returns a scalar; the empty text after a problem. */
    static String scalar(Node node, String key, Problems problems) {
        if (node instanceof Node.Text(var text, _, _)) return text;
        problems.add(node.origin(), key + " is " + node.phrase(), "write a text");
        return "";
    }

    /** Returns a list of texts, or one text alone. */
    Vector<String> words(String key) {
        return find(key)
                .toVector()
                .flatMap(
                        node ->
                                node instanceof Node.Items(var items, _)
                                        ? Vector.ofAll(items).flatMap(item -> text(item, key))
                                        : text(node, key).toVector());
    }

    /** Returns a list of names, or one name alone. */
    Vector<String> names(String key) {
        return find(key).toVector().flatMap(node -> names(node, key));
    }

    private Vector<String> names(Node node, String key) {
        return switch (node) {
            case Node.Text text -> Vector.of(checkedName(text.text(), text.origin()));
            case Node.Items(var items, _) ->
                    Vector.ofAll(items)
                            .flatMap(
                                    item ->
                                            text(item, key)
                                                    .map(text -> checkedName(text, item.origin())));
            case Node.Fields _, Node.Nothing _ -> {
                problems.add(node.origin(), key + " is " + node.phrase(), "write a list of names");
                yield Vector.empty();
            }
        };
    }

    /** Returns the nodes of a list. */
    Vector<Node> items(String key) {
        return find(key)
                .toVector()
                .flatMap(
                        node -> {
                            if (node instanceof Node.Items(var items, _))
                                return Vector.ofAll(items);
                            problems.add(
                                    node.origin(), key + " is " + node.phrase(), "write a list");
                            return Vector.<Node>empty();
                        });
    }

    /** Returns a whole number within bounds, if there is one. */
    Option<Integer> number(String key, int min, int max) {
        return find(key).flatMap(node -> number(node, key, min, max));
    }

    private Option<Integer> number(Node node, String key, int min, int max) {
        var number =
                node instanceof Node.Text text
                        ? Option.ofOptional(text.number(INTEGER)).map(Integer::parseInt)
                        : Option.<Integer>none();
        if (number.exists(value -> value >= min && value <= max)) return number;
        problems.add(
                node.origin(),
                key + " is " + node.phrase(),
                "write a whole number from " + min + " to " + max);
        return Option.none();
    }

    /** Returns one of these words, if there is one. */
    Option<String> choice(String key, String... words) {
        return text(key)
                .filter(
                        text -> {
                            boolean isKnown = List.of(words).contains(text);
                            if (!isKnown)
                                problems.add(
                                        place(key),
                                        key + " is '" + text + "'",
                                        suggestion(text, List.of(words)));
                            return isKnown;
                        });
    }

    /** Returns whether a truth value is true; false without one. */
    boolean isTrue(String key) {
        return find(key)
                .exists(
                        node -> {
                            if (node.isOf(Node.Kind.TRUTH))
                                return node instanceof Node.Text text
                                        && text.text().equalsIgnoreCase("true");
                            problems.add(
                                    node.origin(),
                                    key + " is " + node.phrase(),
                                    "write true or false");
                            return false;
                        });
    }
}
