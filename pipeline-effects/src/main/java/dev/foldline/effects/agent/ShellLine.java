package dev.foldline.effects.agent;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A user's shell line with placeholders. Each value stays one word wherever it is: unquoted, in
 * single quotes, in double quotes, or in a command substitution within those.
 */
final class ShellLine {
    private static final char BARE = ' ';
    private static final char SINGLE = '\'';
    private static final char DOUBLE = '"';
    private static final char BACKTICK = '`';

    private final Placeholders values;
    private final StringBuilder filled = new StringBuilder();
    private final Deque<Character> around = new ArrayDeque<>();

    private ShellLine(Placeholders values) {
        this.values = values;
        around.push(BARE);
    }

    static String filled(String line, Placeholders values) {
        return new ShellLine(values).fill(line);
    }

    private String fill(String line) {
        for (int at = 0; at < line.length(); ) {
            var found = values.at(line, at);
            if (found.isPresent()) {
                filled.append(quoted(found.get().value()));
                at += found.get().length();
            } else {
                at += copy(line, at);
            }
        }
        return filled.toString();
    }

    /**
     * Copies the text at an index, tracks the quotes, and returns the number of characters copied.
     */
    private int copy(String line, int at) {
        char now = line.charAt(at);
        char inside = around.element();
        boolean escapes = now == '\\' && inside != SINGLE && at + 1 < line.length();
        boolean opensCommand = now == '$' && inside != SINGLE && line.startsWith("$(", at);
        int length = escapes || opensCommand ? 2 : 1;
        filled.append(line, at, at + length);
        if (opensCommand || (now == '(' && inside == BARE)) around.push(BARE);
        else if (!escapes) follow(now, inside);
        return length;
    }

    private void follow(char now, char inside) {
        boolean closes = inside != BARE ? now == inside : now == ')';
        if (closes && around.size() > 1) around.pop();
        else if (inside == BARE && (now == SINGLE || now == DOUBLE)) around.push(now);
        else if (inside != SINGLE && now == BACKTICK) around.push(BACKTICK);
    }

    private String quoted(String value) {
        return switch (around.element()) {
            case SINGLE -> value.replace("'", "'\\''");
            case DOUBLE -> value.replaceAll("[\\\\\"$`]", "\\\\$0");
            default -> "'" + value.replace("'", "'\\''") + "'";
        };
    }
}
