package dev.foldline.app.config;

import dev.foldline.app.config.key.Form.Kinds;
import dev.foldline.app.config.key.JsonObject;
import dev.foldline.app.config.key.Key;
import dev.foldline.effects.agent.cli.Adapters;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The JSON Schema (2020-12) of {@code foldline.yaml}, for editors that complete and check it. */
public final class ConfigSchema {
    private static final List<String> AGENTS = List.of("agents");
    private static final int AGENT_DEPTH = 2;
    private static final List<String> GROUP_OR_NOTHING = List.of("object", "null");

    private static final String NAME = "^[A-Za-z][A-Za-z0-9_-]{0,63}$";

    private ConfigSchema() {}

    /** The schema as one JSON document, the same text for the same key table. */
    public static String json() {
        var root =
                JsonObject.of(
                        "$schema", "https://json-schema.org/draft/2020-12/schema",
                        "$id", "urn:foldline:schema:config:1",
                        "title", "foldline.yaml");
        root.putAll(group(List.of()));
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }

    private static Map<String, Object> group(List<String> path) {
        var properties = JsonObject.of();
        for (var key : Settings.KEYS.startingWith(path)) {
            var child = key.path().subList(0, path.size() + 1);
            properties.computeIfAbsent(
                    child.getLast(), _ -> key.path().equals(child) ? leaf(key) : group(child));
        }
        var each = properties.remove(Key.ANY);
        if (each != null)
            return path.equals(AGENTS)
                    ? agents(each)
                    : properties.isEmpty()
                            ? names("additionalProperties", each)
                            : names("properties", properties, "additionalProperties", each);
        var group =
                JsonObject.of(
                        "type",
                        path.contains(Key.ANY) ? "object" : GROUP_OR_NOTHING,
                        "properties",
                        properties,
                        "additionalProperties",
                        false);
        if (path.size() == AGENT_DEPTH && path.getFirst().equals("agents"))
            group.put("allOf", Kinds.ALL.stream().map(ConfigSchema::forKind).toList());
        return group;
    }

    /** A group whose names the user chooses. */
    private static Map<String, Object> names(Object... namesAndValues) {
        var group =
                JsonObject.of("type", GROUP_OR_NOTHING, "propertyNames", Map.of("pattern", NAME));
        group.putAll(JsonObject.of(namesAndValues));
        return group;
    }

    /** An agent named after a kind is of that kind; all others must have a kind. */
    private static Map<String, Object> agents(Object each) {
        var builtIn = JsonObject.of();
        Adapters.ALL.forEach(adapter -> builtIn.put(adapter.name(), each));
        var other = List.of(each, JsonObject.of("required", List.of("kind")));
        return names("properties", builtIn, "additionalProperties", JsonObject.of("allOf", other));
    }

    private static Map<String, Object> forKind(String kind) {
        var refused = JsonObject.of();
        var needed = new ArrayList<String>();
        for (var key : Settings.KEYS.startingWith(AGENTS)) {
            if (!key.isOf(kind)) refused.put(key.path().get(AGENT_DEPTH), false);
            if (key.neededBy().contains(kind)) needed.add(key.name());
        }
        var rules = JsonObject.of("properties", refused);
        if (!needed.isEmpty()) rules.put("required", needed);
        return JsonObject.of(
                "if",
                JsonObject.of(
                        "required", List.of("kind"),
                        "properties", Map.of("kind", Map.of("const", kind))),
                "then",
                rules);
    }

    private static Map<String, Object> leaf(Key key) {
        var leaf = JsonObject.of("description", key.doc());
        leaf.putAll(key.type().schema());
        key.defaultValue().ifPresent(value -> leaf.put("default", value));
        return leaf;
    }
}
