package dev.foldline.effects.change;

import io.vavr.collection.Vector;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a shell script into its simple commands, those within substitutions included. It runs and
 * expands nothing. What no shell would accept still gives commands.
 */
final class ShellScript {
    private static final int DEPTH_MAX = 20;
    private static final String SEPARATORS = "\n;&()";
    private static final String NAME_ENDS = "{([$@*#?!-_";

    private final String text;
    private final int depth;
    private final List<ShellCommand> commands = new ArrayList<>();
    private final ArrayDeque<String> hereDocuments = new ArrayDeque<>();
    private final StringBuilder word = new StringBuilder();
    private Vector<String> words = Vector.empty();
    private boolean isOutputFile;
    private boolean isInWord;
    private int at;

    private ShellScript(String text, int depth) {
        this.text = text;
        this.depth = depth;
    }

    static List<ShellCommand> commands(String text) {
        return commands(text, 0);
    }

    private static List<ShellCommand> commands(String text, int depth) {
        var script = new ShellScript(text, depth);
        while (script.at < text.length()) script.next();
        script.endCommand(false);
        return script.commands;
    }

    private void next() {
        char each = text.charAt(at);
        if (each == '\\') escape();
        else if (each == '\'') literal();
        else if (each == '"') quoted();
        else if (each == '$' || each == '`') substitution();
        else if (each == '#' && !isInWord) at = lineEnd();
        else if (each == '|') pipe();
        else if (each == '<' || each == '>') redirection(each);
        else if (SEPARATORS.indexOf(each) >= 0) separator(each);
        else if (Character.isWhitespace(each)) {
            endWord();
            at++;
        } else {
            add(each);
            at++;
        }
    }

    private void add(char each) {
        isInWord = true;
        word.append(each);
    }

    /** A line that ends with a backslash continues on the next one. */
    private void escape() {
        if (at + 1 < text.length() && text.charAt(at + 1) != '\n') add(text.charAt(at + 1));
        at += 2;
    }

    private void literal() {
        int end = text.indexOf('\'', at + 1);
        if (end < 0) end = text.length();
        isInWord = true;
        word.append(text, at + 1, end);
        at = end + 1;
    }

    private void quoted() {
        isInWord = true;
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            char each = text.charAt(at);
            if (each == '\\') escape();
            else if (each == '$' || each == '`') substitution();
            else {
                add(each);
                at++;
            }
        }
        at++;
    }

    private void substitution() {
        add(ShellCommand.UNKNOWN);
        if (text.charAt(at) == '`') {
            int end = text.indexOf('`', at + 1);
            nested(at + 1, end < 0 ? text.length() : end);
            return;
        }
        at++;
        if (at >= text.length()) return;
        char opening = text.charAt(at);
        if (opening == '(') nested(at + 1, closing(')'));
        else if (opening == '{') at = closing('}') + 1;
        else if (NAME_ENDS.indexOf(opening) >= 0 || Character.isDigit(opening)) at++;
        else while (at < text.length() && isOfName(text.charAt(at))) at++;
    }

    private static boolean isOfName(char each) {
        return each == '_' || Character.isLetterOrDigit(each);
    }

    private void nested(int from, int to) {
        if (depth < DEPTH_MAX)
            for (var each : commands(text.substring(from, Math.max(from, to)), depth + 1))
                commands.add(new ShellCommand(each.words(), true));
        at = to + 1;
    }

    /** Returns where the bracket at this position is closed. */
    private int closing(char bracket) {
        char opening = text.charAt(at);
        int open = 0;
        char quote = 0;
        for (int each = at; each < text.length(); each++) {
            char c = text.charAt(each);
            if (c == '\\') each++;
            else if (quote == '\'') quote = c == '\'' ? 0 : quote;
            else if (c == '\'' && quote == 0) quote = c;
            else if (c == opening) open++;
            else if (c == bracket && --open == 0) return each;
        }
        return text.length();
    }

    private void pipe() {
        boolean isOr = text.startsWith("||", at);
        endCommand(!isOr);
        at += isOr ? 2 : 1;
    }

    private void separator(char each) {
        endCommand(false);
        at++;
        if (each == '\n') skipHereDocuments();
    }

    private void redirection(char each) {
        if (isInWord && word.chars().allMatch(Character::isDigit)) {
            boolean isError = word.toString().equals("2");
            word.setLength(0);
            isInWord = false;
            redirect(each, !isError);
        } else {
            endWord();
            redirect(each, true);
        }
    }

    private void redirect(char each, boolean isOutput) {
        boolean isHereDocument = text.startsWith("<<", at) && !text.startsWith("<<<", at);
        while (at < text.length() && "<>&|-".indexOf(text.charAt(at)) >= 0) at++;
        while (at < text.length() && " \t".indexOf(text.charAt(at)) >= 0) at++;
        int from = at;
        while (at < text.length() && !isEnd(text.charAt(at))) at++;
        var target = text.substring(from, at).replaceAll("[\"'\\\\]", "");
        if (isHereDocument) hereDocuments.add(target);
        else if (each == '>' && isOutput && isFile(target)) isOutputFile = true;
    }

    private static boolean isEnd(char each) {
        return Character.isWhitespace(each) || ";&|()<>".indexOf(each) >= 0;
    }

    private static boolean isFile(String target) {
        return !target.startsWith("/dev/") && !target.chars().allMatch(Character::isDigit);
    }

    private void skipHereDocuments() {
        while (!hereDocuments.isEmpty() && at < text.length()) {
            int end = lineEnd();
            if (text.substring(at, end).strip().equals(hereDocuments.peek())) hereDocuments.pop();
            at = Math.min(text.length(), end + 1);
        }
    }

    private int lineEnd() {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    private void endWord() {
        if (isInWord) words = words.append(word.toString());
        word.setLength(0);
        isInWord = false;
    }

    private void endCommand(boolean isPiped) {
        endWord();
        if (!words.isEmpty()) commands.add(new ShellCommand(words, isPiped || isOutputFile));
        words = Vector.empty();
        isOutputFile = false;
    }
}
