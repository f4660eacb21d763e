package dev.foldline.effects.artifact;

import tools.jackson.databind.json.JsonMapper;

/** The text of a commit message, from the artifact that was handed in. */
public final class CommitMessages {
    private CommitMessages() {}

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** Subject, blank line, body. */
    public static String text(String artifact) {
        var node = MAPPER.readTree(artifact);
        var body = node.path("body").asString("").strip();
        return node.path("subject").asString("").strip() + (body.isEmpty() ? "" : "\n\n" + body) + "\n";
    }
}
