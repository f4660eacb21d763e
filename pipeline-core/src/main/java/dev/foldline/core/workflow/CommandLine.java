package dev.foldline.core.workflow;

import io.vavr.collection.Vector;

/** A program to start: a shell line the user wrote, or an argument vector that no shell sees. */
public sealed interface CommandLine {

    /** A line for {@code sh -c}. */
    record Shell(String line) implements CommandLine {}

    /** Program and arguments, handed over as they are. */
    record Arguments(Vector<String> words) implements CommandLine {}

    /** A line for {@code sh -c} that a worker outside handed in: it gets what that worker would get, and no more. */
    record HandedIn(String line) implements CommandLine {}

    /** How it is shown to a person. */
    default String text() {
        return switch (this) {
            case Shell(var line)      -> line;
            case HandedIn(var line)   -> line;
            case Arguments(var words) -> words.mkString(" ");
        };
    }
}
