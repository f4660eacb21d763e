package dev.foldline.effects.artifact;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A JSON Schema that JSON is held against. */
public final class SchemaCheck {
    private static final int PROBLEMS_MAX = 20;

    private final Schema schema;

    private SchemaCheck(Schema schema) { this.schema = schema; }

    /** @param schemaText a schema of ours, in the dialect 2020-12 */
    public static SchemaCheck of(String schemaText) {
        return new SchemaCheck(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schemaText, InputFormat.JSON));
    }

    /** What is wrong with a text, one line each: where and what; none if it fits. */
    public List<String> problems(byte[] content) {
        return switch (ArtifactJson.read(content)) {
            case ArtifactJson.Read.NotJson(var why) -> List.of(why);
            case ArtifactJson.Read.Tree(var node)   -> problems(node);
        };
    }

    List<String> problems(JsonNode node) {
        return schema.validate(node).stream().map(SchemaCheck::line).distinct().sorted().limit(PROBLEMS_MAX).toList();
    }

    private static String line(Error error) {
        var where = error.getInstanceLocation().toString();
        return (where.isEmpty() ? "the whole" : where) + ": " + error.getMessage();
    }
}
