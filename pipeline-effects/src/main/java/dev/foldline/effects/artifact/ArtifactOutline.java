package dev.foldline.effects.artifact;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;

/**
 * Formats an artifact as indented lines: one field per line, and a dash before each item of a list.
 */
public final class ArtifactOutline {
    private static final String INDENT = "  ";

    private final List<String> lines = new ArrayList<>();

    private ArtifactOutline() {}

    /** Returns the lines of a JSON text, or a text that is not valid JSON unchanged. */
    public static List<String> of(String json) {
        var outline = new ArtifactOutline();
        try {
            outline.value(JsonMapper.shared().readTree(json), 0);
            return outline.lines;
        } catch (JacksonException cut) {
            return json.lines().toList();
        }
    }

    private void value(JsonNode node, int depth) {
        if (node.isObject())
            node.properties().forEach(field -> field(field.getKey(), field.getValue(), depth));
        else if (node.isArray()) node.forEach(item -> item(item, depth));
        else node.asString("").lines().forEach(line -> add(depth, line));
    }

    private void field(String name, JsonNode value, int depth) {
        if (value.isValueNode() && value.asString("").lines().count() <= 1)
            add(depth, name + ": " + value.asString(""));
        else {
            add(depth, name + ":");
            value(value, depth + 1);
        }
    }

    /** The dash precedes the item's first line. */
    private void item(JsonNode item, int depth) {
        int from = lines.size();
        value(item, depth + 1);
        if (lines.size() > from)
            lines.set(from, INDENT.repeat(depth) + "- " + lines.get(from).strip());
    }

    private void add(int depth, String line) {
        lines.add(INDENT.repeat(depth) + line);
    }
}
