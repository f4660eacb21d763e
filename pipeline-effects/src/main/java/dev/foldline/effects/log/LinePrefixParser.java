package dev.foldline.effects.log;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

import java.nio.charset.StandardCharsets;

/**
 * A cursor over the fixed start of a line, so that its event can be found without parsing it.
 *
 * <p>Each step throws {@link Unexpected} if the line does not match.
 */
final class LinePrefixParser {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int DIGITS_MAX = 18;

    private static final byte[] USER = ascii("{\"user\":");
    private static final byte[] CHANNEL = ascii(",\"channel\":");
    private static final byte[] PROCESSES = ascii(",\"processes\":[");
    private static final byte[] COMMA = ascii(",");
    private static final byte[] AUTHOR_END = ascii("]}");

    private final byte[] bytes;
    private int at;

    LinePrefixParser(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Thrown if the bytes do not match the line format. */
    static final class Unexpected extends Exception {
        private static final long serialVersionUID = 1L;

        Unexpected(String what, int at) {
            super(what + " is missing at byte " + (at + 1), null, false, false);
        }
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    int at() {
        return at;
    }

    boolean skips(byte[] literal) {
        if (!matches(bytes, at, literal)) {
            return false;
        }
        at += literal.length;
        return true;
    }

    void skip(byte[] literal) throws Unexpected {
        if (!skips(literal)) {
            throw new Unexpected(new String(literal, StandardCharsets.US_ASCII), at);
        }
    }

    long number() throws Unexpected {
        int first = at;
        long number = 0;
        while (at < bytes.length
                && at - first < DIGITS_MAX
                && bytes[at] >= '0'
                && bytes[at] <= '9') {
            number = number * 10 + (bytes[at] - '0');
            at++;
        }
        if (at == first) {
            throw new Unexpected("a number", first);
        }
        return number;
    }

    /** Skips a JSON string with its quotation marks and returns its end. */
    int skipString() throws Unexpected {
        int first = at;
        if (at >= bytes.length || bytes[at] != '"') {
            throw new Unexpected("a string", first);
        }
        for (at++; at < bytes.length; at++) {
            if (bytes[at] == '\\') {
                at++;
            } else if (bytes[at] == '"') {
                return ++at;
            }
        }
        throw new Unexpected("the end of the string", first);
    }

    /** Skips an author as {@link dev.foldline.effects.json.Wire} writes it, and returns its end. */
    int skipAuthor() throws Unexpected {
        skip(USER);
        skipString();
        skip(CHANNEL);
        skipString();
        skip(PROCESSES);
        if (!skips(AUTHOR_END)) {
            skipString();
            while (skips(COMMA)) {
                skipString();
            }
            skip(AUTHOR_END);
        }
        return at;
    }

    /** Returns the value of the JSON string, including quotation marks, between two offsets. */
    static String string(byte[] bytes, int from, int to) {
        if (isPlain(bytes, from, to))
            return new String(bytes, from + 1, to - from - 2, StandardCharsets.US_ASCII);
        try (JsonParser parser =
                JSON.createParser(ObjectReadContext.empty(), bytes, from, to - from)) {
            parser.nextToken();
            return parser.getString();
        } catch (JacksonException notAString) {
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
    }

    /** Returns whether a quoted string is written as it is read. */
    private static boolean isPlain(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) if (bytes[i] < ' ' || bytes[i] == '\\') return false;
        return to - from >= 2;
    }

    static boolean matches(byte[] bytes, int at, byte[] literal) {
        if (at < 0 || at + literal.length > bytes.length) {
            return false;
        }
        for (int i = 0; i < literal.length; i++) {
            if (bytes[at + i] != literal[i]) {
                return false;
            }
        }
        return true;
    }
}
