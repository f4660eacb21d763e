package dev.foldline.effects.sim.crash;

/** Why a run whose driver died need not be as the undisturbed one. What holds of every run by itself is looked at all the same. */
public enum Excuse {
    /** A cap was met, where a restart counts. */
    CAP_MET("a cap was met"),
    /** The driver died while the run was held or ending, and a deed was under way, which may have been done or not. */
    STOP_UNDER_WAY("a stop was under way"),
    /** What was lost and made again met files that failed, or the trace of a check that rewrites the tree. */
    MET_ANEW("what was made again met another world"),
    /** The driver died while the run waited: the next one asks those again who were not signed in. */
    ASKED_AGAIN("who was not signed in was asked again"),
    /** Somebody came by unasked and met the run elsewhere, so that it heard something else. */
    HEARD_OTHERS("somebody came by elsewhere");

    private final String words;

    Excuse(String words) { this.words = words; }

    public String words() { return words; }
}
