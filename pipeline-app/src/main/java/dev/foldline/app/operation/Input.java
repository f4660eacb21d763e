package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.core.PipelineBug;
import dev.foldline.effects.json.JsonErrors;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The values that a caller has given, each of which fits its field. */
public final class Input {
    private final Map<String, Object> byName;

    private Input(Map<String, Object> byName) {
        this.byName = byName;
    }

    /** Returns values that have been checked already. */
    public static Input of(Map<String, Object> byName) {
        return new Input(byName);
    }

    /**
     * Reads names and texts, as in a query.
     *
     * @throws UserError if a name is unknown or a value does not fit
     */
    public static Input ofTexts(Map<String, String> texts, Vector<? extends Field<?>> fields) {
        return new Input(
                texts.map((name, text) -> io.vavr.Tuple.of(name, named(name, fields).read(text))));
    }

    /**
     * Reads the fields of a JSON object; an empty text has none.
     *
     * @throws UserError if it is no object, a name is unknown, or a value does not fit
     */
    public static Input ofJson(String body, Vector<? extends Field<?>> fields) {
        Map<String, Object> values = HashMap.empty();
        if (!body.isBlank())
            for (var each : object(body).properties()) {
                var field = named(each.getKey(), fields);
                for (var value : field.read(each.getValue()))
                    values = values.put(field.name(), value);
            }
        return new Input(values);
    }

    private static JsonNode object(String body) {
        try {
            var read = JsonMapper.shared().readTree(body);
            if (read.isObject()) return read;
        } catch (JacksonException broken) {
            throw refused("the body is not JSON: " + JsonErrors.describe(broken));
        }
        throw refused("the body is not a JSON object");
    }

    private static Field<?> named(String name, Vector<? extends Field<?>> fields) {
        for (var each : fields) if (each.name().equals(name)) return each;
        throw refused(
                "there is no "
                        + name
                        + " here"
                        + (fields.isEmpty()
                                ? ""
                                : ", only " + fields.map(Field::name).mkString(", ")));
    }

    private static UserError refused(String message) {
        return new UserError(message, "", "", ExitCode.USAGE);
    }

    /** These values and others; a value given twice is that of the others. */
    public Input and(Input others) {
        return new Input(others.byName.merge(byName));
    }

    /**
     * @throws UserError if a field that the front end demands has no value
     */
    public Input complete(Vector<? extends Field<?>> fields, FrontEnd frontEnd) {
        for (var each : fields)
            if (each.isRequired(frontEnd) && !byName.containsKey(each.name()))
                throw refused(each.name() + " is missing: " + each.about());
        return this;
    }

    /** The value of a field, or its fallback. */
    @SuppressWarnings("unchecked") // a value was read by its field
    public <T> Option<T> find(Field<T> field) {
        return byName.get(field.name()).map(value -> (T) value).orElse(field.fallback());
    }

    /** The value of a field that is required or has a fallback. */
    public <T> T get(Field<T> field) {
        return find(field).getOrElseThrow(() -> new PipelineBug("no value for " + field.name()));
    }
}
