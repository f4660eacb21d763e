package dev.foldline.effects.change;

import io.vavr.collection.Vector;

/**
 * A simple command of a shell script. {@link #UNKNOWN} stands in its words for what the shell would
 * insert.
 *
 * @param isExamined whether another command reads its output
 */
record ShellCommand(Vector<String> words, boolean isExamined) {
    static final char UNKNOWN = '\0';
}
