package dev.foldline.effects.json;

import dev.foldline.core.PipelineBug;

/**
 * Halves of characters. Text that was cut at a length may end in one; in UTF-8 there is no such thing, so it would come
 * back as a question mark and a replayed state would differ from the one that lived.
 */
final class Surrogates {
    private Surrogates() {}

    /** JSON in which halves without their other half are written as escapes. They can only stand within strings. */
    static String escapeLone(String json) {
        int lone = firstLone(json, 0);
        return lone < 0 ? json : escaped(json, lone);
    }

    /** A name, which must be in whole characters: parsers refuse the escape of a half in a name. */
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
            text.append(json, from, lone).append("\\u").append(Integer.toHexString(json.charAt(lone)));
            from = lone + 1;
        }
        return text.append(json, from, json.length()).toString();
    }

    private static int firstLone(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (Character.isSurrogate(unit)) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(unit, text.charAt(i + 1))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }
}
