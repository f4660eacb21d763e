package dev.foldline.core.workflow;

import io.vavr.control.Option;

/**
 * The retry limits of a phase, after which its failures become the run's.
 *
 * @param outputsMax invalid outputs of one agent before the next agent is called; 0 calls it at
 *     once
 * @param continuationsMax calls for one phase's unfinished work, including the first
 * @param onExhausted what follows when they are used up and the work is still unfinished
 * @param onFailedWork what follows a failed check or another failure of an external agent
 * @param strict replaces {@code outputsMax}: failures belong to the phase, and invalid output does
 *     not lead to the next agent
 * @param advice the part of an advisor in the phase; none, as in older logs, without one
 */
public record PhaseRetryPolicy(
        int outputsMax,
        int continuationsMax,
        OnExhausted onExhausted,
        OnFailedWork onFailedWork,
        Option<Strict> strict,
        Option<Advice> advice) {

    /** A policy without an advisor. */
    public PhaseRetryPolicy(
            int outputsMax,
            int continuationsMax,
            OnExhausted onExhausted,
            OnFailedWork onFailedWork,
            Option<Strict> strict) {
        this(outputsMax, continuationsMax, onExhausted, onFailedWork, strict, Option.none());
    }

    /** The default policy, without strict retries. */
    public PhaseRetryPolicy(
            int outputsMax,
            int continuationsMax,
            OnExhausted onExhausted,
            OnFailedWork onFailedWork) {
        this(outputsMax, continuationsMax, onExhausted, onFailedWork, Option.none());
    }

    /**
     * Strict retries. Invalid output is repaired at most this many times, then the phase has
     * failed. A failed call is repeated after a wait, unless its error says that this cannot help.
     *
     * @param repairsMax repairs of one output; 0 fails at once
     */
    public record Strict(int repairsMax) {}

    /** What follows unfinished work when its continuations are used up. */
    public enum OnExhausted {
        NEXT_AGENT,
        /** Continue with the phase as if the work were finished. */
        PROCEED,
        /**
         * Continue in the same way while the stage has another turn; in its last turn, call the
         * next agent.
         */
        NEXT_TURN
    }

    /** What follows work that its check rejects. */
    public enum OnFailedWork {
        /** The phase's agent redoes it with the check's output. */
        REDO,
        /** The external agent is instructed again; the failure count is kept. */
        INSTRUCT_AGAIN,
        /** The run halts for the user. */
        HALT
    }

    public static final PhaseRetryPolicy DEFAULT =
            new PhaseRetryPolicy(10, 3, OnExhausted.NEXT_AGENT, OnFailedWork.REDO);

    public PhaseRetryPolicy withContinuationsMax(int max) {
        return new PhaseRetryPolicy(outputsMax, max, onExhausted, onFailedWork, strict, advice);
    }

    public PhaseRetryPolicy withOutputsMax(int max) {
        return new PhaseRetryPolicy(
                max, continuationsMax, onExhausted, onFailedWork, strict, advice);
    }

    public PhaseRetryPolicy thenProceed() {
        return new PhaseRetryPolicy(
                outputsMax, continuationsMax, OnExhausted.PROCEED, onFailedWork, strict, advice);
    }

    public PhaseRetryPolicy thenNextTurn() {
        return new PhaseRetryPolicy(
                outputsMax, continuationsMax, OnExhausted.NEXT_TURN, onFailedWork, strict, advice);
    }

    public PhaseRetryPolicy instructAgain() {
        return new PhaseRetryPolicy(
                outputsMax,
                continuationsMax,
                onExhausted,
                OnFailedWork.INSTRUCT_AGAIN,
                strict,
                advice);
    }

    public PhaseRetryPolicy halt() {
        return new PhaseRetryPolicy(
                outputsMax, continuationsMax, onExhausted, OnFailedWork.HALT, strict, advice);
    }

    public PhaseRetryPolicy strictly(int repairsMax) {
        return new PhaseRetryPolicy(
                outputsMax,
                continuationsMax,
                onExhausted,
                onFailedWork,
                Option.of(new Strict(repairsMax)),
                advice);
    }

    public PhaseRetryPolicy advised(Advice part) {
        return new PhaseRetryPolicy(
                outputsMax, continuationsMax, onExhausted, onFailedWork, strict, Option.of(part));
    }
}
