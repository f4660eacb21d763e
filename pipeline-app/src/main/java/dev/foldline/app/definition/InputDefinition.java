package dev.foldline.app.definition;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * A value that the user of a workflow gives at its start.
 *
 * @param standard the value if the user gives none; without one, the input is required
 */
public record InputDefinition(String name, Type type, String description, Option<String> standard) {

    /** What values an input accepts. */
    public sealed interface Type {
        /** Any text. */
        record Text() implements Type {}

        /** A whole number, 0 or more. */
        record Integer() implements Type {}

        /** True or false. */
        record Truth() implements Type {}

        /** One of these words. */
        record Choice(Vector<String> words) implements Type {}

        /** Returns whether a value is of this type. */
        default boolean accepts(String value) {
            return switch (this) {
                case Text _ -> true;
                case Integer _ -> value.matches("[0-9]{1,9}");
                case Truth _ -> value.equals("true") || value.equals("false");
                case Choice(var words) -> words.contains(value);
            };
        }

        /** Returns how messages name the accepted values. */
        default String phrase() {
            return switch (this) {
                case Text _ -> "a text";
                case Integer _ -> "a whole number";
                case Truth _ -> "true or false";
                case Choice(var words) -> "one of " + words.mkString(", ");
            };
        }

        /** Returns all values if there are few, and otherwise none. */
        default Vector<String> values() {
            return switch (this) {
                case Truth _ -> Vector.of("false", "true");
                case Choice(var words) -> words;
                case Text _, Integer _ -> Vector.empty();
            };
        }
    }
}
