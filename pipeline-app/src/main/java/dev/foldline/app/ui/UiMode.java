package dev.foldline.app.ui;

import io.vavr.collection.Vector;

/** What the next key means. */
sealed interface UiMode {

    /** Keys select and act. */
    record Browse() implements UiMode {}

    /** A command runs. Only quitting is possible, which lets it run. */
    record Running(UiRequest.Execute command) implements UiMode {}

    /** The user confirms a command, which is shown. */
    record Confirm(UiRequest.Execute command) implements UiMode {}

    /**
     * The user types the last word of a command.
     *
     * @param question what is asked for
     */
    record Ask(String question, Vector<String> words, String typed) implements UiMode {}

    /** The user selects one of the commands that come next. */
    record Choose(Vector<String> commands) implements UiMode {}

    /** The user types what the list is searched for. */
    record Search(String typed) implements UiMode {}

    /** What a command printed is shown. */
    record Result(Vector<String> lines) implements UiMode {}

    /** The keys are explained. */
    record Help() implements UiMode {}
}
