package dev.foldline.effects.table;

import java.sql.SQLException;

/**
 * Thrown if the tables cannot be read or written. They are a projection: no run stops because of
 * it, and they can be rebuilt from the logs.
 */
public final class TableFault extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int BUSY = 5;

    /** Whether the file itself is damaged, so that it must be created again. */
    private final boolean damaged;

    TableFault(String message, boolean damaged, Throwable cause) {
        super(message, cause);
        this.damaged = damaged;
    }

    TableFault(String message) {
        super(message);
        this.damaged = false;
    }

    /** Returns whether another process held the file for too long. */
    boolean isBusy() {
        return getCause() instanceof SQLException held && (held.getErrorCode() & 0xFF) == BUSY;
    }

    public boolean isDamaged() {
        return damaged;
    }
}
