package dev.foldline.effects.fleet.restate;

/** Thrown if a request of the engine does not have the form of its protocol. */
final class MalformedMessage extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedMessage(String why) {
        super("a malformed message of the engine: " + why);
    }
}
