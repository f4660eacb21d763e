package dev.foldline.app.config.source;

import java.util.List;

/** A piece of configuration as it was written, before anybody knows what it means. */
public sealed interface Node {
    Origin origin();

    /** One scalar, its quotes removed. */
    record Text(String text, Kind kind, Origin origin) implements Node {}

    /** A list. */
    record Items(List<Node> items, Origin origin) implements Node {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** A mapping, in the order written; names are distinct. */
    record Fields(List<Field> fields, Origin origin) implements Node {
        public Fields {
            fields = List.copyOf(fields);
        }
    }

    /** A key with nothing after it, or a null. */
    record Nothing(Origin origin) implements Node {}

    /** A key and what it holds. */
    record Field(Text name, Node value) {}

    /** What a scalar looks like: a file says it by its quotes, the environment and flags cannot. */
    enum Kind {
        TEXT,
        NUMBER,
        TRUTH,
        UNTYPED
    }

    /** As a message names it: {@code a list}, {@code the text "five"}. */
    default String phrase() {
        return switch (this) {
            case Text(var text, var kind, _) ->
                    switch (kind) {
                        case TEXT -> "the text \"" + shortened(text) + "\"";
                        case NUMBER -> "the number " + shortened(text);
                        case TRUTH, UNTYPED -> shortened(text);
                    };
            case Items _ -> "a list";
            case Fields _ -> "a group of keys";
            case Nothing _ -> "empty";
        };
    }

    private static String shortened(String text) {
        var line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= 40 ? line : line.substring(0, 37) + "...";
    }
}
