package dev.foldline.app.ui;

/** A key that the user pressed. */
sealed interface UiKey {

    /** A key without a character. */
    enum Named implements UiKey {
        UP,
        DOWN,
        PAGE_UP,
        PAGE_DOWN,
        HOME,
        END,
        NEXT_PANE,
        PREVIOUS_PANE,
        ENTER,
        ESCAPE,
        BACKSPACE,
        INTERRUPT
    }

    /** A character, which may take two chars. */
    record Typed(String text) implements UiKey {}
}
