package dev.foldline.effects.json;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON as a tree, for the rare text that must be inspected before it is decoded. */
final class JsonTrees {
    private static final JsonMapper MAPPER = new JsonMapper();

    private JsonTrees() {}

    /** Reads an object after the parser has reached its first name; more text may follow. */
    static ObjectNode rest(JsonParser json) {
        return object(
                MAPPER.reader()
                        .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                        .readTree(json));
    }

    static ObjectNode of(byte[] json, int offset, int length) {
        return object(MAPPER.readTree(json, offset, length));
    }

    private static ObjectNode object(JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            return object;
        }
        throw new DecodeException("expected an object");
    }
}
