package dev.foldline.core;

/** A mistake of ours, never of the world or the user: it stops everything at once. */
public final class PipelineBug extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PipelineBug(String message) {
        super(message);
    }

    public PipelineBug(String message, Throwable cause) {
        super(message, cause);
    }
}
