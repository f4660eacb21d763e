package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.run.RunObserver;

/** Prints notices for the user beside the answer. */
record Notices(Console console) implements RunObserver {
    @Override
    public void notice(String text) {
        console.note(text);
    }
}
