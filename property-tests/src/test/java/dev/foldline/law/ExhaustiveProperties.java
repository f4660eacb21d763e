package dev.foldline.law;

import dev.foldline.law.space.SentenceLaws;
import dev.foldline.law.space.SmallWorkflow;
import dev.foldline.law.space.SpaceLaws;
import dev.foldline.law.space.StateSpace;
import dev.foldline.law.space.Transition;

import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;

/**
 * All states of small workflows: each effect has each of its outcomes, the driver crashes once, and
 * users intervene. {@code -Dfoldline.exhaustive.depth=2} grants one more rewind.
 */
class ExhaustiveProperties {
    private static final int DEPTH = Integer.getInteger("foldline.exhaustive.depth", 1);

    @Property(generation = GenerationMode.EXHAUSTIVE)
    void each_law_holds_on_all_states(@ForAll SmallWorkflow workflow) {
        search(workflow, workflow.rewinds() + DEPTH - 1, 0);
    }

    @Property(generation = GenerationMode.EXHAUSTIVE)
    void each_law_holds_when_a_user_intervenes(@ForAll SmallWorkflow workflow) {
        search(workflow, DEPTH - 1, 1);
    }

    private static void search(SmallWorkflow workflow, int rewinds, int interventions) {
        var sentences = new SentenceLaws();
        var size =
                StateSpace.search(
                        workflow.workflow(rewinds),
                        interventions,
                        state -> {
                            SpaceLaws.check(state);
                            sentences.checkActs(state);
                        },
                        ExhaustiveProperties::check);
        System.out.printf(
                "%s, %d rewinds, %d interventions: %d states, %d transitions, %d ends%n",
                workflow, rewinds, interventions, size.states(), size.transitions(), size.ended());
    }

    private static void check(Transition transition) {
        SpaceLaws.check(transition);
    }
}
