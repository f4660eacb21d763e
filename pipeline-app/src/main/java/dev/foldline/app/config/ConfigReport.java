package dev.foldline.app.config;

import dev.foldline.app.config.key.JsonObject;
import dev.foldline.app.config.key.Key;
import dev.foldline.app.config.source.Origin;

import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every key with its value and where the value comes from, in the order of the key table. */
public record ConfigReport(List<Row> rows) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.config/1";

    private static final int WIDTH_MAX = 40;

    public ConfigReport {
        rows = List.copyOf(rows);
    }

    /**
     * One key.
     *
     * @param value as JSON has it; empty if there is none
     */
    public record Row(String key, Optional<Object> value, Origin origin) {
        /** The value in words. */
        String text() {
            return value.map(Row::flow).orElse("-");
        }

        /** A value as a file would have it on one line. */
        private static String flow(Object value) {
            return switch (value) {
                case List<?> items ->
                        items.stream().map(Row::flow).collect(Collectors.joining(", ", "[", "]"));
                case Map<?, ?> fields ->
                        fields.entrySet().stream()
                                .map(each -> each.getKey() + ": " + flow(each.getValue()))
                                .collect(Collectors.joining(", ", "{", "}"));
                default -> value.toString();
            };
        }

        /** The value on one line. */
        String line() {
            return text().replace("\n", "\\n");
        }
    }

    static ConfigReport of(Choices choices) {
        return new ConfigReport(
                Settings.KEYS.keys().stream().flatMap(key -> rows(key, choices)).toList());
    }

    private static Stream<Row> rows(Key key, Choices choices) {
        if (!key.isBelowName()) {
            var unset = new Row(key.dotted(), key.defaultValue(), new Origin.Default());
            return Stream.of(choices.choice(key.dotted()).map(ConfigReport::row).orElse(unset));
        }
        // The first key of a group shows the whole group, name by name.
        var group = key.path().subList(0, key.path().indexOf(Key.ANY));
        var keys = Settings.KEYS.startingWith(group).stream().filter(Key::isBelowName).toList();
        if (!key.equals(keys.getFirst())) return Stream.empty();
        return choices.names(String.join(".", group)).stream()
                .flatMap(name -> keys.stream().map(each -> choices.choice(each.dotted(name))))
                .flatMap(Optional::stream)
                .filter(choice -> choice.key().isBelowName())
                .map(ConfigReport::row);
    }

    private static Row row(Choice choice) {
        return new Row(choice.path(), Optional.of(choice.value()), choice.origin());
    }

    /** Where the value of a key that holds for the whole configuration comes from. */
    public Origin origin(String key) {
        return rows.stream()
                .filter(row -> row.key().equals(key))
                .findFirst()
                .orElseThrow()
                .origin();
    }

    /**
     * One line for each key, columns aligned; with {@code origins} the last column says where the
     * value comes from.
     */
    public String text(boolean origins) {
        var line = "%-" + width(Row::key) + "s  %-" + width(Row::line) + "s  %s";
        return rows.stream()
                .map(
                        row ->
                                line.formatted(
                                        row.key(),
                                        row.line(),
                                        origins ? row.origin().describe() : ""))
                .map(text -> text.stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    /** The width of the widest text of a column that is not too wide. */
    private int width(Function<Row, String> column) {
        return rows.stream()
                .map(column)
                .mapToInt(String::length)
                .filter(width -> width <= WIDTH_MAX)
                .max()
                .orElse(1);
    }

    /**
     * One JSON document: {@code {"schema", "values": [{"key", "value", "origin"}]}}; a key without
     * a value has null.
     */
    public String json() {
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(document());
    }

    /** The same as a value. */
    public Map<String, Object> document() {
        var values =
                rows.stream()
                        .map(
                                row ->
                                        JsonObject.of(
                                                "key", row.key(),
                                                "value", row.value(),
                                                "origin", row.origin().describe()))
                        .toList();
        return JsonObject.of("schema", SCHEMA, "values", values);
    }
}
