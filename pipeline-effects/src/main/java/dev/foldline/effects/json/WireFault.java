package dev.foldline.effects.json;

/** Text that is not what it was read as. The message says what is wrong and where. */
public final class WireFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WireFault(String message) {
        super(message);
    }

    WireFault(String what, Malformed cause) {
        super("cannot read " + what + ": " + cause.getMessage() + " (at " + (cause.place().isEmpty() ? "the top" : cause.place()) + ")", cause);
    }
}
