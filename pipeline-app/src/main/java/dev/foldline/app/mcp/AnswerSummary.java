package dev.foldline.app.mcp;

import dev.foldline.effects.redact.ControlCharacters;

import io.vavr.collection.Vector;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.Map;

/**
 * A line about a document that is the structured content of an answer: the values that it has at
 * its top level.
 *
 * @param title of the tool
 */
record AnswerSummary(String title) {
    private static final int VALUE_MAX = 80;
    private static final int VALUES_MAX = 8;

    /**
     * For example {@code Run status: ok true, exit 0, reason completed (see structuredContent)}.
     */
    String of(String json) {
        return Vector.ofAll(JsonMapper.shared().readTree(json).properties())
                .filter(AnswerSummary::isShown)
                .take(VALUES_MAX)
                .map(each -> each.getKey() + " " + shortened(each.getValue().asString()))
                .mkString(title + ": ", ", ", " (see structuredContent)");
    }

    private static boolean isShown(Map.Entry<String, JsonNode> field) {
        var value = field.getValue();
        if (field.getKey().equals("schema")) return false;
        return value.isValueNode() && !value.isNull() && !value.asString().isEmpty();
    }

    private static String shortened(String value) {
        var line = ControlCharacters.escape(value.lines().findFirst().orElse(""));
        return line.length() <= VALUE_MAX ? line : line.substring(0, VALUE_MAX) + "...";
    }
}
