package dev.foldline.effects.replay;

import java.io.IOException;

/** Thrown if a piece of a recording is missing or damaged, or cannot be replayed. */
public final class DamagedRecording extends IOException {
    private static final long serialVersionUID = 1L;

    private final long seq;

    DamagedRecording(long seq, String what) {
        super(what);
        this.seq = seq;
    }

    /** Returns the number of the event that needs the piece. */
    public long seq() {
        return seq;
    }
}
