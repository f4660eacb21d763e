package dev.foldline.core.reduce;

import dev.foldline.core.reduce.Consequence.Failure;
import dev.foldline.core.reduce.Consequence.Label;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.PhaseOf;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.reduce.Destination.TurnOf;
import dev.foldline.core.reduce.RunRemedy.Halt;
import dev.foldline.core.reduce.WorkRemedy.MoreWork;
import dev.foldline.core.reduce.WorkRemedy.RouteBack;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Route;

/** Follows the route of a label. A run that ends or halts follows none. */
final class LabelRouter {
    private LabelRouter() {}

    static Consequence follow(Label stated) {
        var state = stated.state();
        if (RecoveryHandling.isClosing(state)) return new Stay(state);
        return switch (stated.route()) {
            case Route.Proceed _ -> new Move(state, Place.NEXT_STEP);
            case Route.NextPhase _ -> new Move(state, Place.PHASE_END);
            case Route.PassGate _ -> new Move(state, Place.NEXT_PHASE);
            case Route.Ahead(var stage) ->
                    new Move(state, new TurnOf(state.workflow().indexOf(stage), 0));
            case Route.To(var phase) -> new Move(state, new PhaseOf(phase));
            case Route.Back(var stage, var n) -> new RouteBack(state, stated.label(), stage, n);
            case Route.More _ -> new MoreWork(state, stated.label());
            case Route.Fail(var why) -> new Failure(state, Fault.of(Fault.Kind.LABELLED, why));
            case Route.Halt halt -> new Halt(state, AdviceHandling.reason(state, halt));
            case Route.End _ ->
                    new Stay(state.withRecovery(new Recovery.Ending(Outcome.COMPLETED)));
        };
    }
}
