package dev.foldline.law.space;

import dev.foldline.core.PipelineState;
import dev.foldline.core.kernel.Pipeline;

/** All laws of a state, and all laws of a transition. */
public final class SpaceLaws {
    private SpaceLaws() {}

    public static void check(PipelineState state) {
        checkState(state);
        InputLaws.check(state);
        GateLaws.check(state);
        ReplacementLaws.check(state);
    }

    /**
     * Checks each command of a user that the state admits. The laws that try inputs hold on the
     * states after it by {@link #check(PipelineState)}: walks have commands of users, and the
     * search through small workflows has each command in each state.
     */
    public static void checkInterventions(PipelineState state) {
        var decision = Pipeline.decide(state);
        for (var event : PossibleEvents.interventions(state)) {
            var after = Pipeline.reduce(state, event);
            check(new Transition(state, decision, event, after));
            checkState(after);
        }
    }

    /**
     * Checks outcomes of the effect in progress that runs seldom have. A call whose work was
     * declared done is not tried again, so the laws of failures do not apply to it.
     */
    public static void checkOutcomes(PipelineState state) {
        if (state.isDeclaredDone()) return;
        for (var transition : RareOutcomes.of(state)) check(transition);
    }

    /** Checks each outcome of the next effect, and each input that the run waits for. */
    public static void checkAnswers(PipelineState state) {
        var decision = Pipeline.decide(state);
        for (var event :
                PossibleEvents.answers(state, decision.effect())
                        .appendAll(PossibleEvents.expectedInputs(state))
                        .appendAll(PossibleEvents.crash(state))) {
            var transition = new Transition(state, decision, event, Pipeline.reduce(state, event));
            check(transition);
            TurnLaws.check(transition);
            checkState(transition.after());
        }
    }

    /** Checks the laws of a state that try no input. */
    private static void checkState(PipelineState state) {
        ModeLaws.check(state);
        AdviceLaws.check(state);
        AgentLaws.check(state);
        RecoveryLaws.check(state);
        ProgressLaws.check(state);
        EvidenceLaws.check(state);
        DecisionLaws.check(state);
        SentenceLaws.check(state);
    }

    public static void check(Transition transition) {
        ModeLaws.check(transition);
        RetryLaws.check(transition);
        AdviceLaws.check(transition);
        AgentLaws.check(transition);
        RecoveryLaws.check(transition);
        ProgressLaws.check(transition);
        InputLaws.check(transition);
        SpendLaws.check(transition);
        EvidenceLaws.check(transition);
    }
}
