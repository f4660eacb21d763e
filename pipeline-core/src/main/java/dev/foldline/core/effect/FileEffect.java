package dev.foldline.core.effect;

import io.vavr.collection.Vector;

/** Work on the files exchanged with agents. */
public sealed interface FileEffect extends Inline {

    Place place();

    /** Remove artifacts an earlier try may have left. */
    record CleanArtifacts(Place place, Vector<String> artifacts) implements FileEffect {}

    /** Write the prompt for a role. */
    record RenderPrompt(Place place, String role, String template, Brief brief) implements FileEffect {}

    /**
     * Read, validate and keep an artifact; its label is one of these.
     *
     * @param done ids of the work items that are done already, if it names work items
     */
    record CollectArtifact(Place place, String artifact, Vector<String> labels, Vector<String> done) implements FileEffect {
        public CollectArtifact(Place place, String artifact, Vector<String> labels) { this(place, artifact, labels, Vector.empty()); }
    }
}
