package dev.foldline.effects.sim.crash;

/** Why a run whose driver died need not be as the undisturbed one. What holds of every run by itself is looked at all the same. */
public enum Excuse {
    /** A cap was met, where a restart counts. */
    CAP_MET("a cap was met"),
    /** A stop was under way, which may find a deed done or not done. */
    STOP_UNDER_WAY("a stop was under way"),
    /** Somebody came by unasked and met the run elsewhere, so that it heard something else. */
    HEARD_OTHERS("somebody came by elsewhere");

    private final String words;

    Excuse(String words) { this.words = words; }

    public String words() { return words; }
}
