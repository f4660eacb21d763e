package dev.foldline.effects.json;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;

/** Reads one of Vavr's containers. What is missing or null is read as an empty one. */
abstract class VavrReader<T> extends ValueDeserializer<T> {
    private final JavaType content;
    private @Nullable ValueDeserializer<Object> element;

    VavrReader(JavaType content) {
        this.content = content;
    }

    /** Empty, of this kind. */
    abstract T empty();

    @Override
    public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
        if (element == null) {
            element = context.findRootValueDeserializer(content);
        }
        return this;
    }

    @Override
    public final T getNullValue(DeserializationContext context) {
        return empty();
    }

    @Override
    public final T getAbsentValue(DeserializationContext context) {
        return empty();
    }

    @Override
    public Object deserializeWithType(JsonParser json, DeserializationContext context, TypeDeserializer unused) {
        return deserialize(json, context);
    }

    final Object element(JsonParser json, DeserializationContext context) {
        if (element == null || json.currentToken() == JsonToken.VALUE_NULL) {
            return context.reportInputMismatch(content, "null is no element");
        }
        return element.deserialize(json, context);
    }

    static final class OfOption extends VavrReader<Option<Object>> {
        OfOption(JavaType content) {
            super(content);
        }

        @Override
        Option<Object> empty() {
            return Option.none();
        }

        @Override
        public Option<Object> deserialize(JsonParser json, DeserializationContext context) {
            return Option.some(element(json, context));
        }
    }

    static final class OfVector extends VavrReader<Vector<Object>> {
        OfVector(JavaType content) {
            super(content);
        }

        @Override
        Vector<Object> empty() {
            return Vector.empty();
        }

        @Override
        public Vector<Object> deserialize(JsonParser json, DeserializationContext context) {
            if (!json.isExpectedStartArrayToken()) {
                context.reportInputMismatch(Vector.class, "expected a list, not %s", json.currentToken());
            }
            var elements = new ArrayList<Object>();
            try {
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(element(json, context));
                }
            } catch (JacksonException malformed) {
                throw malformed.prependPath(elements, elements.size());
            }
            return Vector.ofAll(elements);
        }
    }

    static final class OfMap extends VavrReader<Map<String, Object>> {
        OfMap(JavaType content) {
            super(content);
        }

        @Override
        Map<String, Object> empty() {
            return LinkedHashMap.empty();
        }

        @Override
        public Map<String, Object> deserialize(JsonParser json, DeserializationContext context) {
            if (!json.isExpectedStartObjectToken()) {
                context.reportInputMismatch(Map.class, "expected an object, not %s", json.currentToken());
            }
            Map<String, Object> entries = empty();
            for (var key = json.nextName(); key != null; key = json.nextName()) {
                json.nextToken();
                entries = entries.put(key, element(json, context, key));
            }
            return entries;
        }

        private Object element(JsonParser json, DeserializationContext context, String key) {
            try {
                return element(json, context);
            } catch (JacksonException malformed) {
                throw malformed.prependPath(key, key);
            }
        }
    }
}
