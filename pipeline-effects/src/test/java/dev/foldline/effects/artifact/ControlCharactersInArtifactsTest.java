package dev.foldline.effects.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * No field of an artifact takes a control character. The fields are those of the published schemas.
 */
class ControlCharactersInArtifactsTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String[] CONTROLS = {
        "\u001b[31m",
        "\u001b]0;title\u0007",
        "\u0000",
        "\b",
        "\u007f",
        "\u009b1m",
        "\u202e",
        "\u2066",
        "\u200f",
        "\u2028"
    };

    static Iterable<String> published() {
        return ArtifactFormat.published();
    }

    /** Documents that hold a text in one field each, by the field. */
    private static void fields(
            JsonNode schema,
            JsonNode part,
            String where,
            UnaryOperator<JsonNode> around,
            String text,
            Map<String, JsonNode> found) {
        if (part.has("$ref")) {
            fields(
                    schema,
                    schema.at(part.get("$ref").asString().substring(1)),
                    where,
                    around,
                    text,
                    found);
            return;
        }
        part.path("properties")
                .properties()
                .forEach(
                        each ->
                                fields(
                                        schema,
                                        each.getValue(),
                                        where + "/" + each.getKey(),
                                        inner ->
                                                around.apply(
                                                        JSON.objectNode()
                                                                .set(each.getKey(), inner)),
                                        text,
                                        found));
        for (var combined : new String[] {"oneOf", "anyOf", "allOf"})
            part.path(combined).forEach(each -> fields(schema, each, where, around, text, found));
        if (part.path("items").isObject())
            fields(
                    schema,
                    part.get("items"),
                    where + "/0",
                    inner -> around.apply(JSON.arrayNode().add(inner)),
                    text,
                    found);
        if (part.path("additionalProperties").isObject())
            fields(
                    schema,
                    part.get("additionalProperties"),
                    where + "/any",
                    inner -> around.apply(JSON.objectNode().set("any", inner)),
                    text,
                    found);
        if (isText(part)) found.put(where, around.apply(JSON.stringNode(text)));
    }

    private static boolean isText(JsonNode part) {
        var type = part.path("type");
        return part.has("enum")
                || part.has("const")
                || type.isString() && type.asString().equals("string")
                || type.isArray()
                        && type.valueStream().anyMatch(each -> each.asString().equals("string"));
    }

    @ParameterizedTest
    @MethodSource("published")
    void every_field_is_refused_with_its_name(String artifact) {
        var schema = JsonMapper.shared().readTree(ArtifactFormat.schemaText(artifact));
        for (var control : CONTROLS) {
            var documents = new LinkedHashMap<String, JsonNode>();
            fields(schema, schema, "", inner -> inner, "a" + control + "b", documents);
            assertThat(documents).isNotEmpty();
            documents.forEach(
                    (field, document) ->
                            assertThat(problems(artifact, document))
                                    .as(artifact + field)
                                    .anyMatch(
                                            problem ->
                                                    problem.startsWith(
                                                            field
                                                                    + ": contains the control"
                                                                    + " character U+"
                                                                    + "%04X"
                                                                            .formatted(
                                                                                    (int)
                                                                                            control
                                                                                                    .charAt(
                                                                                                            0)))));
        }
    }

    @Test
    void field_names_and_artifacts_without_a_schema_are_checked_too() {
        assertThat(problems("notes", JSON.objectNode().set("a\u001b[1m", JSON.objectNode())))
                .containsExactly("/a\\u001b[1m: contains the control character U+001B; remove it");
        assertThat(problems("notes", JSON.objectNode().set("x", JSON.arrayNode().add("\u202e"))))
                .containsExactly("/x/0: contains the control character U+202E; remove it");
        assertThat(
                        problems(
                                "notes",
                                JSON.objectNode().put("x", "line\n\tline \u00e4 \ud83d\ude00")))
                .isEmpty();
    }

    private static List<String> problems(String artifact, JsonNode document) {
        return switch (ArtifactFormat.of(artifact)
                .read(
                        JsonMapper.shared()
                                .writeValueAsString(document)
                                .getBytes(StandardCharsets.UTF_8),
                        Vector.empty())) {
            case ArtifactFormat.Reading.Valid _ -> List.of();
            case ArtifactFormat.Reading.Invalid(var problems) -> problems;
        };
    }
}
