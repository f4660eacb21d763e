package dev.foldline.core.effect;

import io.vavr.collection.Vector;

/** An effect on the files exchanged with agents. */
public sealed interface FileEffect extends LocalEffect {

    EffectKey key();

    /** Remove artifacts of an earlier attempt. */
    record CleanArtifacts(EffectKey key, Vector<String> artifacts) implements FileEffect {}

    /** Write the prompt for a role. */
    record RenderPrompt(EffectKey key, String role, String template, PromptContext brief)
            implements FileEffect {}

    /**
     * Read, validate and store an artifact. Its label must be one of these.
     *
     * @param done ids of the work items that are already done, if the artifact names work items
     * @param choices ids of the work items that it may name; empty, as in older logs, if it may
     *     name any
     */
    record CollectArtifact(
            EffectKey key,
            String artifact,
            Vector<String> labels,
            Vector<String> done,
            Vector<String> choices)
            implements FileEffect {
        public CollectArtifact(EffectKey place, String artifact, Vector<String> labels) {
            this(place, artifact, labels, Vector.empty(), Vector.empty());
        }
    }
}
