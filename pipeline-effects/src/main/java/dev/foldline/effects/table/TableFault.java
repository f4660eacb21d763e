package dev.foldline.effects.table;

/** The tables cannot be read or written. They are a projection: no run stops for it, and the logs can mend it. */
public final class TableFault extends Exception {
    private static final long serialVersionUID = 1L;

    /** Whether the file itself is at fault, so that only making it anew helps. */
    private final boolean damaged;

    TableFault(String message, boolean damaged, Throwable cause) {
        super(message, cause);
        this.damaged = damaged;
    }

    public boolean isDamaged() { return damaged; }
}
