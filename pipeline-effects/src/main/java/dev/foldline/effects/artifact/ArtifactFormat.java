package dev.foldline.effects.artifact;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.state.Item;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** What an artifact must look like, and what its content decides. One for each published schema; any JSON object for other names. */
public final class ArtifactFormat {

    private static final Map<String, ArtifactFormat> KNOWN = new ConcurrentHashMap<>();
    private static final List<String> PUBLISHED =
            List.of("plan", "development_result", "issues", "fix_result", "commit_message",
                    "spec", "requirements", "research", "feature_plan", "merge_message", "submission");

    private final String name;
    private final SchemaCheck schema;

    private ArtifactFormat(String name, String schemaText) {
        this.name = name;
        this.schema = SchemaCheck.of(schemaText);
    }

    public static ArtifactFormat of(String artifact) {
        return KNOWN.computeIfAbsent(artifact, name -> new ArtifactFormat(name, schemaText(name)));
    }

    /** The names that have a schema of their own. */
    public static List<String> published() { return PUBLISHED; }

    /** The JSON Schema of an artifact, as text. */
    public static String schemaText(String artifact) {
        return PUBLISHED.contains(artifact) ? resource("/dev/foldline/schemas/" + artifact + ".schema.json") : "{\"type\":\"object\"}";
    }

    /** What came of reading an artifact. */
    public sealed interface Reading {
        /** @param label what it decides; empty if none of the labels asked for */
        record Valid(String label, Vector<Item> items) implements Reading {}

        /** @param problems one line each: where and what */
        record Invalid(List<String> problems) implements Reading {}
    }

    /** Checks the content, and finds its label among those asked for. */
    public Reading read(byte[] content, Vector<String> labels) {
        return switch (ArtifactJson.read(content)) {
            case ArtifactJson.Read.NotJson(var why) -> new Reading.Invalid(List.of(why));
            case ArtifactJson.Read.Tree(var node)   -> {
                var misshapen = schema.problems(node);
                var problems = misshapen.isEmpty() && name.equals("feature_plan") ? CrossReferences.problems(node) : misshapen;
                yield problems.isEmpty() ? new Reading.Valid(label(node, labels), items(node)) : new Reading.Invalid(problems);
            }
        };
    }

    /** The label is the status it states; for a list of issues, whether there are any. */
    private String label(JsonNode node, Vector<String> labels) {
        String stated = name.equals("issues") ? (node.path("issues").isEmpty() ? "clean" : "issues") : node.path("status").asString("");
        return labels.contains(stated) ? stated : "";
    }

    /** The work items a plan names: its steps. */
    private static Vector<Item> items(JsonNode node) {
        var items = Vector.<Item>empty();
        for (JsonNode step : node.path("steps")) {
            items = items.append(new Item("step-" + (items.size() + 1), step.path("title").asString(""), Vector.empty(), Item.TODO));
        }
        return items;
    }

    private static String resource(String path) {
        try (InputStream in = ArtifactFormat.class.getResourceAsStream(path)) {
            if (in == null) throw new PipelineBug("missing resource " + path);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new PipelineBug("unreadable resource " + path, unreadable);
        }
    }
}
