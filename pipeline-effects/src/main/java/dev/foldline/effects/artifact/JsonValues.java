package dev.foldline.effects.artifact;

import dev.foldline.core.projection.JsonValue;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;

/** Converts agents' JSON to values of the core: each number keeps its digits. */
public final class JsonValues {
    private JsonValues() {}

    /** Returns a JSON value, or why the content is not one. */
    public static Either<String, JsonValue> read(byte[] content) {
        return switch (ArtifactJson.exactly(content)) {
            case ArtifactJson.Read.NotJson(var why) -> Either.left(why);
            case ArtifactJson.Read.Tree(var node) -> Either.right(json(node));
        };
    }

    /** Returns a JSON value, if the text is one. */
    public static Option<JsonValue> read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8)).toOption();
    }

    private static JsonValue json(JsonNode node) {
        if (node.isObject()) {
            var fields = LinkedHashMap.<String, JsonValue>empty();
            for (var each : node.properties())
                fields = fields.put(each.getKey(), json(each.getValue()));
            return new JsonValue.Obj(fields);
        }
        if (node.isArray()) {
            var elements = Vector.<JsonValue>empty();
            for (JsonNode each : node) elements = elements.append(json(each));
            return new JsonValue.Arr(elements);
        }
        return node.isString()
                ? new JsonValue.Text(node.stringValue())
                : new JsonValue.Bare(node.toString());
    }
}
