package dev.foldline.core.projection;

import io.vavr.collection.Vector;

/** Formats scalars and single-line lists so that every text is parsed back unchanged. */
final class Yaml {
    private Yaml() {}

    /**
     * Returns the text in double quotes, with all characters escaped that are not plainly visible.
     */
    static String text(String value) {
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) quoted.append(character(value.charAt(i)));
        return quoted.append('"').toString();
    }

    private static String character(char c) {
        if (c == '"' || c == '\\') return "\\" + c;
        if (c == '\n') return "\\n";
        return isPlain(c) ? String.valueOf(c) : String.format("\\u%04x", (int) c);
    }

    static String list(Vector<String> texts) {
        return texts.map(Yaml::text).mkString("[", ", ", "]");
    }

    /**
     * Control characters, unpaired surrogates and characters that some parsers treat as line ends
     * are not plain.
     */
    private static boolean isPlain(char c) {
        return c >= ' ' && c < 0x7f
                || c >= 0xa0 && c < 0x2000
                || c > 0x206f && c < 0xd800
                || c > 0xf8ff && c < 0xfeff;
    }
}
