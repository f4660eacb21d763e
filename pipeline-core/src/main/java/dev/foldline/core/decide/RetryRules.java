package dev.foldline.core.decide;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Retry;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Rules for retries and continuations. Artifacts of the previous attempt are removed first. */
final class RetryRules {
    private RetryRules() {}

    static boolean waiting(PipelineState state) {
        return state.slots().retry() instanceof Retry.Waiting;
    }

    static Effect waitUntil(PipelineState state) {
        return state.slots().retry() instanceof Retry.Waiting(var setback, var notBefore)
                ? new Wait(
                        Vector.of(new WaitCondition.Timer(notBefore, setback.fault())),
                        Option.of(notBefore))
                : new Wait(Vector.empty(), Option.none());
    }

    static boolean due(PipelineState state) {
        return state.slots().retry() instanceof Retry.Due;
    }

    static boolean continuationDue(PipelineState state) {
        return state.slots().continuation() instanceof Continuation.MoreDue
                || state.slots().continuation() instanceof Continuation.RedoDue
                || state.slots().continuation() instanceof Continuation.AnswerDue;
    }

    /** Removes the artifacts of the segment at the cursor. */
    static Effect clean(PipelineState state) {
        int from = state.at().step();
        return new CleanArtifacts(
                state.effectKey(),
                state.cursor() instanceof Cursor.Working
                        ? state.phase()
                                .map(phase -> phase.artifacts(from, phase.segmentEnd(from)))
                                .getOrElse(Vector.empty())
                        : whole(state));
    }

    /** An answer concerns the call that asked; other continuations repeat the whole phase. */
    static Effect cleanPhase(PipelineState state) {
        return state.slots().continuation() instanceof Continuation.AnswerDue
                ? clean(state)
                : new CleanArtifacts(state.effectKey(), whole(state));
    }

    private static Vector<String> whole(PipelineState state) {
        return state.phase()
                .map(phase -> phase.artifacts(0, phase.steps().size()))
                .getOrElse(Vector.empty());
    }
}
