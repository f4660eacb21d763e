package dev.foldline.core.decide;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.RunEffect.EnterPhase;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Outcome;

import io.vavr.control.Option;

/** Rules that move the cursor when nothing remains to be done. */
final class TransitionRules {
    private TransitionRules() {}

    static boolean phaseAhead(PipelineState state) {
        return state.cursor() instanceof Cursor.Arrived && !state.isAtEnd();
    }

    static boolean atEnd(PipelineState state) {
        return state.cursor() instanceof Cursor.Arrived && state.isAtEnd();
    }

    static Effect enterPhase(PipelineState state) {
        return new EnterPhase(state.effectKey());
    }

    static Effect end(PipelineState state) {
        return new SaveWork(
                state.effectKey(),
                Option.of(Outcome.COMPLETED),
                state.ledger().repository().excludedPaths());
    }
}
