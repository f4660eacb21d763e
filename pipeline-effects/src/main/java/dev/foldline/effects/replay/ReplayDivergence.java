package dev.foldline.effects.replay;

/** Thrown where a replay does something else than the recorded run did. */
public final class ReplayDivergence extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long seq;

    ReplayDivergence(long seq, String what) {
        super(what);
        this.seq = seq;
    }

    /** Returns the number of the recorded event that did not follow. */
    public long seq() {
        return seq;
    }
}
