package dev.foldline.effects.store;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Text that was checked to be exactly one JSON object. */
final class JsonText {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonText() {}

    /** Bytes that are not the UTF-8 of one JSON object. */
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
            throw new NotJson("not JSON: " + malformed.getOriginalMessage());
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
