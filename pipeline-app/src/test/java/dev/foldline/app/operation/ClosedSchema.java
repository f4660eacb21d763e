package dev.foldline.app.operation;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/**
 * A published schema with every object closed: a member that it does not describe is a problem,
 * like a required one that is missing.
 */
public final class ClosedSchema {
    private final Schema schema;

    private ClosedSchema(Schema schema) {
        this.schema = schema;
    }

    /** A schema with the definitions that it refers to. */
    public static ClosedSchema of(JsonNode published) {
        var closed = published.deepCopy();
        close(closed);
        return new ClosedSchema(
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(closed.toString(), InputFormat.JSON));
    }

    /** Nothing is allowed beside the members that are described, unless a schema says so. */
    private static void close(JsonNode schema) {
        if (schema instanceof ObjectNode object
                && object.path("properties").isObject()
                && !object.has("additionalProperties")) object.put("additionalProperties", false);
        schema.forEach(ClosedSchema::close);
    }

    /** What does not fit about a document, one line each. */
    public List<String> problems(String document) {
        return schema.validate(document, InputFormat.JSON).stream()
                .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
                .toList();
    }
}
