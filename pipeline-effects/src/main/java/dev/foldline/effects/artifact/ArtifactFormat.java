package dev.foldline.effects.artifact;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Advice;
import dev.foldline.core.workflow.Attempts;

import io.vavr.collection.Vector;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Validates an artifact and determines its label. There is one for each published schema; any JSON
 * object is valid for other names.
 */
public final class ArtifactFormat {

    private static final Map<String, ArtifactFormat> KNOWN = new ConcurrentHashMap<>();
    private static final List<String> PUBLISHED =
            List.of(
                    "plan",
                    "development_result",
                    "issues",
                    "fix_result",
                    "commit_message",
                    "spec",
                    "requirements",
                    "research",
                    "feature_plan",
                    "merge_message",
                    "submission",
                    Advice.ARTIFACT);

    /** The field with the ids of the work items of an artifact of Foldline, by name. */
    private static final Map<String, String> IDS =
            Map.of(Attempts.LIST, "attempts", Attempts.CHOICE, "winner");

    private static final String TEXT = "text";

    /** The field with the work items of a plan. */
    static final String STEPS = "steps";

    private final String name;
    private final SchemaCheck schema;
    private final String itemsField;

    ArtifactFormat(String name, String schemaText, String itemsField) {
        this.name = name;
        this.itemsField = itemsField;
        this.schema = SchemaCheck.of(schemaText);
    }

    public static ArtifactFormat of(String artifact) {
        return KNOWN.computeIfAbsent(
                artifact,
                name -> new ArtifactFormat(name, schemaText(name), IDS.getOrDefault(name, STEPS)));
    }

    /** Returns the names of artifacts with a schema. */
    public static List<String> published() {
        return PUBLISHED;
    }

    /** Returns the JSON Schema of an artifact as text. */
    public static String schemaText(String artifact) {
        return PUBLISHED.contains(artifact) || IDS.containsKey(artifact)
                ? resource("/dev/foldline/schemas/" + artifact + ".schema.json")
                : "{\"type\":\"object\"}";
    }

    /** The result of reading an artifact. */
    public sealed interface Reading {
        /**
         * @param label its decision; empty if it is none of the requested labels
         */
        record Valid(String label, Vector<Item> items) implements Reading {}

        /**
         * @param problems one line each: location and problem
         */
        record Invalid(List<String> problems) implements Reading {}
    }

    /** Validates the content and finds its label among the requested ones. */
    public Reading read(byte[] content, Vector<String> labels) {
        return switch (ArtifactJson.read(content)) {
            case ArtifactJson.Read.NotJson(var why) -> new Reading.Invalid(List.of(why));
            case ArtifactJson.Read.Tree(var node) -> {
                var misshapen = schema.problems(node);
                var problems =
                        misshapen.isEmpty() && name.equals("feature_plan")
                                ? CrossReferences.problems(node)
                                : misshapen;
                yield problems.isEmpty()
                        ? new Reading.Valid(label(node, labels), items(node))
                        : new Reading.Invalid(problems);
            }
        };
    }

    /** Returns what a valid artifact contains next to its decision: the text of an instruction. */
    Map<String, String> words(byte[] content) {
        return name.equals(Advice.ARTIFACT)
                        && ArtifactJson.read(content) instanceof ArtifactJson.Read.Tree(var node)
                ? Map.of(TEXT, node.path(TEXT).asString(""))
                : Map.of();
    }

    /** The label is the stated status; for a list of issues, whether there are any. */
    private String label(JsonNode node, Vector<String> labels) {
        String stated =
                name.equals("issues")
                        ? (node.path("issues").isEmpty() ? "clean" : "issues")
                        : node.path("status").asString("");
        return labels.contains(stated) ? stated : "";
    }

    /** Returns the work items: texts, or objects with a title. */
    private Vector<Item> items(JsonNode node) {
        if (itemsField.equals(IDS.get(name))) return stated(node.path(itemsField));
        var items = Vector.<Item>empty();
        for (JsonNode step : node.path(itemsField)) {
            items =
                    items.append(
                            new Item(
                                    "step-" + (items.size() + 1),
                                    step.isString()
                                            ? step.asString()
                                            : step.path("title").asString(""),
                                    Vector.empty(),
                                    Item.TODO));
        }
        return items;
    }

    /** Returns the items with these ids: one text, or a list of texts. */
    private Vector<Item> stated(JsonNode ids) {
        var all = ids.isString() ? Vector.of(ids) : Vector.ofAll(ids.values());
        var tags =
                name.equals(Attempts.LIST) ? Vector.of(Attempts.ATTEMPT) : Vector.<String>empty();
        return all.map(JsonNode::asString).map(id -> new Item(id, id, tags, Item.TODO));
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
