package dev.foldline.core.workflow;

import io.vavr.collection.Vector;

/**
 * A program to start: a shell line from the user, or an argument vector that no shell interprets.
 */
public sealed interface CommandLine {

    /** A line for {@code sh -c}. */
    record Shell(String line) implements CommandLine {}

    /** A program and its arguments, passed unchanged. */
    record Arguments(Vector<String> words) implements CommandLine {}

    /**
     * A line for {@code sh -c} that an external agent submitted. It runs with that agent's
     * permissions and no more.
     */
    record Submitted(String line) implements CommandLine {}

    /**
     * A command of a check.
     *
     * @param name what results and texts call it
     */
    record Check(String name, CommandLine run, CheckForm form) implements CommandLine {}

    /** Returns those of some commands that are commands of a check. */
    static Vector<Check> checks(Vector<CommandLine> commands) {
        return commands.filter(Check.class::isInstance).map(Check.class::cast);
    }

    /** Returns the text shown to the user. */
    default String text() {
        return switch (this) {
            case Shell(var line) -> line;
            case Submitted(var line) -> line;
            case Arguments(var words) -> words.mkString(" ");
            case Check(_, var run, _) -> run.text();
        };
    }
}
