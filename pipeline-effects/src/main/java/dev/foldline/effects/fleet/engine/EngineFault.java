package dev.foldline.effects.fleet.engine;

import java.io.IOException;

/** Thrown if an engine does not answer, or refuses a request. The request may be repeated. */
public final class EngineFault extends IOException {
    private static final long serialVersionUID = 1L;

    public EngineFault(String message) {
        super(message);
    }
}
