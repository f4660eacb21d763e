package dev.foldline.effects.store;

import dev.foldline.effects.json.JsonErrors;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Validates text as exactly one JSON object. */
final class JsonObjectText {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonObjectText() {}

    /** Thrown for bytes that are not one JSON object in UTF-8. */
    static final class NotJson extends Exception {
        private static final long serialVersionUID = 1L;

        NotJson(String why) {
            super(why);
        }
    }

    static String read(byte[] content) throws NotJson {
        String text = utf8(content);
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null || !parser.isExpectedStartObjectToken()) {
                throw new NotJson("not a JSON object");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw new NotJson("more than one JSON value");
            }
            return text;
        } catch (JacksonException malformed) {
            throw new NotJson("not JSON: " + JsonErrors.describe(malformed));
        }
    }

    private static String utf8(byte[] content) throws NotJson {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException malformed) {
            throw new NotJson("not UTF-8");
        }
    }
}
