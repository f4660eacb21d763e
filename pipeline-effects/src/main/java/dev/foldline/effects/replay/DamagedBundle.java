package dev.foldline.effects.replay;

import java.io.IOException;

/** Thrown if a bundle is cut, does not expand to what it states, or was not made by Foldline. */
public final class DamagedBundle extends IOException {
    private static final long serialVersionUID = 1L;

    private final String entry;

    DamagedBundle(String entry, String what) {
        super(what);
        this.entry = entry;
    }

    /** Returns the name of the entry that is wrong; empty if it is the file as a whole. */
    public String entry() {
        return entry;
    }
}
