package dev.foldline.law;

import dev.foldline.arbitrary.Tries;
import dev.foldline.arbitrary.Walk;
import dev.foldline.law.space.SpaceLaws;
import dev.foldline.law.space.Transition;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The laws of states and transitions, on simulated runs of any workflow. */
class TransitionProperties {

    @Property(generation = GenerationMode.EXHAUSTIVE)
    void each_law_holds_on_any_run(@ForAll("seeds") long seed) {
        check(Walk.any(seed));
    }

    @Property(generation = GenerationMode.EXHAUSTIVE)
    void each_law_holds_while_agents_come_and_go(@ForAll("seeds") long seed) {
        check(Walk.chained(seed));
    }

    @Property(generation = GenerationMode.EXHAUSTIVE)
    void each_law_holds_while_an_effect_repeats(@ForAll("seeds") long seed) {
        check(Walk.repeating(seed));
    }

    private static void check(Walk walk) {
        for (var step : walk.simulation().run().moments()) {
            try {
                SpaceLaws.check(step.after());
                SpaceLaws.checkInterventions(step.after());
                SpaceLaws.checkOutcomes(step.after());
                SpaceLaws.check(
                        new Transition(step.before(), step.decision(), step.event(), step.after()));
            } catch (AssertionError broken) {
                throw new AssertionError(
                        broken.getMessage() + "\nseed " + walk.seed() + "\n" + step.line(), broken);
            }
        }
    }

    @Provide
    Arbitrary<Long> seeds() {
        var one = Long.getLong("foldline.seed");
        return one == null ? Arbitraries.longs().between(1, Tries.PER_LAW) : Arbitraries.just(one);
    }
}
