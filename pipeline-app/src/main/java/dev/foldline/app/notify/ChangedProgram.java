package dev.foldline.app.notify;

import java.io.IOException;

/** Thrown if a program has changed, so that it is not started, however often it is tried. */
final class ChangedProgram extends IOException {
    private static final long serialVersionUID = 1L;

    ChangedProgram(String message) {
        super(message);
    }
}
