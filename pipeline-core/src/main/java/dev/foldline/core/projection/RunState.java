package dev.foldline.core.projection;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;

import io.vavr.control.Either;

/** Whether a run is active. */
public enum RunState {
    /** The run waits for a call, or for the user to inspect a failure. */
    IDLE("Idle"),
    /** The run, or one of its child runs, is working. */
    PROCESSING("Processing"),
    /** The user paused the run. */
    PAUSED("Paused"),
    /** The run has ended for good. */
    STOPPED("Stopped");

    private final String word;

    RunState(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public static RunState of(PipelineState run) {
        return switch (run.lifecycle()) {
            case Lifecycle.Ended _ -> STOPPED;
            case Lifecycle.Paused _ -> PAUSED;
            case Lifecycle.Running _ ->
                    run.awaitedCall().isDefined()
                                    || run.slots().recovery() instanceof Recovery.Halted
                            ? IDLE
                            : PROCESSING;
        };
    }

    /** Returns idle instead of processing, and otherwise the same state. */
    public RunState orIdle() {
        return this == PROCESSING ? IDLE : this;
    }

    /** Returns the requested state, or why it cannot follow this one. */
    public Either<String, RunState> to(RunState next) {
        boolean allowed = this != STOPPED && this != next;
        return allowed
                ? Either.right(next)
                : Either.left("Invalid state transition: " + word + " \u2192 " + next.word);
    }
}
