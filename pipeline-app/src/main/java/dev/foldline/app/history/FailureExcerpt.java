package dev.foldline.app.history;

import dev.foldline.core.state.Fault;
import dev.foldline.effects.environment.FailingLine;
import dev.foldline.effects.redact.AnsiSequence;
import dev.foldline.effects.redact.ControlCharacters;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/**
 * The lines that show a failure, from the first failing one on.
 *
 * @param lines at most {@value #LINES_MAX}
 * @param more how many lines follow them
 */
public record FailureExcerpt(Vector<String> lines, int more) {
    private static final int LINES_MAX = 20;
    private static final int LINE_CHARS_MAX = 300;
    private static final int CHARS_READ = 1_000_000;

    /** Failures of commands, whose output people can read. */
    private static final Set<Fault.Kind> OF_COMMANDS =
            HashSet.of(
                    Fault.Kind.CHECK_FAILED,
                    Fault.Kind.CHECK_BROKEN,
                    Fault.Kind.COMMIT_REJECTED,
                    Fault.Kind.GIT);

    /** What messages about the same failure of a command again and again start with. */
    private static final Vector<String> SAME_AGAIN = Vector.of("the check ", "the commit ");

    public static final FailureExcerpt NONE = new FailureExcerpt(Vector.empty(), 0);

    /**
     * Returns the lines of a failure's output; of its message if there is no output, without the
     * first line if the sentence has it.
     */
    public static FailureExcerpt of(Fault fault, String sentence, Blobs blobs) {
        return output(fault, blobs)
                .map(text -> FailingLine.from(lines(text)))
                .filter(Vector::nonEmpty)
                .map(FailureExcerpt::cut)
                .getOrElse(() -> cut(unsaid(lines(fault.message()), sentence)));
    }

    private static Vector<String> unsaid(Vector<String> message, String sentence) {
        return message.headOption().exists(first -> sentence.contains(withoutEnd(first)))
                ? message.tail()
                : message;
    }

    private static String withoutEnd(String line) {
        return line.replaceAll("[.;:,\\s]+$", "");
    }

    private static Option<String> output(Fault fault, Blobs blobs) {
        if (!isOfCommand(fault)) return Option.none();
        try {
            return fault.output().isDefined()
                    ? Option.of(blobs.tail(fault.output().get(), CHARS_READ))
                    : Option.none();
        } catch (IOException | IllegalArgumentException gone) {
            return Option.none();
        }
    }

    private static boolean isOfCommand(Fault fault) {
        return OF_COMMANDS.contains(fault.kind())
                || fault.kind() == Fault.Kind.STUCK
                        && SAME_AGAIN.exists(start -> fault.message().startsWith(start));
    }

    private static Vector<String> lines(String text) {
        return Vector.ofAll(text.lines())
                .map(line -> AnsiSequence.without(line).stripTrailing())
                .dropWhile(String::isEmpty)
                .dropRightWhile(String::isEmpty);
    }

    private static FailureExcerpt cut(Vector<String> all) {
        return new FailureExcerpt(
                all.take(LINES_MAX).map(FailureExcerpt::shortened),
                Math.max(0, all.size() - LINES_MAX));
    }

    private static String shortened(String line) {
        var text = ControlCharacters.escape(line);
        return text.length() <= LINE_CHARS_MAX ? text : text.substring(0, LINE_CHARS_MAX) + "...";
    }
}
