package dev.foldline.core.workflow;

/**
 * How much patience a phase has before its failures become the run's.
 *
 * @param outputsMax unusable outputs of one agent before the next agent is asked; 0 asks it at once
 * @param continuationsMax calls for one phase's unfinished work, the first included
 * @param onSpent what follows when they are spent and the work is still unfinished
 * @param onFailedWork what a failed check asks for
 */
public record Care(int outputsMax, int continuationsMax, OnSpent onSpent, OnFailedWork onFailedWork) {

    /** What follows unfinished work when its continuations are spent. */
    public enum OnSpent { NEXT_AGENT, PROCEED }

    /** What follows work that its check refuses. */
    public enum OnFailedWork {
        /** The phase's agent redoes it with the check's output. */
        REDO,
        /** The worker outside is instructed again; the count of failures is kept. */
        INSTRUCT_AGAIN
    }

    public static final Care DEFAULT = new Care(10, 3, OnSpent.NEXT_AGENT, OnFailedWork.REDO);

    public Care withContinuationsMax(int max) { return new Care(outputsMax, max, onSpent, onFailedWork); }

    public Care withOutputsMax(int max) { return new Care(max, continuationsMax, onSpent, onFailedWork); }

    public Care thenProceed() { return new Care(outputsMax, continuationsMax, OnSpent.PROCEED, onFailedWork); }

    public Care instructAgain() { return new Care(outputsMax, continuationsMax, onSpent, OnFailedWork.INSTRUCT_AGAIN); }
}
