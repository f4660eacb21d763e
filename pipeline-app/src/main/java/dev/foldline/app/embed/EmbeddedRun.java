package dev.foldline.app.embed;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;

import io.vavr.control.Option;

/**
 * A run after its driver has exited.
 *
 * @param id the run's id, as the command line shows it
 * @param state the state at the end of its log
 */
public record EmbeddedRun(String id, PipelineState state) {

    /** Returns how the run ended; none if it is suspended and can be resumed. */
    public Option<Outcome> outcome() {
        return state.lifecycle() instanceof Lifecycle.Ended(var outcome)
                ? Option.of(outcome)
                : Option.none();
    }

    /** Returns whether the run reached the end of its workflow. */
    public boolean isCompleted() {
        return outcome().contains(Outcome.COMPLETED);
    }
}
