package dev.foldline.effects.driver;

/** Thrown if the log cannot be written, the only operating error that stops a driver at once. */
public final class JournalFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JournalFault(String message, Throwable cause) {
        super(message, cause);
    }
}
