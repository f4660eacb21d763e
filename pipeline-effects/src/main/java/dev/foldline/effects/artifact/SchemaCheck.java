package dev.foldline.effects.artifact;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import dev.foldline.effects.redact.ControlCharacters;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Validates JSON against a schema. */
public final class SchemaCheck {
    private static final int PROBLEMS_MAX = 20;

    private final Schema schema;

    private SchemaCheck(Schema schema) {
        this.schema = schema;
    }

    /**
     * @param schemaText one of Foldline's schemas, in the dialect 2020-12
     */
    public static SchemaCheck of(String schemaText) {
        return new SchemaCheck(
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(schemaText, InputFormat.JSON));
    }

    /** Returns the problems of a text, one line each: location and problem; none if it is valid. */
    public List<String> problems(byte[] content) {
        return switch (ArtifactJson.read(content)) {
            case ArtifactJson.Read.NotJson(var why) -> List.of(why);
            case ArtifactJson.Read.Tree(var node) -> problems(node);
        };
    }

    List<String> problems(JsonNode node) {
        var controls = new ArrayList<String>();
        findControls(node, "", controls);
        return Stream.concat(
                        controls.stream(),
                        schema.validate(node).stream().map(SchemaCheck::line).distinct().sorted())
                .limit(PROBLEMS_MAX)
                .toList();
    }

    /** Control characters are rejected in names and values, whatever the schema. */
    private static void findControls(JsonNode node, String where, List<String> problems) {
        if (node.isString())
            ControlCharacters.first(node.asString())
                    .ifPresent(each -> problems.add(control(where, each)));
        for (int i = 0; i < node.size() && node.isArray(); i++)
            findControls(node.get(i), where + "/" + i, problems);
        node.properties()
                .forEach(
                        field -> {
                            var place = where + "/" + ControlCharacters.escape(field.getKey());
                            ControlCharacters.first(field.getKey())
                                    .ifPresent(each -> problems.add(control(place, each)));
                            findControls(field.getValue(), place, problems);
                        });
    }

    private static String control(String where, int character) {
        return (where.isEmpty() ? "the whole" : where)
                + ": contains the control character "
                + ControlCharacters.name(character)
                + "; remove it";
    }

    private static String line(Error error) {
        var where = error.getInstanceLocation().toString();
        return (where.isEmpty() ? "the whole" : where) + ": " + error.getMessage();
    }
}
