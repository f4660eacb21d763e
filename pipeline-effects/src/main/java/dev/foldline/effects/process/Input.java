package dev.foldline.effects.process;

import java.nio.file.Path;

/** What a child process reads from its standard input. It never hangs on it: every input ends. */
public sealed interface Input {
    /** Nothing at all. */
    record Nothing() implements Input {}

    /** A text, as UTF-8. */
    record Text(String text) implements Input {}

    /** The content of a file. */
    record FromFile(Path file) implements Input {}
}
