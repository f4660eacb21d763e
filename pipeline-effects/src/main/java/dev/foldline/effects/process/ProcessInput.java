package dev.foldline.effects.process;

import java.nio.file.Path;

/** The standard input of a child process. Every input ends, so the process never blocks on it. */
public sealed interface ProcessInput {
    /** Empty input. */
    record Nothing() implements ProcessInput {}

    /** A text, as UTF-8. */
    record Text(String text) implements ProcessInput {}

    /** The content of a file. */
    record FromFile(Path file) implements ProcessInput {}
}
