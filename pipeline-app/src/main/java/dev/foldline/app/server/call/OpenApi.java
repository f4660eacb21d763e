package dev.foldline.app.server.call;

import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.Version;
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
    private static final Map<String, Object> ERROR = JsonText.fields("type", "object", "required", List.of("error"), "properties", JsonText.fields(
            "error", JsonText.fields("type", "string", "description", "what happened"),
            "place", JsonText.fields("type", "string", "description", "where"),
            "next", JsonText.fields("type", "string", "description", "what to do about it")));

    private OpenApi() {}

    static Map<String, Object> of(Vector<Call> calls) {
        var paths = new LinkedHashMap<String, Object>();
        calls.groupBy(Call::template).toJavaMap().entrySet().stream().sorted(Map.Entry.comparingByKey())
                .forEach(path -> paths.put(path.getKey(), operations(path.getValue())));
        return JsonText.fields("openapi", "3.1.0",
                "info", JsonText.fields("title", "Foldline", "version", Version.text()),
                "security", List.of(JsonText.fields("token", List.of()), JsonText.fields("login", List.of())),
                "paths", paths,
                "components", JsonText.fields("schemas", JsonText.fields("Error", ERROR), "securitySchemes", JsonText.fields(
                        "token", JsonText.fields("type", "http", "scheme", "bearer"),
                        "login", JsonText.fields("type", "apiKey", "in", "cookie", "name", "foldline-PORT"))));
    }

    private static Map<String, Object> operations(Vector<Call> calls) {
        var operations = new LinkedHashMap<String, Object>();
        calls.forEach(call -> operations.put(call.method().name().toLowerCase(Locale.ROOT), operation(call)));
        return operations;
    }

    private static Map<String, Object> operation(Call call) {
        var operation = JsonText.fields("summary", call.about(), "parameters", parameters(call));
        switch (call.body()) {
            case Body.Nothing _       -> {}
            case Body.Yaml(var about) -> operation.put("requestBody", body("application/yaml", JsonText.fields("type", "string", "description", about), true));
            case Body.Json(var fields) -> operation.put("requestBody", body(Call.Gives.JSON, object(fields), fields.exists(OpenApi::isNeeded)));
        }
        operation.put("responses", JsonText.fields(Integer.toString(call.gives().status()), response(call.gives()),
                "default", JsonText.fields("description", "it was refused; nothing was changed, unless the message says so",
                        "content", content(Call.Gives.JSON, JsonText.fields("$ref", "#/components/schemas/Error")))));
        return operation;
    }

    private static Map<String, Object> body(String type, Map<String, Object> schema, boolean required) {
        return JsonText.fields("required", required, "content", content(type, schema));
    }

    private static Map<String, Object> object(Vector<Field> fields) {
        var properties = new LinkedHashMap<String, Object>();
        fields.forEach(field -> properties.put(field.name(), field.schema()));
        return JsonText.fields("type", "object", "additionalProperties", false, "required", fields.filter(OpenApi::isNeeded).map(Field::name), "properties", properties);
    }

    private static List<Object> parameters(Call call) {
        var parameters = new ArrayList<>();
        NAME.matcher(call.template()).results().forEach(name -> parameters.add(
                JsonText.fields("name", name.group(1), "in", "path", "required", true, "schema", JsonText.fields("type", "string"))));
        call.query().forEach(field -> parameters.add(JsonText.fields("name", field.name(), "in", "query", "required", isNeeded(field),
                "description", field.about(), "schema", field.schema())));
        return parameters;
    }

    private static boolean isNeeded(Field field) { return field.need() == Field.Need.REQUIRED; }

    private static Map<String, Object> response(Call.Gives gives) {
        var schema = gives.schema().map(name -> JsonText.fields("type", "object", "required", List.of("schema"),
                "properties", JsonText.fields("schema", JsonText.fields("const", name)))).getOrElse(() -> JsonText.fields());
        return JsonText.fields("description", "done", "content", content(gives.type(), schema));
    }

    private static Map<String, Object> content(String type, Map<String, Object> schema) { return JsonText.fields(type, JsonText.fields("schema", schema)); }
}
