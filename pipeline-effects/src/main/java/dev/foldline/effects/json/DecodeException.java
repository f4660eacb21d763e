package dev.foldline.effects.json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Thrown for an invalid value. Each enclosing codec adds the path; at the top it becomes a {@link
 * WireFault}.
 */
final class DecodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Deque<String> path = new ArrayDeque<>();

    DecodeException(String problem) {
        this(problem, null);
    }

    DecodeException(String problem, @Nullable Throwable cause) {
        super(problem, cause, false, false);
    }

    static DecodeException expected(String what, JsonParser json) {
        return new DecodeException("expected " + what + ", not " + found(json.currentToken()));
    }

    private static String found(@Nullable JsonToken token) {
        return switch (token) {
            case null -> "nothing";
            case VALUE_STRING -> "text";
            case VALUE_NUMBER_INT -> "a whole number";
            case VALUE_NUMBER_FLOAT -> "a fraction";
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_NULL -> "null";
            case VALUE_TRUE -> "true";
            case VALUE_FALSE -> "false";
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                    "the end of one";
        };
    }

    /** Converts a parser's exception; bugs are propagated unchanged. */
    static DecodeException of(RuntimeException cause) {
        return switch (cause) {
            case DecodeException malformed -> malformed;
            case JacksonException json -> new DecodeException(problem(json), json);
            default -> throw cause;
        };
    }

    /** Describes the problem without the parser's settings. */
    private static String problem(JacksonException cause) {
        var location = cause.getLocation();
        return JsonErrors.describe(cause)
                + (location == null || location.getColumnNr() < 0
                        ? ""
                        : ", column " + location.getColumnNr());
    }

    DecodeException within(String step) {
        path.addFirst(step);
        return this;
    }

    /** Returns the path, for example {@code deed.kept[2]}; empty at the top. */
    String place() {
        return String.join(".", path).replace(".[", "[");
    }
}
