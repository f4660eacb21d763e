package dev.foldline.app.config.key;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Problems;
import dev.foldline.effects.report.JUnitReports;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The keys of a check that is written as a mapping, here and in a workflow file. */
public final class CheckKeys {
    private CheckKeys() {}

    static final String NAME = "name";
    static final String RUN = "run";
    static final String REPORT = "report";
    static final String FAILURES = "failures";
    static final String RERUN = "rerun";
    static final String KNOWN_FAILURES = "known_failures";

    private static final int PATTERN_LENGTH_MAX = 1_000;

    /** Those that say how its result is read. */
    private static final Map<String, KeyType> FORM =
            inOrder(
                    Map.entry(
                            REPORT,
                            new Explained(
                                    KeyType.Scalar.word(
                                            "a pattern of report files below the root, as in"
                                                    + " **/TEST-*.xml",
                                            "(?s).*\\S.*"),
                                    glob -> JUnitReports.problemOf(glob).toJavaOptional())),
                    Map.entry(
                            FAILURES,
                            new Explained(
                                    KeyType.Scalar.word(
                                            "a regular expression of at most "
                                                    + PATTERN_LENGTH_MAX
                                                    + " characters, as in '^FAILED (\\S+)'",
                                            "(?s).{1," + PATTERN_LENGTH_MAX + "}"),
                                    CheckKeys::problemOfPattern)),
                    Map.entry(RERUN, KeyType.Scalar.whole(0, 1)),
                    Map.entry(
                            KNOWN_FAILURES,
                            KeyType.Scalar.choice(
                                    ComponentType.labels(ConfiguredForm.KnownFailures.class))));

    private static final Map<String, KeyType> ALL = all();

    /** Returns the names of the keys that say how a result is read. */
    public static List<String> ofForm() {
        return List.copyOf(FORM.keySet());
    }

    /**
     * Reads how the result of a check is read; other keys are passed over.
     *
     * @param check the check, as messages call it
     */
    public static ConfiguredForm form(String check, Node.Fields fields, Problems problems) {
        return ConfiguredForm.of(values(check, fields, FORM, problems));
    }

    /** One entry: a command, or a mapping. */
    record Entry() implements KeyType {
        private static final Line LINE = new Line();

        @Override
        public String phrase() {
            return "a shell line, a list of arguments, or a mapping of "
                    + String.join(", ", ALL.keySet());
        }

        @Override
        public Map<String, Object> schema() {
            var properties = JsonObject.of();
            ALL.forEach((name, type) -> properties.put(name, type.schema()));
            var mapping =
                    JsonObject.of(
                            "type",
                            "object",
                            "required",
                            List.of(RUN),
                            "properties",
                            properties,
                            "additionalProperties",
                            false,
                            "not",
                            JsonObject.of("required", List.of(REPORT, FAILURES)));
            return JsonObject.of("oneOf", List.of(LINE.schema(), mapping));
        }

        @Override
        public boolean admitsList() {
            return true;
        }

        @Override
        public Optional<Node.Text> distinction(Node node) {
            return node instanceof Node.Fields fields
                    ? value(fields, NAME)
                            .filter(Node.Text.class::isInstance)
                            .map(Node.Text.class::cast)
                    : Optional.empty();
        }

        @Override
        public Optional<Object> read(String key, Node node, Problems problems) {
            return switch (node) {
                case Node.Text _, Node.Items _ -> LINE.read(key, node, problems);
                case Node.Fields fields -> mapping(key, fields, problems);
                case Node.Nothing _ -> {
                    problems.add(node.origin(), key + " is " + node.phrase(), "write " + phrase());
                    yield Optional.empty();
                }
            };
        }

        private static Optional<Object> mapping(String key, Node.Fields fields, Problems problems) {
            for (var field : fields.fields()) {
                var name = field.name().text();
                if (ALL.containsKey(name)) continue;
                problems.add(
                        field.name().origin(),
                        "unknown key '" + name + "' in " + key,
                        SpellingSuggestion.to(name, ALL.keySet())
                                .map(near -> "did you mean '" + near + "'?")
                                .orElse("use one of: " + String.join(", ", ALL.keySet())));
            }
            if (value(fields, RUN).isEmpty())
                problems.add(
                        fields.origin(), "run is missing in " + key, "write run: a shell line");
            var values = values(key, fields, ALL, problems);
            return values.containsKey(RUN) ? Optional.of(values) : Optional.empty();
        }
    }

    private static Map<String, Object> values(
            String check, Node.Fields fields, Map<String, KeyType> keys, Problems problems) {
        var values = JsonObject.of();
        keys.forEach(
                (name, type) ->
                        value(fields, name)
                                .flatMap(node -> type.read(name + " of " + check, node, problems))
                                .ifPresent(value -> values.put(name, value)));
        var failures = value(fields, FAILURES);
        if (value(fields, REPORT).isPresent() && failures.isPresent())
            problems.add(
                    failures.get().origin(),
                    "report and failures of " + check + " both say where failed tests are named",
                    "keep one of them");
        return values;
    }

    private static Optional<Node> value(Node.Fields fields, String name) {
        return fields.fields().stream()
                .filter(field -> field.name().text().equals(name))
                .map(Node.Field::value)
                .findFirst();
    }

    /** A text for which a problem has words of its own. */
    record Explained(KeyType.Scalar text, Function<String, Optional<String>> problem)
            implements KeyType {
        @Override
        public String phrase() {
            return text.phrase();
        }

        @Override
        public Map<String, Object> schema() {
            return text.schema();
        }

        @Override
        public Optional<Object> read(String key, Node node, Problems problems) {
            var read = text.read(key, node, problems);
            var why = read.map(String.class::cast).flatMap(problem);
            why.ifPresent(
                    reason ->
                            problems.add(node.origin(), key + ": " + reason, "write " + phrase()));
            return why.isPresent() ? Optional.empty() : read;
        }
    }

    private static Optional<String> problemOfPattern(String pattern) {
        try {
            Pattern.compile(pattern);
            return Optional.empty();
        } catch (PatternSyntaxException invalid) {
            return Optional.of(
                    invalid.getDescription()
                            + (invalid.getIndex() < 0
                                    ? ""
                                    : " at character " + (invalid.getIndex() + 1)));
        }
    }

    private static Map<String, KeyType> all() {
        var all = new LinkedHashMap<String, KeyType>();
        all.put(
                NAME,
                KeyType.Scalar.word(
                        "a name on one line, of at most 100 characters",
                        "(?!\\s)[^\\r\\n]{1,100}(?<!\\s)"));
        all.put(RUN, new KeyType.Line());
        all.putAll(FORM);
        return all;
    }

    @SafeVarargs
    private static Map<String, KeyType> inOrder(Map.Entry<String, KeyType>... keys) {
        var map = new LinkedHashMap<String, KeyType>();
        for (var key : keys) map.put(key.getKey(), key.getValue());
        return map;
    }
}
