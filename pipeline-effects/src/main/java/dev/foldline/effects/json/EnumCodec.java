package dev.foldline.effects.json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

import java.util.LinkedHashMap;
import java.util.Map;

/** A constant, by its lower-case name. */
final class EnumCodec implements Codec<Object> {
    private final Map<String, Enum<?>> byName = new LinkedHashMap<>();

    EnumCodec(Class<?> type) {
        for (Object constant : type.getEnumConstants()) {
            byName.put(WireNames.of((Enum<?>) constant), (Enum<?>) constant);
        }
    }

    @Override
    public void write(Object value, JsonGenerator json) {
        json.writeString(WireNames.of((Enum<?>) value));
    }

    @Override
    public Object read(JsonParser json) {
        String name = ScalarCodec.TEXT.read(json);
        Enum<?> constant = byName.get(name);
        if (constant == null) {
            throw new DecodeException(
                    "\"" + name + "\" is none of " + String.join(", ", byName.keySet()));
        }
        return constant;
    }
}
