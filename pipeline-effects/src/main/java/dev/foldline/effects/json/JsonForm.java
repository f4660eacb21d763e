package dev.foldline.effects.json;

import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.StringWriter;

/**
 * A kind of value as a complete JSON text: records of texts, numbers and times, and Vavr's
 * collections of them.
 *
 * @param what an article and a noun, for messages
 */
public record JsonForm<T>(String what, Codec<T> codec) {
    private static final JsonFactory JSON = new JsonFactory();

    public static <T> JsonForm<T> of(String what, Class<T> type) {
        return new JsonForm<>(what, Codecs.of(type));
    }

    public String write(T value) {
        var text = new StringWriter(256);
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            codec.write(value, json);
        }
        return Surrogates.escapeLone(text.toString());
    }

    /**
     * @throws WireFault if it does not have the written format
     */
    public T read(String text) {
        return read(() -> JSON.createParser(ObjectReadContext.empty(), text));
    }

    T read(byte[] text, int offset, int length) {
        return read(() -> JSON.createParser(ObjectReadContext.empty(), text, offset, length));
    }

    T read(ObjectNode tree) {
        return read(() -> tree.traverse(ObjectReadContext.empty()));
    }

    private T read(Source source) {
        try (JsonParser json = source.open()) {
            json.nextToken();
            T value = codec.read(json);
            if (json.nextToken() != null) {
                throw new DecodeException("there is more behind it");
            }
            return value;
        } catch (RuntimeException malformed) {
            throw new WireFault(what, DecodeException.of(malformed));
        }
    }

    @FunctionalInterface
    private interface Source {
        JsonParser open();
    }
}
