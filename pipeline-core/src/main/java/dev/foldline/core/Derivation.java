package dev.foldline.core;

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

    public static Derivation derivation(
            String name, String condition, BinaryOperator<PipelineState> transition) {
        return new Derivation(name, condition, transition);
    }

    public PipelineState apply(PipelineState before, PipelineState after) {
        return transition.apply(before, after);
    }
}
