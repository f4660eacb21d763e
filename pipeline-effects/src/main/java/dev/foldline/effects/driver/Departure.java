package dev.foldline.effects.driver;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.state.Outcome;

/** Why a driver left a run. */
public sealed interface Departure {

    PipelineState state();

    /** The run is over. */
    record Ended(PipelineState state, Outcome outcome) implements Departure {}

    /** It waits for something nobody here stays for; {@code foldline resume} takes it up. */
    record Parked(PipelineState state, Wait waitingFor) implements Departure {}
}
