package dev.foldline.app.server.call;

import dev.foldline.app.command.JsonText;
import io.vavr.control.Option;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One value that a client may give, in the query or in the body.
 *
 * @param about what it is for, one phrase
 */
public record Field(String name, Type type, Need need, String about) {

    /** What it is. */
    public enum Type { TEXT, NUMBER, TRUTH }

    /** Whether it may be left out. */
    public enum Need { OPTIONAL, REQUIRED }

    static Field text(String name, String about) { return new Field(name, Type.TEXT, Need.OPTIONAL, about); }

    static Field number(String name, String about) { return new Field(name, Type.NUMBER, Need.OPTIONAL, about); }

    static Field truth(String name, String about) { return new Field(name, Type.TRUTH, Need.OPTIONAL, about); }

    Field required() { return new Field(name, type, Need.REQUIRED, about); }

    /** From a query. */
    Object read(String text) {
        return switch (type) {
            case TEXT   -> text;
            case NUMBER -> text.matches("\\d{1,15}") ? Long.parseLong(text) : unfit();
            case TRUTH  -> text.equals("true") || text.equals("false") ? Boolean.parseBoolean(text) : unfit();
        };
    }

    /** From a body; a null is no value. */
    Option<Object> read(JsonNode value) {
        if (value.isNull()) return Option.none();
        return Option.of(switch (type) {
            case TEXT   -> value.isString() ? value.asString() : unfit();
            case NUMBER -> value.isIntegralNumber() && value.canConvertToLong() && value.asLong() >= 0 ? value.asLong() : unfit();
            case TRUTH  -> value.isBoolean() ? value.asBoolean() : unfit();
        });
    }

    private Object unfit() { throw new Refusal(400, name + " must be " + phrase()); }

    private String phrase() {
        return switch (type) {
            case TEXT   -> "a text";
            case NUMBER -> "a whole number from 0";
            case TRUTH  -> "true or false";
        };
    }

    /** Its JSON Schema. */
    Map<String, Object> schema() {
        return switch (type) {
            case TEXT   -> JsonText.fields("type", "string", "description", about);
            case NUMBER -> JsonText.fields("type", "integer", "minimum", 0, "description", about);
            case TRUTH  -> JsonText.fields("type", "boolean", "description", about);
        };
    }
}
