package dev.foldline.effects.change;

import dev.foldline.effects.change.CodeText.Syntax;

/** Finds where the bodies of tests are: by brackets, or by indentation if the language has none. */
record TestBlocks(CodeText source, Syntax syntax, String path) {
    private static final int BODY_CHARS_MAX = 50_000;
    private static final int SIGNATURE_LINES_MAX = 50;

    record Range(int from, int to) {
        Range cut(int charsMax) {
            return new Range(from, Math.min(to, from + charsMax));
        }
    }

    /**
     * Returns the body of a test.
     *
     * @param from after its name
     * @param next where the next test begins, or the end of the file
     */
    Range of(int from, int next) {
        if (isIndented()) return indented(from);
        int opening = source.mask().indexOf('{', from);
        if (opening < 0 || opening >= next) return line(from, next);
        return new Range(opening, closing(opening));
    }

    private boolean isIndented() {
        return syntax == Syntax.HASH && !path.matches(".*\\.(?:sh|bash|bats|pl|t|r|R)");
    }

    /** Returns the position after the bracket that closes the one at a position. */
    private int closing(int opening) {
        var mask = source.mask();
        int open = 0;
        int end = Math.min(mask.length(), opening + BODY_CHARS_MAX);
        for (int at = opening; at < end; at++) {
            if (mask.charAt(at) == '{') open++;
            if (mask.charAt(at) == '}' && --open == 0) return at + 1;
        }
        return end;
    }

    /** A test without a block is an expression. */
    private Range line(int from, int next) {
        int end = source.mask().indexOf(");", from);
        int last = end < 0 ? next : Math.min(next, end + 2);
        return new Range(Math.min(from, last), last);
    }

    /** The lines after the signature that are indented more than it. */
    private Range indented(int from) {
        var mask = source.mask();
        int start = mask.lastIndexOf('\n', from) + 1;
        int indentation = indentation(start);
        int body = endOfSignature(from);
        int at = lineEnd(body);
        while (at < mask.length() && at - body < BODY_CHARS_MAX) {
            int end = lineEnd(at);
            if (!mask.substring(at, end).isBlank() && indentation(at) <= indentation) break;
            at = end;
        }
        return new Range(body, at);
    }

    /** In Python, a signature ends with a colon after its parentheses. */
    private int endOfSignature(int from) {
        var mask = source.mask();
        if (!path.endsWith(".py")) return from;
        int at = from;
        for (int line = 0; line < SIGNATURE_LINES_MAX && at < mask.length(); line++) {
            int end = lineEnd(at);
            int colon = mask.substring(at, end).lastIndexOf("):");
            int arrow = mask.substring(at, end).lastIndexOf("->");
            if (colon >= 0) return at + colon + 2;
            if (arrow >= 0)
                return Math.max(
                        at + arrow + 2, at + mask.substring(at, end).indexOf(':', arrow) + 1);
            at = end;
        }
        return from;
    }

    /** Returns where the next line begins. */
    private int lineEnd(int from) {
        int end = source.mask().indexOf('\n', from);
        return end < 0 ? source.mask().length() : end + 1;
    }

    private int indentation(int from) {
        var mask = source.mask();
        int at = from;
        while (at < mask.length() && (mask.charAt(at) == ' ' || mask.charAt(at) == '\t')) at++;
        return at - from;
    }
}
