package dev.foldline.testkit.agent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.json.JsonMapper;

import java.util.LinkedHashMap;
import java.util.Map;

/** Formats a frame of a CLI: one line of JSON. */
final class Frame {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Frame() {}

    /** Returns an object with these fields in order: names and values alternate. */
    static Map<String, @Nullable Object> fields(@Nullable Object... namesAndValues) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (int at = 0; at < namesAndValues.length; at += 2)
            fields.put(String.valueOf(namesAndValues[at]), namesAndValues[at + 1]);
        return fields;
    }

    static String line(@Nullable Object... namesAndValues) {
        return MAPPER.writeValueAsString(fields(namesAndValues));
    }
}
