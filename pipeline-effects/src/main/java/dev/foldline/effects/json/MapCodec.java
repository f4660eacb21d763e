package dev.foldline.effects.json;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import java.util.function.UnaryOperator;

/** A map with text keys: an object whose properties are the keys, in the map's order. */
record MapCodec(Codec<Object> value) implements Codec<Map<String, Object>> {

    @Override
    public void write(Map<String, Object> map, JsonGenerator json) {
        json.writeStartObject();
        for (var entry : map) {
            json.writeName(Surrogates.whole(entry._1()));
            value.write(entry._2(), json);
        }
        json.writeEndObject();
    }

    @Override
    public Map<String, Object> read(JsonParser json) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw DecodeException.expected("an object", json);
        }
        Map<String, Object> map = absent();
        for (String key = json.nextName(); key != null; key = json.nextName()) {
            try {
                json.nextToken();
                map = map.put(key, value.read(json));
            } catch (RuntimeException malformed) {
                throw DecodeException.of(malformed).within(key);
            }
        }
        return map;
    }

    @Override
    public Map<String, Object> withTexts(Map<String, Object> map, UnaryOperator<String> change) {
        return map.mapValues(each -> value.withTexts(each, change));
    }

    @Override
    public Map<String, Object> absent() {
        return LinkedHashMap.empty();
    }
}
