package dev.foldline.app.ui;

import io.vavr.collection.Vector;

/** How a command of Foldline ended, and what it printed. */
public record CommandOutput(int exit, String out, String err) {

    /** Runs commands of Foldline in the repository of the screen. */
    public interface Runner {
        /** Runs a command that prints and ends. */
        CommandOutput run(Vector<String> words);

        /**
         * Runs a command that has the terminal for itself, and returns when the user has seen it.
         *
         * @return whether the process was asked to end meanwhile
         */
        boolean runInTerminal(Vector<String> words);
    }

    Vector<String> lines() {
        return Vector.ofAll((err + out).lines());
    }
}
