package dev.foldline.effects.json;

import dev.foldline.core.PipelineBug;

/**
 * Unpaired surrogates. Truncated text may end in one. UTF-8 cannot represent it, so it would be
 * read as a question mark and the replayed state would differ from the original.
 */
final class Surrogates {
    private Surrogates() {}

    /** Returns the JSON with unpaired surrogates escaped. They can only occur within strings. */
    static String escapeLone(String json) {
        int lone = firstLone(json, 0);
        return lone < 0 ? json : escaped(json, lone);
    }

    /**
     * Returns a name without unpaired surrogates, because parsers reject their escapes in names.
     */
    static String whole(String name) {
        if (firstLone(name, 0) >= 0) {
            throw new PipelineBug("a key with half a character: " + escapeLone(name));
        }
        return name;
    }

    private static String escaped(String json, int firstLone) {
        var text = new StringBuilder(json.length() + 16);
        int from = 0;
        for (int lone = firstLone; lone >= 0; lone = firstLone(json, from)) {
            text.append(json, from, lone)
                    .append("\\u")
                    .append(Integer.toHexString(json.charAt(lone)));
            from = lone + 1;
        }
        return text.append(json, from, json.length()).toString();
    }

    private static int firstLone(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (Character.isSurrogate(unit)) {
                if (i + 1 == text.length()
                        || !Character.isSurrogatePair(unit, text.charAt(i + 1))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }
}
