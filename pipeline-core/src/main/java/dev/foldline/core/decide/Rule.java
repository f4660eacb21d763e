package dev.foldline.core.decide;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Effect;

import java.util.function.Function;
import java.util.function.Predicate;

/** One rule of the specification: a condition and the effect that follows. */
public record Rule(
        Priority priority,
        String name,
        Predicate<PipelineState> when,
        Function<PipelineState, Effect> then) {

    static Rule rule(
            Priority priority,
            String name,
            Predicate<PipelineState> when,
            Function<PipelineState, Effect> then) {
        return new Rule(priority, name, when, then);
    }

    public boolean applies(PipelineState state) {
        return when.test(state);
    }
}
