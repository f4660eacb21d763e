package dev.foldline.core.projection;

import io.vavr.collection.Vector;

/** Scalars and lists of one line, written so that every text is read back as it was. */
final class Yaml {
    private Yaml() {}

    /** A text in double quotes. Whatever is not plain to see is escaped. */
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

    static String list(Vector<String> texts) { return texts.map(Yaml::text).mkString("[", ", ", "]"); }

    /** Controls, halves of pairs, and what some readers take for a line's end are not. */
    private static boolean isPlain(char c) {
        return c >= ' ' && c < 0x7f || c >= 0xa0 && c < 0x2000 || c > 0x206f && c < 0xd800 || c > 0xf8ff && c < 0xfeff;
    }
}
