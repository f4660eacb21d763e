package dev.foldline.app.server.call;

import dev.foldline.app.command.JsonOutput;

import io.vavr.control.Option;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/**
 * One value that a client may give, in the query or in the body.
 *
 * @param about what it is for, one phrase
 */
public record RequestField(String name, Type type, Need need, String about) {

    /** The greatest number that every reader of JSON keeps as it is, in round figures. */
    private static final long NUMBER_MAX = 999_999_999_999_999L;

    /** What it is. */
    public sealed interface Type {
        /** Any text. */
        record Text() implements Type {}

        /** A whole number; both bounds belong to it. */
        record Number(long min, long max) implements Type {
            boolean holds(long number) {
                return number >= min && number <= max;
            }
        }

        /** True or false. */
        record Truth() implements Type {}
    }

    /** Whether it may be left out. */
    public enum Need {
        OPTIONAL,
        REQUIRED
    }

    static RequestField text(String name, String about) {
        return new RequestField(name, new Type.Text(), Need.OPTIONAL, about);
    }

    static RequestField number(String name, String about) {
        return number(name, 0, about);
    }

    static RequestField number(String name, long min, String about) {
        return new RequestField(name, new Type.Number(min, NUMBER_MAX), Need.OPTIONAL, about);
    }

    static RequestField truth(String name, String about) {
        return new RequestField(name, new Type.Truth(), Need.OPTIONAL, about);
    }

    RequestField required() {
        return new RequestField(name, type, Need.REQUIRED, about);
    }

    /** From a query. */
    Object read(String text) {
        return switch (type) {
            case Type.Text _ -> text;
            case Type.Number number ->
                    text.matches("\\d{1,15}") && number.holds(Long.parseLong(text))
                            ? Long.parseLong(text)
                            : unfit();
            case Type.Truth _ ->
                    text.equals("true") || text.equals("false")
                            ? Boolean.parseBoolean(text)
                            : unfit();
        };
    }

    /** From a body; a null is no value. */
    Option<Object> read(JsonNode value) {
        if (value.isNull()) return Option.none();
        return Option.of(
                switch (type) {
                    case Type.Text _ -> value.isString() ? value.asString() : unfit();
                    case Type.Number number ->
                            value.isIntegralNumber()
                                            && value.canConvertToLong()
                                            && number.holds(value.asLong())
                                    ? value.asLong()
                                    : unfit();
                    case Type.Truth _ -> value.isBoolean() ? value.asBoolean() : unfit();
                });
    }

    private Object unfit() {
        throw new ApiException(400, name + " must be " + phrase());
    }

    private String phrase() {
        return switch (type) {
            case Type.Text _ -> "a text";
            case Type.Number(var min, var max) -> "a whole number from " + min + " to " + max;
            case Type.Truth _ -> "true or false";
        };
    }

    /** Its JSON Schema. */
    Map<String, Object> schema() {
        return switch (type) {
            case Type.Text _ -> JsonOutput.fields("type", "string", "description", about);
            case Type.Number(var min, var max) ->
                    JsonOutput.fields(
                            "type",
                            "integer",
                            "minimum",
                            min,
                            "maximum",
                            max,
                            "description",
                            about);
            case Type.Truth _ -> JsonOutput.fields("type", "boolean", "description", about);
        };
    }
}
