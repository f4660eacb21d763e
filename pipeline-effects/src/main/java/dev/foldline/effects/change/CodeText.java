package dev.foldline.effects.change;

/**
 * A source file without its comments.
 *
 * @param code the text with its strings; a comment is space
 * @param mask the same with the content of strings as space too, at the same positions
 */
record CodeText(String code, String mask) {

    /** How a language writes comments and strings. */
    enum Syntax {
        /** Comments begin with two slashes; apostrophes are for strings as well. */
        SCRIPT,
        /** Comments begin with two slashes; apostrophes are for characters. */
        TYPED,
        /** Comments begin with {@code #}. */
        HASH;

        static Syntax of(String path) {
            return switch (path.substring(path.lastIndexOf('.') + 1)) {
                case "py", "rb", "sh", "bash", "bats", "ex", "exs", "pl", "t", "r", "R" -> HASH;
                case "js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte" ->
                        SCRIPT;
                case "php", "dart", "groovy", "gradle" -> SCRIPT;
                default -> TYPED;
            };
        }
    }

    static CodeText of(String text, Syntax syntax) {
        return new Scanner(text, syntax).scan();
    }

    private static final class Scanner {
        private static final int ESCAPE_MAX = 12;

        private final String text;
        private final Syntax syntax;
        private final StringBuilder code = new StringBuilder();
        private final StringBuilder mask = new StringBuilder();
        private int at;

        Scanner(String text, Syntax syntax) {
            this.text = text;
            this.syntax = syntax;
        }

        CodeText scan() {
            while (at < text.length()) next();
            return new CodeText(code.toString(), mask.toString());
        }

        private void next() {
            char each = text.charAt(at);
            if (isLineComment()) blank(lineEnd());
            else if (syntax != Syntax.HASH && text.startsWith("/*", at)) blank(after("*/", at + 2));
            else if (each == '"' || each == '\'' || each == '`') quoted(each);
            else plain();
        }

        private boolean isLineComment() {
            return syntax == Syntax.HASH
                    ? text.charAt(at) == '#' && (at == 0 || text.charAt(at - 1) != '$')
                    : text.startsWith("//", at);
        }

        private void plain() {
            code.append(text.charAt(at));
            mask.append(text.charAt(at));
            at++;
        }

        private void blank(int end) {
            for (; at < end; at++) {
                char space = text.charAt(at) == '\n' ? '\n' : ' ';
                code.append(space);
                mask.append(space);
            }
        }

        private void quoted(char quote) {
            var triple = String.valueOf(quote).repeat(3);
            if (text.startsWith(triple, at)) string(after(triple, at + 3));
            else if (quote == '\'' && syntax == Syntax.TYPED && !isCharacter()) plain();
            else string(end(quote));
        }

        /** An apostrophe may also begin a lifetime, or be in a number. */
        private boolean isCharacter() {
            int end = at + 1;
            if (end < text.length() && text.charAt(end) == '\\') {
                int last = Math.min(text.length(), end + ESCAPE_MAX);
                return last > end + 2 && text.indexOf('\'', end + 2, last) >= 0;
            }
            return end + 1 < text.length() && text.charAt(end + 1) == '\'';
        }

        /** Returns where a string ends; without a second quote, at the end of the line. */
        private int end(char quote) {
            for (int end = at + 1; end < text.length(); end++) {
                char each = text.charAt(end);
                if (each == '\\') end++;
                else if (each == quote) return end + 1;
                else if (each == '\n' && quote != '`') return end;
            }
            return text.length();
        }

        private void string(int end) {
            int last = Math.min(end, text.length());
            for (int from = at; at < last; at++) {
                char each = text.charAt(at);
                code.append(each);
                boolean isShown = at == from || at == last - 1 || each == '\n';
                mask.append(isShown ? each : ' ');
            }
        }

        private int after(String ending, int from) {
            int end = text.indexOf(ending, from);
            return end < 0 ? text.length() : end + ending.length();
        }

        private int lineEnd() {
            int end = text.indexOf('\n', at);
            return end < 0 ? text.length() : end;
        }
    }
}
