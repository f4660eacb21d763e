package dev.foldline.effects.artifact;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Formats a commit message from a submitted artifact. */
public final class CommitMessages {
    private CommitMessages() {}

    /**
     * Returns subject, blank line and body; empty if the text is not an artifact with a subject.
     */
    public static Optional<String> text(String artifact) {
        return switch (ArtifactJson.read(artifact.getBytes(StandardCharsets.UTF_8))) {
            case ArtifactJson.Read.NotJson _ -> Optional.empty();
            case ArtifactJson.Read.Tree(var node) ->
                    Optional.of(text(node)).filter(text -> !text.isBlank());
        };
    }

    private static String text(JsonNode node) {
        var body = node.path("body").asString("").strip();
        return node.path("subject").asString("").strip()
                + (body.isEmpty() ? "" : "\n\n" + body)
                + "\n";
    }
}
