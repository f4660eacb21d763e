package dev.foldline.effects.artifact;

import java.util.Map;

/**
 * The schemas of artifacts: those that Foldline publishes, and those of a workflow.
 *
 * @param own the schemas of the workflow's own artifacts, by name
 */
public record Schemas(Map<String, String> own) {
    /** Published schemas only. */
    public static final Schemas OURS = new Schemas(Map.of());

    public Schemas {
        own = Map.copyOf(own);
    }

    /** Returns the JSON Schema of an artifact as text. */
    public String text(String artifact) {
        var text = own.get(artifact);
        return text == null ? ArtifactFormat.schemaText(artifact) : text;
    }

    /** Returns the format of an artifact. */
    public ArtifactFormat format(String artifact) {
        var text = own.get(artifact);
        return text == null ? ArtifactFormat.of(artifact) : new ArtifactFormat(artifact, text);
    }
}
