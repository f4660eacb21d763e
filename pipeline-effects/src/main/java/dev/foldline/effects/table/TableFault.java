package dev.foldline.effects.table;

/**
 * Thrown if the tables cannot be read or written. They are a projection: no run stops because of
 * it, and they can be rebuilt from the logs.
 */
public final class TableFault extends Exception {
    private static final long serialVersionUID = 1L;

    /** Whether the file itself is damaged, so that it must be created again. */
    private final boolean damaged;

    TableFault(String message, boolean damaged, Throwable cause) {
        super(message, cause);
        this.damaged = damaged;
    }

    public boolean isDamaged() {
        return damaged;
    }
}
