package dev.foldline.app.server.call;

import dev.foldline.app.server.live.Subscription;

import java.util.Map;

/** What a request is answered with. */
public sealed interface ApiResponse {

    /**
     * A document.
     *
     * @param document a value that {@link dev.foldline.app.output.JsonOutput} can write
     * @param headers additional headers
     */
    record Json(int status, Map<String, ?> document, Map<String, String> headers)
            implements ApiResponse {}

    /** A document with a secret for the caller. */
    record Unredacted(Map<String, ?> document) implements ApiResponse {}

    /**
     * A browser has signed in: it gets its cookie, and forgets which page it asked for.
     *
     * @param address where it goes next
     */
    record LoggedIn(String address, String cookie) implements ApiResponse {}

    /** A document for a browser that has signed out: it forgets its cookie. */
    record LoggedOut(Map<String, ?> document) implements ApiResponse {}

    /** The door stays shut, with this status and reason. */
    record Unauthorized(ApiException refusal) implements ApiResponse {}

    /** A page or a part of one, for browsers. */
    record Page(String type, String content) implements ApiResponse {}

    /**
     * Messages, as they happen.
     *
     * @param form how they are sent
     */
    record Messages(Subscription wanted, Form form) implements ApiResponse {}

    /** How messages are sent. */
    enum Form {
        EVENT_STREAM,
        WEB_SOCKET
    }

    static Json json(Map<String, ?> document) {
        return new Json(200, document, Map.of());
    }
}
