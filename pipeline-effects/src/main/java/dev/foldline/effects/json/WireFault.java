package dev.foldline.effects.json;

/** Thrown for invalid text. The message names the problem and its location. */
public final class WireFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WireFault(String message) {
        super(message);
    }

    WireFault(String what, DecodeException cause) {
        super(
                "cannot read "
                        + what
                        + ": "
                        + cause.getMessage()
                        + " (at "
                        + (cause.place().isEmpty() ? "the top" : cause.place())
                        + ")",
                cause);
    }
}
