package dev.foldline.effects.driver;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.state.Outcome;

/** Why a driver exited. */
public sealed interface DriverExit {

    PipelineState state();

    /** The run has ended. */
    record Ended(PipelineState state, Outcome outcome) implements DriverExit {}

    /**
     * The run waits for a condition that this driver does not stay for; {@code foldline resume}
     * continues it.
     */
    record Suspended(PipelineState state, Wait waitingFor) implements DriverExit {}
}
