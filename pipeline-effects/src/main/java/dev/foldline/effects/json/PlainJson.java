package dev.foldline.effects.json;

import io.vavr.control.Option;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON as plain values: maps in the order of the text, lists, strings, numbers and truth
 * values; null is an empty {@link Option}. Fractions are exact.
 */
public final class PlainJson {
    private static final ObjectReader READER =
            JsonMapper.shared()
                    .readerFor(new TypeReference<LinkedHashMap<String, Object>>() {})
                    .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private PlainJson() {}

    /** Reads an object; none if the text is none. */
    public static Option<Map<String, Object>> object(String json) {
        try {
            Map<String, Object> object = READER.readValue(json);
            object.replaceAll((_, value) -> plain(value));
            return Option.of(object);
        } catch (JacksonException noObject) {
            return Option.none();
        }
    }

    private static Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> Option.none();
            case Map<?, ?> object -> {
                var fields = new LinkedHashMap<Object, Object>();
                object.forEach((name, each) -> fields.put(name, plain(each)));
                yield fields;
            }
            case List<?> items -> items.stream().map(PlainJson::plain).toList();
            default -> value;
        };
    }
}
