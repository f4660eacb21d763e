package dev.foldline.app.server.call;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.json.JsonErrors;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.OptionalLong;

/**
 * What a client gave for some fields: each has its field's type, and none that is required is
 * missing.
 */
record RequestValues(Map<String, Object> byName) {

    /**
     * @throws ApiException if it holds what no field names, something of another type, or too
     *     little
     */
    static RequestValues ofQuery(Map<String, String> query, Vector<RequestField> fields) {
        return complete(
                query.foldLeft(
                        HashMap.<String, Object>empty(),
                        (read, each) ->
                                read.put(each._1(), named(each._1(), fields).read(each._2()))),
                fields);
    }

    /** The same of a body of JSON; without one nothing is given. */
    static RequestValues ofBody(String body, Vector<RequestField> fields) {
        var values = HashMap.<String, Object>empty();
        if (!body.isBlank())
            for (var each : object(body).properties()) {
                var field = named(each.getKey(), fields);
                values =
                        field.read(each.getValue())
                                .map(value -> HashMap.of(field.name(), value))
                                .getOrElse(HashMap.empty())
                                .merge(values);
            }
        return complete(values, fields);
    }

    private static JsonNode object(String body) {
        try {
            var read = JsonMapper.shared().readTree(body);
            if (read.isObject()) return read;
        } catch (JacksonException broken) {
            throw new ApiException(400, "the body is not JSON: " + JsonErrors.describe(broken));
        }
        throw new ApiException(400, "the body is not a JSON object");
    }

    private static RequestField named(String name, Vector<RequestField> fields) {
        return fields.find(each -> each.name().equals(name))
                .getOrElseThrow(
                        () ->
                                new ApiException(
                                        400,
                                        "there is no "
                                                + name
                                                + " here"
                                                + (fields.isEmpty()
                                                        ? ""
                                                        : ", only "
                                                                + fields.map(RequestField::name)
                                                                        .mkString(", "))));
    }

    private static RequestValues complete(Map<String, Object> values, Vector<RequestField> fields) {
        fields.find(
                        each ->
                                each.need() == RequestField.Need.REQUIRED
                                        && !values.containsKey(each.name()))
                .forEach(
                        missing -> {
                            throw new ApiException(
                                    400, missing.name() + " is missing: " + missing.about());
                        });
        return new RequestValues(values);
    }

    Option<String> text(String name) {
        return byName.get(name).map(String.class::cast);
    }

    /** One that its field requires. */
    String needed(String name) {
        return text(name).getOrElseThrow(() -> new PipelineBug("no field requires " + name));
    }

    OptionalLong number(String name) {
        return byName.get(name)
                .map(value -> OptionalLong.of((long) value))
                .getOrElse(OptionalLong.empty());
    }

    boolean isTrue(String name) {
        return byName.get(name).contains(true);
    }
}
