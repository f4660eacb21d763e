package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;

import java.util.function.BinaryOperator;

/**
 * A transition that follows from a new state itself, whichever event produced it.
 *
 * @param name what it does, as `explain` prints it
 * @param condition when it applies
 * @param transition from the state before the event and the state after it to the next state; the
 *     state after it if it does not apply
 */
public record Derivation(String name, String condition, BinaryOperator<PipelineState> transition) {

    static Derivation derivation(
            String name, String condition, BinaryOperator<PipelineState> transition) {
        return new Derivation(name, condition, transition);
    }

    PipelineState apply(PipelineState before, PipelineState after) {
        return transition.apply(before, after);
    }
}
