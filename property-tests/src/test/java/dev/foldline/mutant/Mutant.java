package dev.foldline.mutant;

import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A wrong version of one type of the core. Spaces and line breaks of {@code before} do not matter,
 * and the type is found in any package, so a new format or a moved class does not break it.
 *
 * @param name unique among the mutants of its type
 * @param type simple name of the top-level type it changes
 * @param why the rule that it breaks, and how
 * @param anchor where the search for {@code before} starts; empty if {@code before} occurs once
 * @param equivalent why no test can notice it, if none can
 */
record Mutant(
        String name,
        String type,
        String why,
        String anchor,
        String before,
        String after,
        Optional<String> equivalent) {

    String id() {
        return type + "." + name;
    }

    /** Returns the changed source. */
    String apply(String source) {
        var plain = new CondensedText(source);
        int from = anchor.isEmpty() ? 0 : plain.indexOf(anchor, 0);
        if (from < 0) throw missing(anchor);
        int start = plain.indexOf(before, from);
        if (start < 0) throw missing(before);
        if (anchor.isEmpty() && plain.indexOf(before, start + 1) >= 0)
            throw new IllegalStateException(
                    id() + ": this occurs twice in " + type + ", so it needs \"in:\": " + before);
        return plain.replace(start, before, after);
    }

    private IllegalStateException missing(String text) {
        return new IllegalStateException(id() + ": " + type + " does not contain " + text);
    }

    /** A text without spaces that knows where each character was. */
    private static final class CondensedText {
        private final String source;
        private final String text;
        private final int[] places;

        CondensedText(String source) {
            this.source = source;
            text = condense(source);
            places =
                    IntStream.range(0, source.length())
                            .filter(i -> !Character.isWhitespace(source.charAt(i)))
                            .toArray();
        }

        int indexOf(String wanted, int from) {
            return text.indexOf(condense(wanted), from);
        }

        String replace(int start, String before, String after) {
            int end = start + condense(before).length() - 1;
            return source.substring(0, places[start]) + after + source.substring(places[end] + 1);
        }

        private static String condense(String text) {
            return text.replaceAll("\\s", "");
        }
    }
}
