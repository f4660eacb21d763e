package dev.foldline.app.config;

import dev.foldline.app.config.key.DurationText;
import dev.foldline.app.config.key.Key;
import dev.foldline.app.config.key.KeyType;
import dev.foldline.app.config.key.Keys;
import dev.foldline.app.config.key.KeyTypes;
import dev.foldline.effects.agent.cli.Adapters;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON Schema (2020-12) of {@code foldline.yaml}, for editors that complete and check it. */
public final class ConfigSchema {
    private static final List<String> GROUP_OR_NOTHING = List.of("object", "null");

    private static final String NAME = "^[A-Za-z][A-Za-z0-9_-]{0,63}$";

    private ConfigSchema() {}

    /** The schema as one JSON document, the same text for the same key table. */
    public static String json() {
        var root = new LinkedHashMap<String, Object>();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("$id", "urn:foldline:schema:config:1");
        root.put("title", "foldline.yaml");
        root.putAll(group(List.of()));
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }

    private static Map<String, Object> group(List<String> path) {
        var properties = new LinkedHashMap<String, Object>();
        var below =
                Keys.ALL.stream()
                        .filter(
                                key ->
                                        key.path().size() > path.size()
                                                && key.path().subList(0, path.size()).equals(path))
                        .toList();
        below.stream()
                .map(key -> key.path().get(path.size()))
                .distinct()
                .forEach(
                        name -> {
                            var child = new ArrayList<>(path);
                            child.add(name);
                            properties.put(
                                    name,
                                    below.stream()
                                            .filter(key -> key.path().equals(child))
                                            .findFirst()
                                            .map(ConfigSchema::leaf)
                                            .orElseGet(() -> group(child)));
                        });
        if (!properties.containsKey(Key.ANY)) return fixedNames(properties, path);
        return path.getFirst().equals("agents")
                ? agents(properties.get(Key.ANY))
                : ordered(
                        "type",
                        GROUP_OR_NOTHING,
                        "propertyNames",
                        Map.of("pattern", NAME),
                        "additionalProperties",
                        properties.get(Key.ANY));
    }

    private static Map<String, Object> agents(Object each) {
        // An agent named after a kind is of that kind unless it says otherwise; of all others the
        // kind must be said.
        var builtIn = new LinkedHashMap<String, Object>();
        Adapters.ALL.forEach(adapter -> builtIn.put(adapter.name(), each));
        return ordered(
                "type",
                GROUP_OR_NOTHING,
                "propertyNames",
                Map.of("pattern", NAME),
                "properties",
                builtIn,
                "additionalProperties",
                ordered("allOf", List.of(each, ordered("required", List.of("kind")))));
    }

    private static Map<String, Object> fixedNames(
            Map<String, Object> properties, List<String> path) {
        var group =
                ordered(
                        "type",
                        path.contains(Key.ANY) ? "object" : GROUP_OR_NOTHING,
                        "properties",
                        properties,
                        "additionalProperties",
                        false);
        if (path.contains(Key.ANY) && path.getFirst().equals("agents")) {
            group.put("allOf", KeyTypes.KINDS.stream().map(ConfigSchema::forKind).toList());
        }
        return group;
    }

    private static Map<String, Object> forKind(String kind) {
        var refused = new LinkedHashMap<String, Object>();
        Keys.foreignTo(kind).forEach(key -> refused.put(key.path().getLast(), false));
        var then = ordered("properties", refused);
        if (kind.equals("command")) then.put("required", List.of("run"));
        if (kind.equals("scripted")) then.put("required", List.of("script"));
        return ordered(
                "if",
                ordered(
                        "required",
                        List.of("kind"),
                        "properties",
                        Map.of("kind", Map.of("const", kind))),
                "then",
                then);
    }

    private static Map<String, Object> leaf(Key<?> key) {
        var leaf = ordered("description", key.doc());
        leaf.putAll(type(key.type()));
        key.defaultValue().ifPresent(value -> leaf.put("default", KeyType.plain(value)));
        return leaf;
    }

    private static Map<String, Object> type(KeyType<?> type) {
        return switch (type) {
            case KeyType.Word(_, var form) ->
                    ordered("type", "string", "pattern", "^(" + form.pattern() + ")$");
            case KeyType.Whole(var min, var max) ->
                    ordered("type", "integer", "minimum", min, "maximum", max);
            case KeyType.Bool _ -> ordered("type", "boolean");
            case KeyType.Money(var min, var max) ->
                    ordered("type", "number", "minimum", min, "maximum", max);
            case KeyType.Span _ -> ordered("type", "string", "pattern", DurationText.FORM);
            case KeyType.Words(var each, var min, var max) ->
                    ordered(
                            "type",
                            "array",
                            "items",
                            type(each),
                            "minItems",
                            min,
                            "maxItems",
                            max,
                            "uniqueItems",
                            true);
            case KeyType.Line _ -> command();
            case KeyType.Lines(var max) ->
                    ordered("type", "array", "items", command(), "maxItems", max);
        };
    }

    private static Map<String, Object> command() {
        return ordered(
                "oneOf",
                List.of(
                        ordered("type", "string", "pattern", "\\S"),
                        ordered(
                                "type",
                                "array",
                                "items",
                                ordered("type", "string"),
                                "minItems",
                                1)));
    }

    private static Map<String, Object> ordered(Object... namesAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
