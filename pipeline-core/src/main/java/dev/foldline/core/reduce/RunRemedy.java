package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Remedy;
import dev.foldline.core.state.Recovery;

import io.vavr.control.Option;

/** The run recovers, halts or ends. {@link RecoveryHandling} says how. */
sealed interface RunRemedy extends Consequence {

    /** The effect is repeated once without an agent. */
    record EffectRepeat(PipelineState state, Fault fault) implements RunRemedy {}

    /** No retry is left, so the run recovers. */
    record RecoveryAttempt(PipelineState state, Fault fault) implements RunRemedy {}

    /** The call of a fixer failed. */
    record FixerFailure(PipelineState state, Recovery.Failure failure, Fault fault, Remedy remedy)
            implements RunRemedy {}

    /** No recovery or no rewind is left, so the policy decides whether the run ends. */
    record Exhaustion(PipelineState state, Fault fault) implements RunRemedy {}

    /** The run halts for the user after its work is saved. */
    record Halt(PipelineState state, Fault fault) implements RunRemedy {}

    /** The work is saved or cannot be saved, so the run ends or halts as intended. */
    record Conclusion(PipelineState state, Option<ExternalEffect> save) implements RunRemedy {}
}
