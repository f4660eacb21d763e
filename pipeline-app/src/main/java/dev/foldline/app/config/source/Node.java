package dev.foldline.app.config.source;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A piece of configuration as it was written, before anybody knows what it means. */
public sealed interface Node {
    Origin origin();

    /** One scalar, its quotes removed. */
    record Text(String text, Kind kind, Origin origin) implements Node {
        /** The number it is, if it has {@code form} and is not quoted. */
        public Optional<String> number(Pattern form) {
            return Optional.of(text)
                    .filter(_ -> isOf(Kind.NUMBER, Kind.UNTYPED))
                    .filter(each -> form.matcher(each).matches());
        }
    }

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

    /** Whether it is a scalar of one of {@code kinds}. */
    default boolean isOf(Kind... kinds) {
        return this instanceof Text(_, var kind, _) && List.of(kinds).contains(kind);
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
