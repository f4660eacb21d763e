package dev.foldline.effects.fleet;

import java.io.IOException;

/** Thrown if the lease of a run is there but has another form, for example of a later version. */
public final class UnreadableLease extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableLease(String run, String why) {
        super("the lease of " + run + " is unreadable: " + why);
    }
}
