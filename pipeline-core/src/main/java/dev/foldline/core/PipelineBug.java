package dev.foldline.core;

/**
 * Thrown for a bug in Foldline, never for a failure of the environment or the user. It stops the
 * driver at once.
 */
public final class PipelineBug extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PipelineBug(String message) {
        super(message);
    }

    public PipelineBug(String message, Throwable cause) {
        super(message, cause);
    }
}
