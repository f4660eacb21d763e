package dev.foldline.core.decide;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.change.ChangeDecision;
import dev.foldline.core.change.Trial;
import dev.foldline.core.effect.ChangeEffect.CompareChange;
import dev.foldline.core.effect.ChangeEffect.RestoreGuarded;
import dev.foldline.core.effect.ChangeEffect.TryTests;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.workflow.ChangeOperation;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Phase;

/** Creates the effect of a step about the whole change. */
final class ChangeEffectFactory {
    private ChangeEffectFactory() {}

    static Effect change(PipelineState state, ChangeOperation operation) {
        return switch (operation) {
            case COMPARE -> compare(state);
            case TRY_TESTS -> tryTests(state);
            case RESTORE -> restore(state);
        };
    }

    private static Effect compare(PipelineState state) {
        var repository = state.ledger().repository();
        return new CompareChange(
                state.effectKey(),
                repository.base(),
                repository.candidate().filter(_ -> isLandedNext(state)),
                guard(state),
                Guard.judging(state.workflow()),
                repository.excludedPaths());
    }

    /** What is pushed or kept is the working tree, whatever merge was prepared before. */
    private static boolean isLandedNext(PipelineState state) {
        return state.stage()
                .flatMap(stage -> stage.phases().drop(state.at().phase() + 1).headOption())
                .exists(Phase::landsMerge);
    }

    private static Effect restore(PipelineState state) {
        var repository = state.ledger().repository();
        return new RestoreGuarded(
                state.effectKey(),
                repository.base(),
                guard(state),
                Guard.judging(state.workflow()),
                repository.excludedPaths());
    }

    private static Effect tryTests(PipelineState state) {
        var report =
                state.ledger()
                        .findings()
                        .change()
                        .report()
                        .getOrElseThrow(() -> new PipelineBug("no change was compared"));
        return new TryTests(
                state.effectKey(),
                Guard.judging(state.policy()),
                state.ledger()
                        .findings()
                        .changeDecision(state.policy())
                        .flatMap(ChangeDecision::nextTrial)
                        .getOrElse(Trial.CONTROL),
                report.base(),
                report.tree(),
                report.tests(),
                guard(state).checkout(),
                state.policy().deadlines().checkMillis());
    }

    private static Guard guard(PipelineState state) {
        return state.policy()
                .guard()
                .getOrElseThrow(() -> new PipelineBug("the change is not guarded"));
    }
}
