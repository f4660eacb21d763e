package dev.foldline.core;

import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** When the user is asked a question of an agent, and what agents are told of the answers. */
public final class AskedQuestions {
    private AskedQuestions() {}

    /** Returns whether a question waits for its gate. A run that ends or halts asks nothing. */
    public static boolean isDue(PipelineState state) {
        return !(state.lifecycle() instanceof Lifecycle.Ended)
                && state.isFree()
                && state.slots().gate() instanceof GateSlot.Idle
                && mayBeAsked(state.slots().recovery())
                && state.agents().questions().next().isDefined();
    }

    private static boolean mayBeAsked(Recovery slot) {
        return switch (slot) {
            case Recovery.Ending _, Recovery.Halting _, Recovery.Halted _ -> false;
            case Recovery.Idle _,
                    Recovery.FixDue _,
                    Recovery.FixPrompted _,
                    Recovery.CleanDue _,
                    Recovery.Watching _,
                    Recovery.Passed _ ->
                    true;
        };
    }

    /** Returns the feedback for the cursor's phase, and the answers to questions of agents. */
    public static Vector<Feedback> remarks(PipelineState state) {
        return state.ledger()
                .feedback(state.phaseKey())
                .appendAll(
                        state.agents()
                                .questions()
                                .answers()
                                .map(
                                        each ->
                                                new Feedback(
                                                        state.revision(),
                                                        each.remark(),
                                                        Option.none())));
    }
}
