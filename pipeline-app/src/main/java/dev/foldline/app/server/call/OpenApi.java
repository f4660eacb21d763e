package dev.foldline.app.server.call;

import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.FrontEnd;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Version;

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
    private static final Map<String, Object> ERROR =
            JsonOutput.fields(
                    "type",
                    "object",
                    "required",
                    List.of("error"),
                    "properties",
                    JsonOutput.fields(
                            "error",
                                    JsonOutput.fields(
                                            "type", "string", "description", "what happened"),
                            "place", JsonOutput.fields("type", "string", "description", "where"),
                            "next",
                                    JsonOutput.fields(
                                            "type",
                                            "string",
                                            "description",
                                            "what to do about it")));

    private OpenApi() {}

    static Map<String, Object> of(Vector<ApiCall> calls) {
        var paths = new LinkedHashMap<String, Object>();
        calls.groupBy(ApiCall::template).toJavaMap().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(path -> paths.put(path.getKey(), operations(path.getValue())));
        return JsonOutput.fields(
                "openapi",
                "3.1.0",
                "info",
                JsonOutput.fields("title", "Foldline", "version", Version.text()),
                "security",
                List.of(
                        JsonOutput.fields("token", List.of()),
                        JsonOutput.fields("login", List.of())),
                "paths",
                paths,
                "components",
                JsonOutput.fields(
                        "schemas",
                        JsonOutput.fields("Error", ERROR),
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
        var operation = JsonOutput.fields("summary", call.about(), "parameters", parameters(call));
        switch (call.body()) {
            case RequestBody.Nothing _ -> {}
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
                        "default",
                        JsonOutput.fields(
                                "description",
                                "it was refused; nothing was changed, unless the message says so",
                                "content",
                                content(
                                        ApiCall.Gives.JSON,
                                        JsonOutput.fields("$ref", "#/components/schemas/Error")))));
        return operation;
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

    private static boolean isNeeded(Field<?> field) {
        return field.isRequired(FrontEnd.HTTP);
    }

    private static Map<String, Object> response(ApiCall.Gives gives) {
        var schema =
                gives.schema()
                        .map(
                                name ->
                                        JsonOutput.fields(
                                                "type",
                                                "object",
                                                "required",
                                                List.of("schema"),
                                                "properties",
                                                JsonOutput.fields(
                                                        "schema",
                                                        JsonOutput.fields("const", name))))
                        .getOrElse(() -> JsonOutput.fields());
        return JsonOutput.fields("description", "done", "content", content(gives.type(), schema));
    }

    private static Map<String, Object> content(String type, Map<String, Object> schema) {
        return JsonOutput.fields(type, JsonOutput.fields("schema", schema));
    }
}
