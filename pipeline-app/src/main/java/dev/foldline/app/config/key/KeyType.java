package dev.foldline.app.config.key;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Node.Kind;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What may be written for a key: how it is read, and what it is in words and as JSON Schema. Values
 * are those of JSON: a string, an Integer, a Boolean, a BigDecimal, or a list.
 */
public sealed interface KeyType
        permits KeyType.Scalar, KeyType.Line, KeyType.Items, CheckKeys.Entry, CheckKeys.Explained {
    /** What is admitted, completing "write ...". */
    String phrase();

    /** The same as JSON Schema. */
    Map<String, Object> schema();

    /**
     * The value in {@code node}; empty if something is wrong with it, and everything that is wrong
     * is reported.
     */
    Optional<Object> read(String key, Node node, Problems problems);

    /** The text of a variable or a flag as a node. */
    default Node node(String text, Origin origin) {
        return new Node.Text(text, Kind.UNTYPED, origin);
    }

    /** Returns a node of a file as it is read: a single word may be written for a list of words. */
    default Node listed(Node node) {
        return node;
    }

    /** What is different in all entries of a list, if there is something. */
    default Optional<Node.Text> distinction(Node node) {
        return Optional.empty();
    }

    /** Whether a list may be written. */
    default boolean admitsList() {
        return false;
    }

    private Optional<Object> wrong(String key, Node node, Problems problems) {
        problems.add(node.origin(), key + " is " + node.phrase(), "write " + phrase());
        return Optional.empty();
    }

    /**
     * A value that is one word in the file.
     *
     * @param isWord whether it is text, which must not look like a number or a boolean
     * @param parser gives the value, if the text is of this type and within its bounds
     */
    record Scalar(
            String phrase,
            Map<String, Object> schema,
            boolean isWord,
            Function<Node.Text, Optional<?>> parser)
            implements KeyType {
        private static final int LENGTH_MAX = 10_000;
        private static final Pattern BOOL = Pattern.compile("true|True|TRUE|false|False|FALSE");
        private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,9}");
        private static final Pattern MONEY = Pattern.compile("[-+]?[0-9]{1,9}(\\.[0-9]{1,2})?");

        /** One word or phrase of a given form. */
        static Scalar word(String what, String form) {
            var pattern = Pattern.compile(form);
            return new Scalar(
                    what,
                    JsonObject.of("type", "string", "pattern", "^(" + form + ")$"),
                    true,
                    text ->
                            Optional.of(text.text())
                                    .filter(each -> each.length() <= LENGTH_MAX)
                                    .filter(each -> each.indexOf('\0') < 0)
                                    .filter(each -> pattern.matcher(each).matches()));
        }

        /** One of {@code options}, which are plain words. */
        static Scalar choice(List<String> options) {
            return word("one of " + String.join(", ", options), String.join("|", options));
        }

        /** {@code true} or {@code false}. */
        static Scalar bool() {
            return new Scalar(
                    "true or false",
                    JsonObject.of("type", "boolean"),
                    false,
                    text ->
                            text.isOf(Kind.TRUTH, Kind.UNTYPED)
                                            && BOOL.matcher(text.text()).matches()
                                    ? Optional.of(Boolean.parseBoolean(text.text()))
                                    : Optional.empty());
        }

        /** A whole number, both bounds included. */
        static Scalar whole(int min, int max) {
            return new Scalar(
                    "a whole number from " + min + " to " + max,
                    JsonObject.of("type", "integer", "minimum", min, "maximum", max),
                    false,
                    text -> text.number(WHOLE).map(Integer::valueOf).filter(within(min, max)));
        }

        /** US dollars with at most two decimals, both bounds included. */
        static Scalar money(BigDecimal min, BigDecimal max) {
            return new Scalar(
                    "an amount in US dollars from " + min + " to " + max,
                    JsonObject.of("type", "number", "minimum", min, "maximum", max),
                    false,
                    text -> text.number(MONEY).map(BigDecimal::new).filter(within(min, max)));
        }

        /** A duration in the form of {@link DurationText}, both bounds included. */
        static Scalar duration(Duration min, Duration max) {
            return new Scalar(
                    "a duration from %s to %s, as in 90s or 1h30m"
                            .formatted(DurationText.write(min), DurationText.write(max)),
                    JsonObject.of("type", "string", "pattern", DurationText.FORM),
                    false,
                    text ->
                            DurationText.parse(text.text())
                                    .filter(within(min, max))
                                    .map(DurationText::write));
        }

        private static <T extends Comparable<T>> Predicate<T> within(T min, T max) {
            return value -> min.compareTo(value) <= 0 && value.compareTo(max) <= 0;
        }

        @Override
        public Optional<Node.Text> distinction(Node node) {
            return node instanceof Node.Text text ? Optional.of(text) : Optional.empty();
        }

        @Override
        public Optional<Object> read(String key, Node node, Problems problems) {
            if (isWord && node.isOf(Kind.NUMBER, Kind.TRUTH)) {
                problems.add(
                        node.origin(),
                        key + " is " + node.phrase() + ", not text",
                        "put it in quotes, or write " + phrase);
                return Optional.empty();
            }
            var value = node instanceof Node.Text text ? parser.apply(text) : Optional.empty();
            return value.isPresent()
                    ? Optional.of(value.get())
                    : KeyType.super.wrong(key, node, problems);
        }
    }

    /** One command: a line for the shell, or a program and its arguments. */
    record Line() implements KeyType {
        private static final Items ARGUMENTS = new Items(Form.ARGUMENT.type(), 1, 1_000);

        @Override
        public String phrase() {
            return "a shell line or a list of arguments";
        }

        @Override
        public Map<String, Object> schema() {
            var line = JsonObject.of("type", "string", "pattern", "\\S");
            var word = JsonObject.of("type", "string");
            var arguments = JsonObject.of("type", "array", "items", word, "minItems", 1);
            return JsonObject.of("oneOf", List.of(line, arguments));
        }

        @Override
        public boolean admitsList() {
            return true;
        }

        @Override
        public Optional<Object> read(String key, Node node, Problems problems) {
            return switch (node) {
                case Node.Text text -> Form.LINE.type().read(key, text, problems);
                case Node.Items(var items, _) when isProgram(key, node, items, problems) ->
                        ARGUMENTS.all("an argument of " + key, items, problems);
                case Node.Items _ -> Optional.empty();
                case Node.Fields _, Node.Nothing _ -> KeyType.super.wrong(key, node, problems);
            };
        }

        private static boolean isProgram(
                String key, Node list, List<Node> items, Problems problems) {
            if (items.isEmpty() || items.size() > ARGUMENTS.max()) {
                var what = key + " has " + items.size() + " arguments";
                problems.add(list.origin(), what, "write the program and its arguments");
                return false;
            }
            if (!(items.getFirst() instanceof Node.Text(var program, _, var origin))
                    || !program.isBlank()) return true;
            var remedy = "write the program first, then its arguments";
            problems.add(origin, key + " names no program", remedy);
            return false;
        }
    }

    /** A list of {@code min} to {@code max} entries; words are distinct. */
    record Items(KeyType each, int min, int max) implements KeyType {
        @Override
        public String phrase() {
            return (isOfWords() ? "a list" : "a list of commands")
                    + (min == 0 ? ", each " : " of at least " + min + ", each ")
                    + each.phrase();
        }

        @Override
        public Map<String, Object> schema() {
            var schema = JsonObject.of("type", "array", "items", each.schema());
            if (isOfWords()) schema.put("minItems", min);
            schema.put("maxItems", max);
            if (!isOfWords()) return schema;
            schema.put("uniqueItems", true);
            return JsonObject.of("oneOf", List.of(each.schema(), schema));
        }

        @Override
        public Node listed(Node node) {
            return node instanceof Node.Text(_, _, var origin) && isOfWords()
                    ? new Node.Items(List.of(node), origin)
                    : node;
        }

        @Override
        public boolean admitsList() {
            return true;
        }

        /** Words are separated by commas; a command is taken whole, commas included. */
        @Override
        public Node node(String text, Origin origin) {
            var parts =
                    isOfWords()
                            ? Stream.of(text.split(",", -1)).map(String::strip)
                            : Stream.of(text);
            return new Node.Items(parts.map(part -> each.node(part, origin)).toList(), origin);
        }

        @Override
        public Optional<Object> read(String key, Node node, Problems problems) {
            if (!(node instanceof Node.Items(var items, var origin)))
                return KeyType.super.wrong(key, node, problems);
            if (items.size() < min || items.size() > max) {
                problems.add(
                        origin,
                        key + " has " + items.size() + " entries",
                        isOfWords() ? "write " + min + " to " + max : "write at most " + max);
                return Optional.empty();
            }
            boolean repeats = repeats(key, items, problems);
            return all("an entry of " + key, items, problems).filter(_ -> !repeats);
        }

        private boolean isOfWords() {
            return each instanceof Scalar;
        }

        private boolean repeats(String key, List<Node> items, Problems problems) {
            var seen = new HashSet<String>();
            boolean repeats = false;
            for (var item : items) {
                var text = each.distinction(item);
                if (text.isEmpty() || seen.add(text.get().text())) continue;
                problems.add(
                        text.get().origin(),
                        key + " has " + text.get().phrase() + " twice",
                        isOfWords() ? "keep one" : "write another one");
                repeats = true;
            }
            return repeats;
        }

        private Optional<Object> all(String key, List<Node> items, Problems problems) {
            var values = new ArrayList<Object>();
            items.forEach(item -> each.read(key, item, problems).ifPresent(values::add));
            return values.size() == items.size()
                    ? Optional.of(List.copyOf(values))
                    : Optional.empty();
        }
    }
}
