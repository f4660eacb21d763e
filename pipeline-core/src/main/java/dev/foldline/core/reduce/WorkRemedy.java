package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Fault;

/** Work does not pass, or is unfinished. {@link OutputFailureHandling} says what is done again. */
sealed interface WorkRemedy extends Consequence {

    /** The invalid output is reported to the agent. */
    record OutputRepair(PipelineState state, Fault fault) implements WorkRemedy {}

    /** The check is repeated because its evidence is stale. */
    record CheckRepeat(PipelineState state, Fault fault) implements WorkRemedy {}

    /** The phase's worker does the work again with the check's output. */
    record Redo(PipelineState state, Fault fault) implements WorkRemedy {}

    /** The external agent is instructed again. */
    record Instruction(PipelineState state, Fault fault) implements WorkRemedy {}

    /** The work is unfinished and goes on. */
    record MoreWork(PipelineState state, String label) implements WorkRemedy {}

    /** The work is sent back to an earlier stage, up to {@code timesMax} times. */
    record RouteBack(PipelineState state, String label, String stage, int timesMax)
            implements WorkRemedy {}
}
