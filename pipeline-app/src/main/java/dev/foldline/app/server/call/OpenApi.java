package dev.foldline.app.server.call;

import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Version;
import dev.foldline.app.operation.DocumentSchemas;

import io.vavr.collection.Vector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The table of calls as an OpenAPI document. */
final class OpenApi {
    private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");
    private static final Map<String, Object> IDEMPOTENCY_KEY =
            JsonOutput.fields(
                    "name",
                    "Idempotency-Key",
                    "in",
                    "header",
                    "required",
                    false,
                    "description",
                    "A request that arrives again with the same key is not carried out again.",
                    "schema",
                    JsonOutput.fields("type", "string", "maxLength", 255));
    private static final String PROBLEM = "application/problem+json";
    private static final String ERROR = "Problem";
    private static final String COMPONENT = "#/components/schemas/";

    private OpenApi() {}

    /**
     * @param base the address of the calls, without the part that all have in common
     */
    static Map<String, Object> of(Vector<ApiCall> calls, String base) {
        var paths = new LinkedHashMap<String, Object>();
        calls.groupBy(ApiCall::template).toJavaMap().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(path -> paths.put(path.getKey(), operations(path.getValue())));
        return JsonOutput.fields(
                "openapi",
                "3.1.0",
                "info",
                JsonOutput.fields(
                        "title",
                        "Foldline",
                        "version",
                        Version.text(),
                        "license",
                        JsonOutput.fields("name", "Apache-2.0", "identifier", "Apache-2.0")),
                "servers",
                List.of(JsonOutput.fields("url", base)),
                "security",
                List.of(
                        JsonOutput.fields("token", List.of()),
                        JsonOutput.fields("login", List.of())),
                "paths",
                paths,
                "components",
                JsonOutput.fields(
                        "schemas",
                        DocumentSchemas.read()
                                .components(
                                        calls.flatMap(call -> call.gives().schema()).append(ERROR),
                                        COMPONENT),
                        "securitySchemes",
                        JsonOutput.fields(
                                "token", JsonOutput.fields("type", "http", "scheme", "bearer"),
                                "login",
                                        JsonOutput.fields(
                                                "type",
                                                "apiKey",
                                                "in",
                                                "cookie",
                                                "name",
                                                "foldline-PORT"))));
    }

    private static Map<String, Object> operations(Vector<ApiCall> calls) {
        var operations = new LinkedHashMap<String, Object>();
        calls.forEach(
                call ->
                        operations.put(
                                call.method().name().toLowerCase(Locale.ROOT), operation(call)));
        return operations;
    }

    private static Map<String, Object> operation(ApiCall call) {
        var operation =
                JsonOutput.fields(
                        "operationId",
                        name(call),
                        "summary",
                        call.about(),
                        "parameters",
                        parameters(call));
        if (ApiCall.isPublic(call.template())) operation.put("security", List.of());
        switch (call.body()) {
            case RequestBody.Nothing _ -> {}
            case RequestBody.Delivery _ ->
                    operation.put(
                            "requestBody",
                            body(
                                    ApiCall.Gives.JSON,
                                    JsonOutput.fields(
                                            "type",
                                            "object",
                                            "description",
                                            "a delivery, as the forge sends it",
                                            "required",
                                            List.of()),
                                    true));
            case RequestBody.Yaml(var about) ->
                    operation.put(
                            "requestBody",
                            body(
                                    "application/yaml",
                                    JsonOutput.fields("type", "string", "description", about),
                                    true));
            case RequestBody.Json(var fields) ->
                    operation.put(
                            "requestBody",
                            body(
                                    ApiCall.Gives.JSON,
                                    object(fields),
                                    fields.exists(OpenApi::isNeeded)));
        }
        operation.put(
                "responses",
                JsonOutput.fields(
                        Integer.toString(call.gives().status()),
                        response(call.gives()),
                        "4XX",
                        refusal("it was refused; nothing was changed"),
                        "default",
                        refusal(
                                "it was refused; nothing was changed, unless the message says"
                                        + " so")));
        return operation;
    }

    private static Map<String, Object> refusal(String about) {
        return JsonOutput.fields(
                "description", about, "content", content(PROBLEM, component(ERROR)));
    }

    /** {@code getRunsByIdTimeline} for {@code GET /api/runs/{id}/timeline}. */
    private static String name(ApiCall call) {
        var name = new StringBuilder(call.method().name().toLowerCase(Locale.ROOT));
        for (var part : call.template().replaceFirst("^/(api/)?", "").split("[^A-Za-z{]+")) {
            var word = part.startsWith("{") ? "By-" + part.substring(1) : part;
            for (var each : word.split("-"))
                name.append(each.substring(0, 1).toUpperCase(Locale.ROOT))
                        .append(each.substring(1));
        }
        return name.toString();
    }

    private static Map<String, Object> body(
            String type, Map<String, Object> schema, boolean required) {
        return JsonOutput.fields("required", required, "content", content(type, schema));
    }

    private static Map<String, Object> object(Vector<Field<?>> fields) {
        var properties = new LinkedHashMap<String, Object>();
        fields.forEach(field -> properties.put(field.name(), field.schema()));
        return JsonOutput.fields(
                "type",
                "object",
                "additionalProperties",
                false,
                "required",
                fields.filter(OpenApi::isNeeded).map(Field::name),
                "properties",
                properties);
    }

    private static List<Object> parameters(ApiCall call) {
        var parameters = new ArrayList<>();
        NAME.matcher(call.template())
                .results()
                .forEach(
                        name ->
                                parameters.add(
                                        JsonOutput.fields(
                                                "name",
                                                name.group(1),
                                                "in",
                                                "path",
                                                "required",
                                                true,
                                                "schema",
                                                JsonOutput.fields("type", "string"))));
        if (call.body() instanceof RequestBody.Delivery)
            RequestBody.Delivery.HEADERS.forEach(header -> parameters.add(signature(header)));
        else if (call.method() == ApiCall.Method.POST) parameters.add(IDEMPOTENCY_KEY);
        call.query()
                .forEach(
                        field ->
                                parameters.add(
                                        JsonOutput.fields(
                                                "name",
                                                field.name(),
                                                "in",
                                                "query",
                                                "required",
                                                isNeeded(field),
                                                "description",
                                                field.about(),
                                                "schema",
                                                field.schema())));
        return parameters;
    }

    private static Map<String, Object> signature(String header) {
        return JsonOutput.fields(
                "name",
                header,
                "in",
                "header",
                "required",
                false,
                "description",
                "Shows that the forge knows the secret of the webhook; each forge has its header.",
                "schema",
                JsonOutput.fields("type", "string"));
    }

    private static boolean isNeeded(Field<?> field) {
        return field.isRequired(FrontEnd.HTTP);
    }

    private static Map<String, Object> response(ApiCall.Gives gives) {
        var schema =
                gives.schema()
                        .map(OpenApi::component)
                        .getOrElse(
                                () ->
                                        gives.type().equals(ApiCall.Gives.JSON)
                                                ? JsonOutput.fields("type", "object")
                                                : JsonOutput.fields("type", "string"));
        return JsonOutput.fields("description", "done", "content", content(gives.type(), schema));
    }

    private static Map<String, Object> component(String name) {
        return JsonOutput.fields("$ref", COMPONENT + name);
    }

    private static Map<String, Object> content(String type, Map<String, Object> schema) {
        return JsonOutput.fields(type, JsonOutput.fields("schema", schema));
    }
}
