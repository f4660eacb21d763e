package dev.foldline.app.server;

import dev.foldline.app.operation.ClosedSchema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
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
    private final Map<JsonNode, ClosedSchema> schemas = new ConcurrentHashMap<>();

    DocumentedAnswers(JsonNode document) {
        this.document = document;
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
                .problems(body)
                .stream()
                .map(problem -> method + " " + path + " " + status + " " + problem)
                .toList();
    }

    private ClosedSchema schema(JsonNode reference) {
        var schema = (ObjectNode) reference.deepCopy();
        schema.set("$defs", document.at("/components/schemas"));
        return ClosedSchema.of(
                JsonMapper.shared()
                        .readTree(schema.toString().replace("#/components/schemas/", "#/$defs/")));
    }
}
