package dev.foldline.core.event;

import dev.foldline.core.state.Item;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What became of the files exchanged with agents. */
public sealed interface FileEvent extends Event, Event.Answer {

    /** What an earlier try left is gone. */
    record ArtifactsCleaned(long ticket) implements FileEvent {}

    /**
     * The prompt is written and kept.
     *
     * @param prompt id of the prompt's text
     */
    record PromptRendered(long ticket, String prompt) implements FileEvent {}

    /**
     * An artifact is valid and kept.
     *
     * @param content id of its text
     * @param label what it decides, one of the step's labels; empty if nothing
     * @param items the work items it names
     * @param handedIn what an instructed worker brings with it, by argument, as a call from outside would
     */
    record ArtifactAccepted(long ticket, String artifact, String content, String label, Vector<Item> items, Map<String, String> handedIn)
            implements FileEvent {
        public ArtifactAccepted(long ticket, String artifact, String content, String label, Vector<Item> items) {
            this(ticket, artifact, content, label, items, LinkedHashMap.empty());
        }
    }

    /** It is missing or invalid: the same thing. */
    record ArtifactRefused(long ticket, String artifact, String why, Option<String> content) implements FileEvent {}
}
