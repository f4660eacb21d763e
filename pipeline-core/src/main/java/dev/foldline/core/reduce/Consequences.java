package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.reduce.Consequence.Answer;
import dev.foldline.core.reduce.Consequence.Failure;
import dev.foldline.core.reduce.Consequence.Label;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Rewind;
import dev.foldline.core.reduce.Consequence.Sequence;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;

/**
 * Applies what follows from an event. Each step replaces a consequence by one that it leads to,
 * until the cursor stays or moves. Only here do the moves, the routes and the handling of failures
 * meet.
 */
public final class Consequences {
    private Consequences() {}

    /** Returns the next state. */
    public static PipelineState apply(Consequence consequence) {
        return switch (consequence) {
            case Stay(var state) -> state;
            case Move(var state, var to) -> CursorMoves.move(state, to);
            case Answer(var state) ->
                    apply(
                            RecoveryHandling.isClosing(state)
                                    ? new Stay(state)
                                    : new Move(state, Place.NEXT_STEP));
            case Label label -> apply(LabelRouter.follow(label));
            case Failure failure -> apply(FailureHandling.remedy(failure));
            case AgentRemedy remedy -> apply(AgentFailureHandling.consequence(remedy));
            case WorkRemedy remedy -> apply(OutputFailureHandling.consequence(remedy));
            case RunRemedy remedy -> apply(RecoveryHandling.consequence(remedy));
            case Rewind rewind -> apply(RewindAccounting.charge(rewind));
            case Sequence(var first, var next) -> apply(next.apply(apply(first)));
        };
    }
}
