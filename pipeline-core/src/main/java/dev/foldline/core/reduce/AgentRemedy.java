package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Fault;

/** An agent is to be called again, or another one. {@link AgentFailureHandling} says which. */
sealed interface AgentRemedy extends Consequence {

    /** The same agent, or the next one when its failures are used up. */
    record SameAgent(PipelineState state, Fault fault) implements AgentRemedy {}

    /** The next agent of the chain. */
    record NextAgent(PipelineState state, Fault fault) implements AgentRemedy {}

    /** Another agent while the limited one rests. */
    record OtherAgent(PipelineState state, Fault fault) implements AgentRemedy {}

    /** Another worker, which starts the phase again. */
    record NextWorker(PipelineState state, Fault fault) implements AgentRemedy {}

    /** No agent of the role can be called: all are resting or barred. */
    record MissingAgent(PipelineState state, String role) implements AgentRemedy {}
}
