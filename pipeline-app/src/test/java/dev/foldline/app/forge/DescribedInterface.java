package dev.foldline.app.forge;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import dev.foldline.app.forge.FakeForge.RawText;
import dev.foldline.app.forge.FakeForge.Reply;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a forge publishes about its REST interface, cut to the operations that the project uses. A
 * member that is not described does not fit; a member that is not sent does, in answers.
 */
final class DescribedInterface {
    private final JsonNode paths;
    private final Map<JsonNode, Schema> schemas = new ConcurrentHashMap<>();

    private DescribedInterface(JsonNode document) {
        paths = document.get("paths");
        close(paths);
    }

    static DescribedInterface of(String name) {
        try (var in = DescribedInterface.class.getResourceAsStream("/descriptions/" + name)) {
            return new DescribedInterface(JsonMapper.shared().readTree(in));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void close(JsonNode node) {
        node.forEach(DescribedInterface::close);
        // Alternatives that are joined would close each other.
        if (node instanceof ObjectNode object
                && object.path("properties").isObject()
                && !object.has("anyOf")
                && !object.has("allOf")) object.put("additionalProperties", false);
    }

    /** What does not fit about a request and its answer, one line each. */
    List<String> problems(String method, String whole, String body, Reply reply) {
        var parts = whole.split("\\?", 2);
        var call = method + " " + parts[0];
        var path =
                paths.properties().stream()
                        .filter(
                                each ->
                                        parts[0].matches(
                                                each.getKey().replaceAll("\\{\\w+}", "[^/]+")))
                        .findFirst();
        if (path.isEmpty()) return List.of(call + ": no such path");
        var operation = path.get().getValue().path(method.toLowerCase(Locale.ROOT));
        if (operation.isMissingNode()) return List.of(call + ": no such method");
        var problems = new ArrayList<String>();
        if (parts.length > 1)
            for (var each : parts[1].split("&"))
                if (operation
                        .get("query")
                        .valueStream()
                        .noneMatch(name -> name.asString().equals(name(each))))
                    problems.add(call + ": no parameter " + each);
        if (operation.has("request") && reply.status() < 400)
            problems.addAll(problems(call + " request", operation.get("request"), body));
        var answer = operation.get("answers").path("" + reply.status());
        if (answer.isMissingNode()) problems.add(call + ": no status " + reply.status());
        else if (!(reply.document() instanceof RawText))
            problems.addAll(
                    problems(
                            call + " " + reply.status(),
                            answer,
                            JsonMapper.shared().writeValueAsString(reply.document())));
        return problems;
    }

    private static String name(String parameter) {
        return URLDecoder.decode(parameter.replaceAll("=.*", ""), StandardCharsets.UTF_8);
    }

    private List<String> problems(String call, JsonNode schema, String body) {
        return schemas
                .computeIfAbsent(
                        schema,
                        each ->
                                SchemaRegistry.withDefaultDialect(
                                                SpecificationVersion.DRAFT_2020_12)
                                        .getSchema(each.toString(), InputFormat.JSON))
                .validate(body, InputFormat.JSON)
                .stream()
                .map(e -> call + " " + e.getInstanceLocation() + ": " + e.getMessage())
                .toList();
    }
}
