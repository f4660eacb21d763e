package dev.foldline.app.ui;

import dev.foldline.app.output.ShellWord;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

/** A request of the user that the screen alone cannot fulfil. */
sealed interface UiRequest {

    /** Runs a command of Foldline. */
    record Execute(Vector<String> words) implements UiRequest {
        /** Commands that print and end. All others get the terminal for themselves. */
        private static final Set<String> SHORT = HashSet.of("approve", "reject", "pause", "cancel");

        private static final String DETACHED = "--detach";

        boolean takesTerminal() {
            return !SHORT.contains(words.head()) && !words.contains(DETACHED);
        }

        /** Returns the command as the user would type it. */
        String text() {
            return "foldline " + words.map(ShellWord::of).mkString(" ");
        }
    }

    /** Ends the screen. */
    record Quit() implements UiRequest {}
}
