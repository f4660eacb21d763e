package dev.foldline.effects.replay;

/** Thrown where the recorded driver died, or where the recorded log ends. */
final class DriverKilledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DriverKilledException() {
        super("the recorded driver ends here");
    }
}
