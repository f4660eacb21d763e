package dev.foldline.effects.artifact;

import java.util.Map;

/**
 * The schemas of artifacts: those that Foldline publishes, and those of a workflow.
 *
 * @param own the schemas of the workflow's own artifacts, by name
 * @param items the field with the work items of such an artifact, by name; without one, {@code
 *     steps}
 */
public record Schemas(Map<String, String> own, Map<String, String> items) {
    /** Published schemas only. */
    public static final Schemas OURS = new Schemas(Map.of());

    public Schemas {
        own = Map.copyOf(own);
        items = Map.copyOf(items);
    }

    /** Schemas of artifacts without work items, or with those of a plan. */
    public Schemas(Map<String, String> own) {
        this(own, Map.of());
    }

    /** Returns the JSON Schema of an artifact as text. */
    public String text(String artifact) {
        var text = own.get(artifact);
        return text == null ? ArtifactFormat.schemaText(artifact) : text;
    }

    /** Returns the format of an artifact. */
    public ArtifactFormat format(String artifact) {
        var text = own.get(artifact);
        return text == null
                ? ArtifactFormat.of(artifact)
                : new ArtifactFormat(
                        artifact, text, items.getOrDefault(artifact, ArtifactFormat.STEPS));
    }
}
