package dev.foldline.effects.artifact;

import dev.foldline.core.projection.tdd.Json;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** JSON as agents write it, as values of the core: each number with the digits it has. */
public final class JsonValues {
    private JsonValues() {}

    /** A JSON value, or why it is none. */
    public static Either<String, Json> read(byte[] content) {
        return switch (ArtifactJson.exactly(content)) {
            case ArtifactJson.Read.NotJson(var why) -> Either.left(why);
            case ArtifactJson.Read.Tree(var node)   -> Either.right(json(node));
        };
    }

    /** A JSON value, if it is one. */
    public static Option<Json> read(String text) { return read(text.getBytes(StandardCharsets.UTF_8)).toOption(); }

    private static Json json(JsonNode node) {
        if (node.isObject()) {
            var fields = LinkedHashMap.<String, Json>empty();
            for (var each : node.properties()) fields = fields.put(each.getKey(), json(each.getValue()));
            return new Json.Obj(fields);
        }
        if (node.isArray()) {
            var elements = Vector.<Json>empty();
            for (JsonNode each : node) elements = elements.append(json(each));
            return new Json.Arr(elements);
        }
        return node.isString() ? new Json.Text(node.stringValue()) : new Json.Bare(node.toString());
    }
}
