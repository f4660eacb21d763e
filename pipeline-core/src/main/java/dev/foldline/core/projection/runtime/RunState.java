package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Recovery;
import io.vavr.control.Either;

/** Whether anything goes on in a run. */
public enum RunState {
    /** It waits for somebody to call, or for a person to look at what has failed. */
    IDLE("Idle"),
    /** It is at work, or others work for it. */
    PROCESSING("Processing"),
    /** A person holds it. */
    PAUSED("Paused"),
    /** It has ended, and stays so. */
    STOPPED("Stopped");

    private final String word;

    RunState(String word) { this.word = word; }

    public String word() { return word; }

    public static RunState of(PipelineState run) {
        return switch (run.life()) {
            case Life.Ended _   -> STOPPED;
            case Life.Paused _  -> PAUSED;
            case Life.Running _ -> run.awaitedCall().isDefined() || run.slots().recovery() instanceof Recovery.Halted ? IDLE : PROCESSING;
        };
    }

    /** The state that was wanted, or why it cannot follow this one. */
    public Either<String, RunState> to(RunState next) {
        boolean allowed = this != STOPPED && this != next;
        return allowed ? Either.right(next) : Either.left("Invalid state transition: " + word + " \u2192 " + next.word);
    }
}
