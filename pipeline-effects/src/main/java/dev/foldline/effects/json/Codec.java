package dev.foldline.effects.json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

import java.util.function.UnaryOperator;

/** Writes and reads the values of one type. */
interface Codec<T> {

    void write(T value, JsonGenerator json);

    /**
     * Reads the value that starts at the parser's current token, and leaves the parser at the
     * value's last token.
     *
     * @throws DecodeException if the value does not match
     */
    T read(JsonParser json);

    /** Returns the value with each text replaced; names, constants and times are not texts. */
    default T withTexts(T value, UnaryOperator<String> change) {
        return value;
    }

    /** Returns the value of a missing or null component, or none if it is required. */
    default @Nullable T absent() {
        return null;
    }

    /** Returns whether a component of this value is omitted. */
    default boolean isAbsent(T value) {
        return false;
    }
}
