package dev.foldline.effects.json;

import dev.foldline.core.PipelineBug;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A record: an object of its components, in order. A case of a sealed type starts with its type.
 */
final class RecordCodec implements Codec<Object> {
    private final String type;
    private final Constructor<?> constructor;
    private final Component[] components;

    private RecordCodec(String type, Constructor<?> constructor, Component[] components) {
        this.type = type;
        this.constructor = constructor;
        this.components = components;
    }

    private record Component(String name, Method accessor, Codec<Object> codec) {
        static Component of(RecordComponent component) {
            return new Component(
                    WireNames.snakeCase(component.getName()),
                    component.getAccessor(),
                    Codecs.ofAny(component.getGenericType()));
        }
    }

    static RecordCodec of(Class<?> record) {
        var components = record.getRecordComponents();
        try {
            return new RecordCodec(
                    WireNames.isCase(record) ? WireNames.of(record) : "",
                    record.getDeclaredConstructor(
                            Arrays.stream(components)
                                    .map(RecordComponent::getType)
                                    .toArray(Class<?>[]::new)),
                    Arrays.stream(components).map(Component::of).toArray(Component[]::new));
        } catch (NoSuchMethodException impossible) {
            throw new PipelineBug("a record without its constructor: " + record, impossible);
        }
    }

    @Override
    public void write(Object value, JsonGenerator json) {
        json.writeStartObject();
        if (!type.isEmpty()) {
            json.writeName(WireNames.TYPE);
            json.writeString(type);
        }
        for (Component component : components) {
            Object part = part(value, component);
            if (!component.codec.isAbsent(part)) {
                json.writeName(component.name);
                component.codec.write(part, json);
            }
        }
        json.writeEndObject();
    }

    /** Returns the same instance if nothing has changed. */
    @Override
    public Object withTexts(Object value, UnaryOperator<String> change) {
        var values = new @Nullable Object[components.length];
        boolean changed = false;
        for (int i = 0; i < components.length; i++) {
            Object part = part(value, components[i]);
            Object now = components[i].codec.withTexts(part, change);
            changed |= !now.equals(part);
            values[i] = now;
        }
        return changed ? make(values) : value;
    }

    @Override
    public Object read(JsonParser json) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw DecodeException.expected("an object", json);
        }
        return readComponents(json);
    }

    /** Reads the rest of the object. */
    Object readComponents(JsonParser json) {
        var values = new @Nullable Object[components.length];
        int expected = 0;
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            int found = indexOf(name, expected);
            if (found < 0) {
                json.nextToken();
                json.skipChildren();
            } else {
                values[found] = readNext(components[found], json);
                expected = found + 1;
            }
        }
        return make(values);
    }

    /** Names usually have the order in which they are written, except for omitted ones. */
    private int indexOf(String name, int expected) {
        for (int i = expected; i < components.length; i++) {
            if (components[i].name.equals(name)) {
                return i;
            }
        }
        for (int i = 0; i < expected; i++) {
            if (components[i].name.equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private static Object readNext(Component component, JsonParser json) {
        try {
            Object absent =
                    json.nextToken() == JsonToken.VALUE_NULL ? component.codec.absent() : null;
            return absent == null ? component.codec.read(json) : absent;
        } catch (RuntimeException malformed) {
            throw DecodeException.of(malformed).within(component.name);
        }
    }

    private Object make(@Nullable Object[] values) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                values[i] = components[i].codec.absent();
            }
            if (values[i] == null) {
                throw new DecodeException("it is missing").within(components[i].name);
            }
        }
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException refused) {
            throw new DecodeException(
                    Objects.toString(refused.getTargetException().getMessage(), "refused"),
                    refused.getTargetException());
        } catch (ReflectiveOperationException impossible) {
            throw new PipelineBug("cannot make a " + type, impossible);
        }
    }

    private static Object part(Object value, Component component) {
        try {
            return component.accessor.invoke(value);
        } catch (ReflectiveOperationException impossible) {
            throw new PipelineBug("cannot see " + component.name + " of " + value, impossible);
        }
    }
}
