package dev.foldline.effects.json;

import io.vavr.collection.Vector;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import java.util.ArrayList;
import java.util.function.UnaryOperator;

/** A list, in order. */
record VectorCodec(Codec<Object> element) implements Codec<Vector<Object>> {

    @Override
    public void write(Vector<Object> value, JsonGenerator json) {
        json.writeStartArray();
        for (Object each : value) {
            element.write(each, json);
        }
        json.writeEndArray();
    }

    @Override
    public Vector<Object> read(JsonParser json) {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw DecodeException.expected("a list", json);
        }
        var elements = new ArrayList<Object>();
        try {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                elements.add(element.read(json));
            }
        } catch (RuntimeException malformed) {
            throw DecodeException.of(malformed).within("[" + elements.size() + "]");
        }
        return Vector.ofAll(elements);
    }

    @Override
    public Vector<Object> withTexts(Vector<Object> value, UnaryOperator<String> change) {
        return value.map(each -> element.withTexts(each, change));
    }

    @Override
    public Vector<Object> absent() {
        return Vector.empty();
    }
}
