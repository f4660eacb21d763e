package dev.foldline.app.config;

import dev.foldline.app.config.key.Key;
import dev.foldline.app.config.key.KeyType;
import dev.foldline.app.config.key.Keys;
import dev.foldline.app.config.source.Origin;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Every key with its value and where the value comes from, in the order of the key table. */
public record ConfigReport(List<Row> rows) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.config/1";

    public ConfigReport {
        rows = List.copyOf(rows);
    }

    /**
     * One key.
     *
     * @param value as JSON has it (a string, an Integer, a BigDecimal, a list of those); empty if
     *     there is none
     */
    public record Row(String key, Optional<Object> value, Origin origin) {}

    static ConfigReport of(Choices choices) {
        var rows = new ArrayList<Row>();
        for (var key : Keys.ALL) {
            if (!key.path().contains(Key.ANY)) {
                rows.add(row(key, choices.choice(key)));
            } else if (key.equals(Keys.AGENT_KIND)) {
                choices.agents().keySet().forEach(name -> agent(rows, choices, name));
            } else if (!isOfAgents(key)) {
                choices.names(key).forEach(name -> rows.add(row(key, choices.choice(key, name))));
            }
        }
        return new ConfigReport(rows);
    }

    private static void agent(List<Row> rows, Choices choices, String name) {
        Keys.ALL.stream()
                .filter(ConfigReport::isOfAgents)
                .forEach(
                        key ->
                                choices.choice(key, name)
                                        .ifPresent(
                                                choice -> rows.add(row(key, Optional.of(choice)))));
    }

    private static boolean isOfAgents(Key<?> key) {
        return key.path().contains(Key.ANY) && key.path().getFirst().equals("agents");
    }

    private static <T> Row row(Key<T> key, Optional<Choice> choice) {
        return choice.map(
                        made ->
                                new Row(
                                        made.path(),
                                        Optional.of(KeyType.plain(made.value())),
                                        made.origin()))
                .orElseGet(
                        () ->
                                new Row(
                                        key.dotted(),
                                        key.defaultValue().map(KeyType::plain),
                                        new Origin.Default()));
    }

    /** Where the value of a key that holds for the whole configuration comes from. */
    public Origin origin(Key<?> key) {
        return rows.stream()
                .filter(row -> row.key().equals(key.dotted()))
                .findFirst()
                .map(Row::origin)
                .orElseGet(Origin.Default::new);
    }

    /**
     * One line for each key, columns aligned; with {@code origins} the last column says where the
     * value comes from.
     */
    public String text(boolean origins) {
        int keyWidth = rows.stream().mapToInt(row -> row.key().length()).max().orElse(0);
        int valueWidth =
                rows.stream()
                        .mapToInt(row -> format(row).length())
                        .filter(width -> width <= 40)
                        .max()
                        .orElse(0);
        return rows.stream()
                .map(
                        row -> {
                            var line =
                                    padded(row.key(), keyWidth)
                                            + "  "
                                            + (origins
                                                    ? padded(format(row), valueWidth)
                                                            + "  "
                                                            + row.origin().describe()
                                                    : format(row));
                            return line.stripTrailing() + "\n";
                        })
                .collect(Collectors.joining());
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static String format(Row row) {
        return row.value().map(ConfigReport::shownValue).orElse("-");
    }

    private static String shownValue(Object value) {
        return switch (value) {
            case List<?> list ->
                    list.stream()
                            .map(item -> shownValue(item))
                            .collect(Collectors.joining(", ", "[", "]"));
            default -> value.toString().replace("\n", "\\n");
        };
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
        var document = new LinkedHashMap<String, Object>();
        document.put("schema", SCHEMA);
        document.put("values", rows.stream().map(ConfigReport::fields).toList());
        return document;
    }

    private static Map<String, Object> fields(Row row) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("key", row.key());
        fields.put("value", row.value());
        fields.put("origin", row.origin().describe());
        return fields;
    }
}
