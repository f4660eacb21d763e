package dev.foldline.app.server.call;

import dev.foldline.app.operation.Field;

import io.vavr.collection.Vector;

/** What a call takes as its body. */
sealed interface RequestBody {

    /** Nothing. */
    record Nothing() implements RequestBody {}

    /** A delivery of a forge, signed in one of several headers. */
    record Delivery() implements RequestBody {
        static final Vector<String> HEADERS =
                Vector.of(
                        "X-Hub-Signature-256",
                        "X-Gitea-Signature",
                        "X-Forgejo-Signature",
                        "X-Gitlab-Token",
                        "webhook-signature");
    }

    /** A text in YAML. */
    record Yaml(String about) implements RequestBody {}

    /** An object of JSON with these fields. */
    record Json(Vector<Field<?>> fields) implements RequestBody {}
}
