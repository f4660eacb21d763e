package dev.foldline.effects.forge;

import java.io.IOException;

/** The forge does not accept the token, it lacks a right, or there is none. */
public final class UnauthorizedRequest extends IOException {
    private static final long serialVersionUID = 1L;

    UnauthorizedRequest(String message) {
        super(message);
    }
}
