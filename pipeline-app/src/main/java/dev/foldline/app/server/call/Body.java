package dev.foldline.app.server.call;

import io.vavr.collection.Vector;

/** What a call takes as its body. */
sealed interface Body {

    /** Nothing. */
    record Nothing() implements Body {}

    /** A text in YAML. */
    record Yaml(String about) implements Body {}

    /** An object of JSON with these fields. */
    record Json(Vector<Field> fields) implements Body {}
}
