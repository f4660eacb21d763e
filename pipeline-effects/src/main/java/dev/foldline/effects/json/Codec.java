package dev.foldline.effects.json;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/** How the values of one type are written and read. */
interface Codec<T> {

    void write(T value, JsonGenerator json);

    /**
     * Reads the value that begins with the parser's current token, and leaves the parser on the value's last.
     *
     * @throws Malformed if there is another value
     */
    T read(JsonParser json);

    /** The same value, each text in it replaced; names, constants and times are no texts. */
    default T withTexts(T value, UnaryOperator<String> change) {
        return value;
    }

    /** What a component is when it is missing or null; none if it must be there. */
    default @Nullable T absent() {
        return null;
    }

    /** Whether a component of this value is left out. */
    default boolean isAbsent(T value) {
        return false;
    }
}
