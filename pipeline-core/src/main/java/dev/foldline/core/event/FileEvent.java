package dev.foldline.core.event;

import dev.foldline.core.state.Item;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** The outcome of a file effect. */
public sealed interface FileEvent extends Event, Event.Answer {

    /** The artifacts of earlier attempts are removed. */
    record ArtifactsCleaned(long ticket) implements FileEvent {}

    /**
     * The prompt is written and stored.
     *
     * @param prompt id of the prompt's text
     */
    record PromptRendered(long ticket, String prompt) implements FileEvent {}

    /**
     * An artifact is valid and stored.
     *
     * @param content id of its text
     * @param label its decision, one of the step's labels; empty if it decides nothing
     * @param items the work items it names
     * @param submitted what an instructed worker submits with it, by argument, as in an external
     *     call
     */
    record ArtifactAccepted(
            long ticket,
            String artifact,
            String content,
            String label,
            Vector<Item> items,
            Map<String, String> submitted)
            implements FileEvent {
        public ArtifactAccepted(
                long ticket, String artifact, String content, String label, Vector<Item> items) {
            this(ticket, artifact, content, label, items, LinkedHashMap.empty());
        }
    }

    /**
     * The artifact is missing or invalid.
     *
     * @param fingerprint as in {@link dev.foldline.core.state.Fault}
     */
    record ArtifactRefused(
            long ticket,
            String artifact,
            String why,
            Option<String> content,
            Option<String> fingerprint)
            implements FileEvent {

        /** A refusal without a fingerprint, which equals no other. */
        public ArtifactRefused(long ticket, String artifact, String why, Option<String> content) {
            this(ticket, artifact, why, content, Option.none());
        }
    }
}
