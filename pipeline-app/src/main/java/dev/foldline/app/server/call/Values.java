package dev.foldline.app.server.call;

import dev.foldline.core.PipelineBug;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a client gave for some fields: each has its field's type, and none that is required is missing. */
record Values(Map<String, Object> byName) {

    /** @throws Refusal if it holds what no field names, something of another type, or too little */
    static Values ofQuery(Map<String, String> query, Vector<Field> fields) {
        return complete(query.foldLeft(HashMap.<String, Object>empty(), (read, each) -> read.put(each._1(), named(each._1(), fields).read(each._2()))), fields);
    }

    /** The same of a body of JSON; without one nothing is given. */
    static Values ofBody(String body, Vector<Field> fields) {
        var values = HashMap.<String, Object>empty();
        if (!body.isBlank()) for (var each : object(body).properties()) {
            var field = named(each.getKey(), fields);
            values = field.read(each.getValue()).map(value -> HashMap.of(field.name(), value)).getOrElse(HashMap.empty()).merge(values);
        }
        return complete(values, fields);
    }

    private static JsonNode object(String body) {
        try {
            var read = JsonMapper.shared().readTree(body);
            if (read.isObject()) return read;
        } catch (JacksonException broken) {
            throw new Refusal(400, "the body is not JSON: " + broken.getOriginalMessage());
        }
        throw new Refusal(400, "the body is not a JSON object");
    }

    private static Field named(String name, Vector<Field> fields) {
        return fields.find(each -> each.name().equals(name)).getOrElseThrow(() -> new Refusal(400, "there is no " + name + " here"
                + (fields.isEmpty() ? "" : ", only " + fields.map(Field::name).mkString(", "))));
    }

    private static Values complete(Map<String, Object> values, Vector<Field> fields) {
        fields.find(each -> each.need() == Field.Need.REQUIRED && !values.containsKey(each.name()))
                .forEach(missing -> { throw new Refusal(400, missing.name() + " is missing: " + missing.about()); });
        return new Values(values);
    }

    Option<String> text(String name) { return byName.get(name).map(String.class::cast); }

    /** One that its field requires. */
    String needed(String name) { return text(name).getOrElseThrow(() -> new PipelineBug("no field requires " + name)); }

    OptionalLong number(String name) { return byName.get(name).map(value -> OptionalLong.of((long) value)).getOrElse(OptionalLong.empty()); }

    boolean isTrue(String name) { return byName.get(name).contains(true); }
}
