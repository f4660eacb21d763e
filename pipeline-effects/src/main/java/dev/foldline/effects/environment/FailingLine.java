package dev.foldline.effects.environment;

import dev.foldline.effects.redact.AnsiSequence;
import dev.foldline.effects.redact.ControlCharacters;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** The line of a failed command's output that says why it failed, for a text of one line. */
public final class FailingLine {
    private static final int CHARS_MAX = 200;

    /**
     * From the most to the least specific; the first line that matches the first of them counts.
     */
    private static final Vector<Pattern> SIGNS =
            Vector.of(
                    Pattern.compile(
                            "(?i)no module named|cannot (?:find module|find symbol|import name)"
                                    + "|does not provide an export|: undefined: "),
                    Pattern.compile("(?i)^(?:[^:]* )?\\w*(?:error|exception)\\b[^:]{0,40}: *\\S"),
                    Pattern.compile(
                            "^\\S+\\.\\w+:\\d+(?::\\d+)?: \\S|^\\[ERROR] \\S+:\\[\\d+,\\d+] "),
                    Pattern.compile("(?i)\\b(?:not found|no such|cannot|can't|unable|missing)\\b"),
                    Pattern.compile("(?i)\\b(?:fail(?:ed|ure|s)?|fatal|not ok|error)\\b"));

    /** What starts the report of a failure; a summary that counts no failure is none. */
    private static final Pattern FAILURE =
            Pattern.compile(
                    "^\\s*(?:not ok\\b|(?:--- )?FAIL\\b|FAILED\\b|\\[ERROR])"
                            + "|(?i)(?<!\\b0 )\\b(?:failed|failures?|fatal|error)\\b(?!s?:? 0\\b)");

    /** A test that passed, whatever its name says. */
    private static final Pattern PASSED =
            Pattern.compile(
                    "^\\s*(?:ok\\b|(?:--- )?PASS(?:ED)?\\b|[\\u2713\\u2714\\u221a])"
                            + "|(?:\\bPASSED|\\.\\.\\. ok)(?: +\\[ *\\d+%])?\\s*$");

    /** What runners put before the message. */
    private static final Pattern MARK =
            Pattern.compile("^(?:(?:E {2,}|#|\\[ERROR]|npm (?:error|ERR!)|(?i:error):) *)+");

    private FailingLine() {}

    /**
     * @param text what the command printed
     * @param root the working tree in which it ran, which the line does not name
     */
    static Option<String> of(String text, Path root) {
        var lines =
                Vector.ofAll(text.lines())
                        .map(line -> AnsiSequence.without(line).strip())
                        .reject(String::isEmpty);
        return SIGNS.flatMap(sign -> lines.find(line -> sign.matcher(line).find()))
                .headOption()
                .orElse(lines::lastOption)
                .map(line -> shortened(line.replace(root + "/", "")));
    }

    /** Returns the lines from the first one on that reports a failure; all if none does. */
    public static Vector<String> from(Vector<String> lines) {
        int first = lines.indexWhere(FailingLine::isFailure);
        return first < 0 ? lines : lines.drop(first);
    }

    private static boolean isFailure(String line) {
        return FAILURE.matcher(line).find() && !PASSED.matcher(line).find();
    }

    private static String shortened(String line) {
        var message = MARK.matcher(line).replaceFirst("");
        var text = ControlCharacters.escape(message.isEmpty() ? line : message);
        return text.length() <= CHARS_MAX ? text : text.substring(0, CHARS_MAX) + "...";
    }
}
