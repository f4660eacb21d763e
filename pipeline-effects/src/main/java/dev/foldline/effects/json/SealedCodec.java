package dev.foldline.effects.json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.node.ObjectNode;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A sealed type: each value is written as its case, and read by the type it starts with. */
final class SealedCodec implements Codec<Object> {
    private final Map<String, Class<?>> cases;

    SealedCodec(Class<?> sealed) {
        this.cases = new HashMap<>(WireNames.cases(sealed));
    }

    @Override
    public void write(Object value, JsonGenerator json) {
        Codecs.ofAny(value.getClass()).write(value, json);
    }

    @Override
    public Object withTexts(Object value, UnaryOperator<String> change) {
        return Codecs.ofAny(value.getClass()).withTexts(value, change);
    }

    @Override
    public Object read(JsonParser json) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw DecodeException.expected("an object", json);
        }
        String first = json.nextName();
        if (WireNames.TYPE.equals(first)) {
            return named(type(json)).readComponents(json);
        }
        return first == null ? named("") : readUnordered(JsonTrees.rest(json));
    }

    private static String type(JsonParser json) {
        try {
            json.nextToken();
            return ScalarCodec.TEXT.read(json);
        } catch (RuntimeException malformed) {
            throw DecodeException.of(malformed).within(WireNames.TYPE);
        }
    }

    /** The object was written by another program: the type is moved to the front. */
    private Object readUnordered(ObjectNode tree) {
        try (JsonParser json = tree.traverse(ObjectReadContext.empty())) {
            json.nextToken();
            return named(tree.path(WireNames.TYPE).asString("")).readComponents(json);
        }
    }

    private RecordCodec named(String type) {
        Class<?> named = cases.get(type);
        if (named == null) {
            var known = "known are " + String.join(", ", cases.keySet().stream().sorted().toList());
            throw new DecodeException(
                    type.isEmpty()
                            ? "no type; " + known
                            : "unknown type \"" + type + "\"; " + known);
        }
        return (RecordCodec) Codecs.ofAny(named);
    }
}
