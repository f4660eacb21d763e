package dev.foldline.law;

import static dev.foldline.law.Law.law;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.law.space.SpaceLaws;
import dev.foldline.law.space.Transition;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The laws of states and transitions, on simulated runs of any workflow. */
class TransitionProperties {

    @Property
    void each_law_holds_on_any_run(@ForAll(supplier = Walks.Any.class) Walk walk) {
        check(walk);
    }

    @Property
    void each_law_holds_while_agents_come_and_go(
            @ForAll(supplier = Walks.AgentChains.class) Walk walk) {
        check(walk);
    }

    @Property
    void each_law_holds_while_an_effect_repeats(
            @ForAll(supplier = Walks.RepeatedEffects.class) Walk walk) {
        check(walk);
    }

    private static void check(Walk walk) {
        law("the laws of states and transitions")
                .holdsAtEveryMoment(
                        walk,
                        step -> {
                            SpaceLaws.check(step.after());
                            SpaceLaws.checkInterventions(step.after());
                            SpaceLaws.checkOutcomes(step.after());
                            SpaceLaws.check(
                                    new Transition(
                                            step.before(),
                                            step.decision(),
                                            step.event(),
                                            step.after()));
                        });
    }
}
