package dev.foldline.effects.change;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Splits a TOML file into its entries, without interpreting their values. */
final class TomlText {
    private static final String TRIPLE_QUOTES = "\"\"\"";
    private static final String TRIPLE_APOSTROPHES = "'''";

    /**
     * @param name with the names of its tables, separated by dots
     * @param value as it is written, without comments and superfluous space
     */
    record Entry(String name, String value) {}

    private final String text;
    private final StringBuilder line = new StringBuilder();
    private Vector<Entry> entries = Vector.empty();
    private String table = "";
    private int depth;
    private int at;

    private TomlText(String text) {
        this.text = text.replace("\r\n", "\n") + "\n";
    }

    /** Returns the entries; none if the text is no TOML. */
    static Option<Vector<Entry>> entries(String text) {
        var toml = new TomlText(text);
        while (toml.at < toml.text.length()) if (!toml.next()) return Option.none();
        return Option.when(toml.line.isEmpty(), toml.entries);
    }

    /** Returns whether the text can be TOML up to the next character. */
    private boolean next() {
        char each = text.charAt(at);
        if (each == '"' || each == '\'') return string(each);
        if (each == '#') at = text.indexOf('\n', at);
        else if (each == '\n' && depth == 0) return endLine();
        else if (Character.isWhitespace(each)) space();
        else {
            if (each == '[' || each == '{') depth++;
            if (each == ']' || each == '}') depth--;
            line.append(each);
            at++;
        }
        return depth >= 0;
    }

    private void space() {
        if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') line.append(' ');
        at++;
    }

    private boolean string(char quote) {
        var triple = quote == '"' ? TRIPLE_QUOTES : TRIPLE_APOSTROPHES;
        var ending = text.startsWith(triple, at) ? triple : String.valueOf(quote);
        int end = at + ending.length();
        while (end < text.length() && !text.startsWith(ending, end)) {
            if (text.charAt(end) == '\n' && ending.length() == 1) return false;
            end += quote == '"' && text.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= text.length()) return false;
        end += ending.length();
        while (ending.length() > 1 && text.charAt(end) == quote) end++;
        line.append(text, at, end);
        at = end;
        return true;
    }

    private boolean endLine() {
        at++;
        var statement = line.toString().strip();
        line.setLength(0);
        if (statement.isEmpty()) return true;
        if (statement.startsWith("[") && statement.endsWith("]")) {
            table = name(statement.replaceAll("^\\[+|]+$", ""));
            entries = entries.append(new Entry(table, "table"));
            return true;
        }
        int sign = sign(statement);
        if (sign < 1) return false;
        var name = name(statement.substring(0, sign));
        entries =
                entries.append(
                        new Entry(
                                table.isEmpty() ? name : table + "." + name,
                                statement.substring(sign + 1).strip()));
        return true;
    }

    /** Returns where the first = outside quotes is. */
    private static int sign(String statement) {
        char quote = 0;
        for (int at = 0; at < statement.length(); at++) {
            char each = statement.charAt(at);
            if (quote != 0) quote = each == quote ? 0 : quote;
            else if (each == '"' || each == '\'') quote = each;
            else if (each == '=') return at;
        }
        return -1;
    }

    private static String name(String key) {
        return key.replaceAll("[\\s\"']", "");
    }
}
