package dev.foldline.testkit.crash;

/**
 * Why a crashed run may differ from the undisturbed one. The invariants of every single run are
 * checked in any case.
 */
public enum AllowedDifference {
    /** A limit was reached, against which restarts count. */
    CAP_MET("a cap was met"),
    /**
     * The driver crashed while the run was held or ending, with an effect in progress that may or
     * may not have been completed; or the run stopped before a lost effect was started again.
     */
    STOP_UNDER_WAY("a stop was in progress"),
    /** A lost effect was repeated after files failed, or after a check changed the tree. */
    MET_ANEW("what was made again met another world"),
    /**
     * The driver crashed while the run waited: the next one calls agents again that were not signed
     * in, and those that had been silent get as many calls as at first.
     */
    ASKED_AGAIN("who was not signed in was asked again"),
    /**
     * A call died after its new conversation had started. The call in its place resumes the
     * conversation, which its agent no longer knows, or which is full. The undisturbed call has no
     * conversation to lose.
     */
    CONVERSATION_LOST("a conversation could not be resumed"),
    /** An unsolicited command arrived at another point, so the run received other input. */
    HEARD_OTHERS("external input arrived elsewhere");

    private final String words;

    AllowedDifference(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
