package dev.foldline.app.server;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The answers that the server's OpenAPI document describes. An answer with a member that is not
 * described fits no better than one without a member that is required.
 */
final class DocumentedAnswers {
    private final JsonNode document;
    private final Map<Pattern, JsonNode> paths = new LinkedHashMap<>();
    private final Map<JsonNode, Schema> schemas = new ConcurrentHashMap<>();

    DocumentedAnswers(JsonNode document) {
        this.document = document.deepCopy();
        close(this.document.at("/components/schemas"));
        // A path without names comes before one with a name in the same place.
        document.get("paths").properties().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(
                        each ->
                                paths.put(
                                        Pattern.compile(
                                                each.getKey().replaceAll("\\{\\w+}", "[^/]+")),
                                        each.getValue()));
    }

    /** Nothing is allowed beside the members that are described, unless a schema says so. */
    private static void close(JsonNode schema) {
        if (schema instanceof ObjectNode object
                && object.path("properties").isObject()
                && !object.has("additionalProperties")) object.put("additionalProperties", false);
        schema.forEach(DocumentedAnswers::close);
    }

    /** What does not fit about the body of an answer, one line each. */
    List<String> problems(String method, String path, int status, String body) {
        var operation =
                paths.entrySet().stream()
                        .filter(each -> each.getKey().matcher(path).matches())
                        .map(each -> each.getValue().get(method.toLowerCase(Locale.ROOT)))
                        .filter(found -> found != null)
                        .findFirst();
        if (operation.isEmpty()) return List.of();
        var responses = operation.get().get("responses");
        var response =
                responses.has("" + status) ? responses.get("" + status) : responses.get("default");
        var content = response.get("content").properties().iterator().next();
        if (!content.getKey().endsWith("json")) return List.of();
        return schemas
                .computeIfAbsent(content.getValue().get("schema"), this::schema)
                .validate(body, InputFormat.JSON)
                .stream()
                .map(
                        error ->
                                method
                                        + " "
                                        + path
                                        + " "
                                        + status
                                        + " "
                                        + error.getInstanceLocation()
                                        + ": "
                                        + error.getMessage())
                .toList();
    }

    private Schema schema(JsonNode reference) {
        var schema = (ObjectNode) reference.deepCopy();
        schema.set("$defs", document.at("/components/schemas"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(
                        schema.toString().replace("#/components/schemas/", "#/$defs/"),
                        InputFormat.JSON);
    }
}
