package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Remedy;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Setback;
import dev.foldline.core.state.Usage.Tally;
import dev.foldline.core.workflow.Route;

import java.util.function.Function;

/**
 * What follows from an event or from another consequence. Its state already holds what the event
 * reported; {@link Consequences} derives the next state.
 */
public sealed interface Consequence
        permits Consequence.Stay,
                Consequence.Move,
                Consequence.Answer,
                Consequence.Label,
                Consequence.Failure,
                Consequence.Rewind,
                Consequence.Sequence,
                AgentRemedy,
                WorkRemedy,
                RunRemedy {

    /** Nothing else follows. */
    record Stay(PipelineState state) implements Consequence {}

    /** The cursor moves. No rewind is charged. */
    record Move(PipelineState state, Destination to) implements Consequence {}

    /** The step has an answer that states no label. */
    record Answer(PipelineState state) implements Consequence {}

    /** The step has an answer that states a label, whose route is followed. */
    record Label(PipelineState state, String label, Route route) implements Consequence {

        /** Uses the route that the phase has for the label. */
        Label(PipelineState state, String label) {
            this(state, label, state.route(label));
        }
    }

    /** Something failed at the cursor. */
    record Failure(PipelineState state, Fault fault, Remedy remedy) implements Consequence {

        /** Uses the usual remedy for the fault. */
        Failure(PipelineState state, Fault fault) {
            this(state, fault, fault.kind().remedy());
        }
    }

    /**
     * Work is done again, if a rewind is left for it.
     *
     * @param state the state if none is left
     * @param tally the counts of the phase, without the new attempt
     * @param move the move if one is left; what it costs is added to its state
     */
    record Rewind(PipelineState state, Fault fault, Tally tally, Move move) implements Consequence {

        /** A retry of the segment. */
        Rewind(PipelineState state, Setback setback, Tally tally) {
            this(
                    state,
                    setback.fault(),
                    tally,
                    new Move(state.withRetry(new Retry.Due(setback)), Place.SEGMENT));
        }
    }

    /** One consequence follows from the state that another one leaves. */
    record Sequence(Consequence first, Function<PipelineState, Consequence> next)
            implements Consequence {}
}
