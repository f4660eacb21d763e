package dev.foldline.law;

import dev.foldline.arbitrary.AnySlots;
import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.law.space.SpaceLaws;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The laws of states and transitions, on states that walks seldom reach. */
class ConstructedStateProperties {

    @Property(tries = 3000)
    void each_law_holds_on_any_state(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        SpaceLaws.check(AnySlots.of(choices.source()));
    }

    @Property(tries = 2000)
    void each_law_holds_on_any_answer(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        SpaceLaws.checkAnswers(AnySlots.of(choices.source()));
    }

    @Property(tries = 1000)
    void each_law_holds_when_a_user_intervenes(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        SpaceLaws.checkInterventions(AnySlots.of(choices.source()));
    }

    @Property(tries = 2000)
    void each_law_holds_on_seldom_outcomes(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        SpaceLaws.checkOutcomes(AnySlots.of(choices.source()));
    }
}
