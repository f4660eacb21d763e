package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/**
 * One value of an operation's input.
 *
 * @param name in JSON, queries and paths
 * @param fallback the value if the caller gives none
 * @param about what it is for, one phrase without a full stop
 * @param form how the command line takes it
 */
public record Field<T>(
        String name, Type<T> type, Need need, Option<T> fallback, String about, Form form) {

    /** The greatest number that every JSON reader keeps exactly, rounded down. */
    private static final long NUMBER_MAX = 999_999_999_999_999L;

    /** The type of a field's values. */
    public sealed interface Type<T> {
        /** Any text. */
        record Text() implements Type<String> {}

        /** One of these words. */
        record Choice(Vector<String> words) implements Type<String> {}

        /** Any number of texts. */
        record Texts() implements Type<Vector<String>> {}

        /** A whole number; both bounds are inclusive. */
        record Number(long min, long max) implements Type<Long> {
            boolean holds(long number) {
                return number >= min && number <= max;
            }
        }

        /** True or false. */
        record Truth() implements Type<Boolean> {}

        /** The content of a file; the command line takes its name. */
        record File() implements Type<InputFile> {}
    }

    /** Whether the caller must give a value. */
    public enum Need {
        OPTIONAL,
        REQUIRED,
        /** Required from clients that reviewed something earlier; the command line looks it up. */
        REQUIRED_REMOTELY,
        /** Optional on the command line; other front ends do not take it. */
        COMMAND_LINE_ONLY
    }

    /** How the command line takes a value. */
    public sealed interface Form {
        /** An argument without a name, in the order of the fields. */
        record Argument(String label) implements Form {}

        /**
         * An option.
         *
         * @param names for example {@code -m} or {@code --now}
         * @param label of its value; not shown for a truth value
         */
        record Flag(Vector<String> names, String label) implements Form {}

        /** Not at all. */
        record Absent() implements Form {}
    }

    public static Field<String> text(String name, String about) {
        return of(name, new Type.Text(), about);
    }

    public static Field<String> choice(String name, String about, String... words) {
        return of(name, new Type.Choice(Vector.of(words)), about);
    }

    public static Field<Vector<String>> texts(String name, String about) {
        return of(name, new Type.Texts(), about);
    }

    public static Field<Long> number(String name, String about) {
        return number(name, 0, about);
    }

    public static Field<Long> number(String name, long min, String about) {
        return of(name, new Type.Number(min, NUMBER_MAX), about);
    }

    public static Field<Long> number(String name, long min, long max, String about) {
        return of(name, new Type.Number(min, max), about);
    }

    public static Field<Boolean> truth(String name, String about) {
        return of(name, new Type.Truth(), about).withFallback(false);
    }

    public static Field<InputFile> file(String name, String about) {
        return of(name, new Type.File(), about);
    }

    private static <T> Field<T> of(String name, Type<T> type, String about) {
        var flag = "--" + name.replace('_', '-');
        return new Field<>(
                name,
                type,
                Need.OPTIONAL,
                Option.none(),
                about,
                new Form.Flag(Vector.of(flag), name.toUpperCase(java.util.Locale.ROOT)));
    }

    public Field<T> required() {
        return new Field<>(name, type, Need.REQUIRED, fallback, about, form);
    }

    public Field<T> requiredRemotely() {
        return new Field<>(name, type, Need.REQUIRED_REMOTELY, fallback, about, form);
    }

    /** The same, which only the command line takes. */
    public Field<T> onCommandLineOnly() {
        return new Field<>(name, type, Need.COMMAND_LINE_ONLY, fallback, about, form);
    }

    public Field<T> withFallback(T value) {
        return new Field<>(name, type, need, Option.of(value), about, form);
    }

    /** The same, as an argument of the command line. */
    public Field<T> asArgument(String label) {
        return new Field<>(name, type, need, fallback, about, new Form.Argument(label));
    }

    /** The same, as an option of the command line. */
    public Field<T> asFlag(String label, String... names) {
        return new Field<>(
                name, type, need, fallback, about, new Form.Flag(Vector.of(names), label));
    }

    /** The same, which the command line does not take. */
    public Field<T> withoutFlag() {
        return new Field<>(name, type, need, fallback, about, new Form.Absent());
    }

    /** Returns whether a front end demands a value. */
    public boolean isRequired(FrontEnd frontEnd) {
        return switch (need) {
            case OPTIONAL, COMMAND_LINE_ONLY -> false;
            case REQUIRED -> true;
            case REQUIRED_REMOTELY -> frontEnd != FrontEnd.CLI;
        };
    }

    /** Returns whether a front end takes a value. */
    public boolean isOffered(FrontEnd frontEnd) {
        return need != Need.COMMAND_LINE_ONLY || frontEnd == FrontEnd.CLI;
    }

    /**
     * Reads a value from a query or the command line.
     *
     * @throws UserError if it does not fit
     */
    public Object read(String text) {
        return switch (type) {
            case Type.Text _ -> text;
            case Type.Texts _ -> Vector.of(text);
            case Type.File _ -> InputFile.of(text);
            case Type.Choice(var words) -> words.contains(text) ? text : unfit();
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

    /**
     * Reads a value from JSON; null is no value.
     *
     * @throws UserError if it does not fit
     */
    public Option<Object> read(JsonNode value) {
        if (value.isNull()) return Option.none();
        return Option.of(
                switch (type) {
                    case Type.Text _ -> value.isString() ? value.asString() : unfit();
                    case Type.Texts _ ->
                            value.isArray() && value.valueStream().allMatch(JsonNode::isString)
                                    ? value.valueStream()
                                            .map(JsonNode::asString)
                                            .collect(Vector.collector())
                                    : unfit();
                    case Type.File _ -> value.isString() ? InputFile.of(value.asString()) : unfit();
                    case Type.Choice(var words) ->
                            value.isString() && words.contains(value.asString())
                                    ? value.asString()
                                    : unfit();
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
        throw new UserError(name + " must be " + phrase(), "", "", ExitCode.USAGE);
    }

    private String phrase() {
        return switch (type) {
            case Type.Text _, Type.File _ -> "a text";
            case Type.Texts _ -> "a list of texts";
            case Type.Choice(var words) -> "one of " + words.mkString(", ");
            case Type.Number(var min, var max) -> "a whole number from " + min + " to " + max;
            case Type.Truth _ -> "true or false";
        };
    }

    /** Its JSON Schema. */
    public Map<String, Object> schema() {
        return switch (type) {
            case Type.Text _, Type.File _ ->
                    JsonOutput.fields("type", "string", "description", about);
            case Type.Texts _ ->
                    JsonOutput.fields(
                            "type",
                            "array",
                            "items",
                            JsonOutput.fields("type", "string"),
                            "description",
                            about);
            case Type.Choice(var words) ->
                    JsonOutput.fields("type", "string", "enum", words, "description", about);
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
