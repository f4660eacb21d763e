package dev.foldline.effects.json;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** What is wrong with a value. On its way up it learns where that is; at the top it becomes a {@link WireFault}. */
final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Deque<String> path = new ArrayDeque<>();

    Malformed(String problem) {
        this(problem, null);
    }

    Malformed(String problem, @Nullable Throwable cause) {
        super(problem, cause, false, false);
    }

    static Malformed expected(String what, JsonParser json) {
        return new Malformed("expected " + what + ", not " + found(json.currentToken()));
    }

    private static String found(@Nullable JsonToken token) {
        return switch (token) {
            case null               -> "nothing";
            case VALUE_STRING       -> "text";
            case VALUE_NUMBER_INT   -> "a whole number";
            case VALUE_NUMBER_FLOAT -> "a fraction";
            case START_OBJECT       -> "an object";
            case START_ARRAY        -> "a list";
            case VALUE_NULL         -> "null";
            case VALUE_TRUE         -> "true";
            case VALUE_FALSE        -> "false";
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE -> "the end of one";
        };
    }

    /** What a parser says is wrong; bugs of ours go on as they are. */
    static Malformed of(RuntimeException cause) {
        return switch (cause) {
            case Malformed malformed   -> malformed;
            case JacksonException json -> new Malformed(problem(json), json);
            default                    -> throw cause;
        };
    }

    /** Without what a parser says about its settings. */
    private static String problem(JacksonException cause) {
        var message = cause.getOriginalMessage().lines().findFirst().orElse("not JSON");
        int aside = message.indexOf(" (start marker");
        var location = cause.getLocation();
        return (aside < 0 ? message : message.substring(0, aside))
                + (location == null || location.getColumnNr() < 0 ? "" : ", column " + location.getColumnNr());
    }

    Malformed within(String step) {
        path.addFirst(step);
        return this;
    }

    /** {@code deed.kept[2]}; empty at the top. */
    String place() {
        return String.join(".", path).replace(".[", "[");
    }
}
