package dev.foldline.app.config;

import dev.foldline.app.config.key.JsonObject;
import dev.foldline.app.config.key.Key;
import dev.foldline.app.config.source.Origin;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

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
            return value.map(Object::toString).orElse("-");
        }

        /** The value on one line. */
        String line() {
            return text().replace("\n", "\\n");
        }
    }

    static ConfigReport of(Choices choices) {
        var rows = new ArrayList<Row>();
        for (var key : Settings.KEYS.keys()) {
            if (!key.isBelowName()) {
                rows.add(
                        choices.choice(key.dotted())
                                .map(ConfigReport::row)
                                .orElseGet(
                                        () ->
                                                new Row(
                                                        key.dotted(),
                                                        key.defaultValue(),
                                                        new Origin.Default())));
            } else {
                // The first key of a group shows the whole group, name by name.
                var group = key.path().subList(0, key.path().indexOf(Key.ANY));
                var keys =
                        Settings.KEYS.startingWith(group).stream()
                                .filter(Key::isBelowName)
                                .toList();
                if (!key.equals(keys.getFirst())) continue;
                for (var name : choices.names(String.join(".", group)))
                    keys.forEach(
                            each ->
                                    choices.choice(each.dotted(name))
                                            .map(ConfigReport::row)
                                            .ifPresent(rows::add));
            }
        }
        return new ConfigReport(rows);
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
        int keyWidth = rows.stream().mapToInt(row -> row.key().length()).max().orElse(0);
        int valueWidth =
                rows.stream()
                        .mapToInt(row -> row.line().length())
                        .filter(width -> width <= WIDTH_MAX)
                        .max()
                        .orElse(0);
        return rows.stream()
                .map(
                        row -> {
                            var line =
                                    padded(row.key(), keyWidth)
                                            + "  "
                                            + padded(row.line(), valueWidth);
                            return (origins ? line + "  " + row.origin().describe() : line)
                                            .stripTrailing()
                                    + "\n";
                        })
                .collect(Collectors.joining());
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
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
