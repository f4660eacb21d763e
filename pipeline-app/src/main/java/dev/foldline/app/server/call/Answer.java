package dev.foldline.app.server.call;

import dev.foldline.app.server.live.Position;
import dev.foldline.effects.store.RunDirectory;
import java.util.Map;

/** What a request is answered with. */
public sealed interface Answer {

    /**
     * A document.
     *
     * @param document a value that {@link dev.foldline.app.command.JsonText} can write
     * @param headers besides the usual ones
     */
    record Told(int status, Map<String, ?> document, Map<String, String> headers) implements Answer {}

    /** A document with a secret that was made for whoever asked. */
    record Revealed(Map<String, ?> document) implements Answer {}

    /** A document for a browser that has signed out: it forgets its cookie. */
    record Parted(Map<String, ?> document) implements Answer {}

    /** The door stays shut, with this status and reason. */
    record TurnedAway(Refusal refusal) implements Answer {}

    /** A page or a part of one, for browsers. */
    record Page(String type, String content) implements Answer {}

    /**
     * The messages of a workflow, as they happen.
     *
     * @param after the last that the client knows
     * @param form how they are sent
     */
    record Messages(RunDirectory workflow, Position after, Form form) implements Answer {}

    /** How messages are sent. */
    enum Form { EVENT_STREAM, WEB_SOCKET }

    static Told told(Map<String, ?> document) { return new Told(200, document, Map.of()); }
}
