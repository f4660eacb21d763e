package dev.foldline.effects.json;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;

/** Writes one of Vavr's containers: what it holds, not what it is. */
abstract class VavrWriter<T> extends ValueSerializer<T> {
    private final JavaType content;

    /** Writes all elements; none if each is written as the case it is. */
    private final @Nullable ValueSerializer<Object> ofAll;

    VavrWriter(JavaType content, @Nullable ValueSerializer<Object> ofAll) {
        this.content = content;
        this.ofAll = ofAll;
    }

    abstract VavrWriter<T> with(JavaType elements, @Nullable ValueSerializer<Object> writer);

    @Override
    public ValueSerializer<?> createContextual(SerializationContext context, @Nullable BeanProperty property) {
        return WireNames.isToldApart(content.getRawClass())
                ? this : with(content, context.findContentValueSerializer(content, property));
    }

    @Override
    public void serializeWithType(T value, JsonGenerator json, SerializationContext context, TypeSerializer unused) {
        serialize(value, json, context);
    }

    final void write(Object element, JsonGenerator json, SerializationContext context) {
        var writer = ofAll == null ? context.findTypedValueSerializer(element.getClass(), true) : ofAll;
        writer.serialize(element, json, context);
    }

    /** The value itself. As a component of a record it is left out when absent. */
    static final class OfOption extends VavrWriter<Option<Object>> {
        OfOption(JavaType content, @Nullable ValueSerializer<Object> ofAll) {
            super(content, ofAll);
        }

        @Override
        OfOption with(JavaType elements, @Nullable ValueSerializer<Object> writer) {
            return new OfOption(elements, writer);
        }

        @Override
        public boolean isEmpty(SerializationContext context, Option<Object> value) {
            return value.isEmpty();
        }

        @Override
        public void serialize(Option<Object> value, JsonGenerator json, SerializationContext context) {
            if (value.isEmpty()) {
                json.writeNull();
            } else {
                write(value.get(), json, context);
            }
        }
    }

    /** A list. */
    static final class OfVector extends VavrWriter<Vector<Object>> {
        OfVector(JavaType content, @Nullable ValueSerializer<Object> ofAll) {
            super(content, ofAll);
        }

        @Override
        OfVector with(JavaType elements, @Nullable ValueSerializer<Object> writer) {
            return new OfVector(elements, writer);
        }

        @Override
        public void serialize(Vector<Object> value, JsonGenerator json, SerializationContext context) {
            json.writeStartArray();
            for (Object element : value) {
                write(element, json, context);
            }
            json.writeEndArray();
        }
    }

    /** An object with the keys as its properties, in the map's order. */
    static final class OfMap extends VavrWriter<Map<String, Object>> {
        OfMap(JavaType content, @Nullable ValueSerializer<Object> ofAll) {
            super(content, ofAll);
        }

        @Override
        OfMap with(JavaType elements, @Nullable ValueSerializer<Object> writer) {
            return new OfMap(elements, writer);
        }

        @Override
        public void serialize(Map<String, Object> value, JsonGenerator json, SerializationContext context) {
            json.writeStartObject();
            for (var entry : value) {
                json.writeName(Surrogates.whole(entry._1()));
                write(entry._2(), json, context);
            }
            json.writeEndObject();
        }
    }
}
