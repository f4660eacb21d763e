package dev.foldline.effects.log;

import java.io.IOException;

/**
 * Thrown if an event could not be made durable. It is not in the log, so the state must not change.
 *
 * <p>After {@link #isPoisoned()} the end of the file is uncertain and this log accepts nothing
 * more; opening it again repairs it.
 */
public final class LogFault extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean poisoned;

    LogFault(String what, boolean poisoned, Throwable cause) {
        super(
                what + (poisoned ? "; nothing more is appended until the log is opened again" : ""),
                cause);
        this.poisoned = poisoned;
    }

    LogFault(String what, boolean poisoned) {
        super(what);
        this.poisoned = poisoned;
    }

    public boolean isPoisoned() {
        return poisoned;
    }
}
