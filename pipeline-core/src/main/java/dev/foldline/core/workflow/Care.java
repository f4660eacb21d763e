package dev.foldline.core.workflow;

import io.vavr.control.Option;

/**
 * How much patience a phase has before its failures become the run's.
 *
 * @param outputsMax unusable outputs of one agent before the next agent is asked; 0 asks it at once
 * @param continuationsMax calls for one phase's unfinished work, the first included
 * @param onSpent what follows when they are spent and the work is still unfinished
 * @param onFailedWork what a failed check asks for, and whatever else a worker outside can have done wrong
 * @param strict instead of {@code outputsMax}: failures are the phase's own, and the next agent is no way out of a bad output
 */
public record Care(int outputsMax, int continuationsMax, OnSpent onSpent, OnFailedWork onFailedWork, Option<Strict> strict) {

    /** The usual patience. */
    public Care(int outputsMax, int continuationsMax, OnSpent onSpent, OnFailedWork onFailedWork) {
        this(outputsMax, continuationsMax, onSpent, onFailedWork, Option.none());
    }

    /**
     * An unusable output is repaired at most so many times, then the phase has failed. A call that failed is made again
     * after a wait, unless its error says that this would be in vain.
     *
     * @param repairsMax repairs of one output; 0 fails at once
     */
    public record Strict(int repairsMax) {}

    /** What follows unfinished work when its continuations are spent. */
    public enum OnSpent { NEXT_AGENT, PROCEED }

    /** What follows work that its check refuses. */
    public enum OnFailedWork {
        /** The phase's agent redoes it with the check's output. */
        REDO,
        /** The worker outside is instructed again; the count of failures is kept. */
        INSTRUCT_AGAIN,
        /** A person has to look. */
        HALT
    }

    public static final Care DEFAULT = new Care(10, 3, OnSpent.NEXT_AGENT, OnFailedWork.REDO);

    public Care withContinuationsMax(int max) { return new Care(outputsMax, max, onSpent, onFailedWork, strict); }

    public Care withOutputsMax(int max) { return new Care(max, continuationsMax, onSpent, onFailedWork, strict); }

    public Care thenProceed() { return new Care(outputsMax, continuationsMax, OnSpent.PROCEED, onFailedWork, strict); }

    public Care instructAgain() { return new Care(outputsMax, continuationsMax, onSpent, OnFailedWork.INSTRUCT_AGAIN, strict); }

    public Care halt() { return new Care(outputsMax, continuationsMax, onSpent, OnFailedWork.HALT, strict); }

    public Care strictly(int repairsMax) {
        return new Care(outputsMax, continuationsMax, onSpent, onFailedWork, Option.of(new Strict(repairsMax)));
    }
}
