package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.run.RunObserver;

/** Prints notices for the user, each with the repository that it is about. */
record NamedNotices(Console console, String repository) implements RunObserver {
    @Override
    public void notice(String text) {
        console.note(repository + ": " + text);
    }
}
