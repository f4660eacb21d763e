package dev.foldline.core.workflow;

/** The most effects a run can need between two inputs from outside, whatever the world does. */
public final class Bound {
    private Bound() {}

    /** What a way back may cost besides the walk itself: the fixer's prompt and call, cleaning, recording, saving. */
    private static final int PER_WAY_BACK = 5;

    /**
     * {@code (waysBackMax + 2) x (steps of a whole walk + 5)}. Between two ways back the position only rises, so no more
     * than a whole walk fits in between.
     */
    public static long effects(Workflow workflow) {
        long walk = workflow.stages().map(stage -> turnsMax(workflow, stage) * perTurn(workflow, stage)).sum().longValue();
        return (workflow.policy().limits().waysBackMax() + 2L) * (walk + PER_WAY_BACK);
    }

    private static long turnsMax(Workflow workflow, Stage stage) {
        return switch (stage.turns()) {
            case Turns.Times(var count) -> count;
            case Turns.EachItem _       -> workflow.policy().limits().itemsMax();
        };
    }

    /** Each phase is entered, may open its gate, and its git steps may check first. */
    private static long perTurn(Workflow workflow, Stage stage) {
        return stage.phases().map(phase -> 2L + phase.steps().size() + phase.steps().count(Step.Git.class::isInstance)
                + childrenMax(workflow, phase)).sum().longValue();
    }

    private static long childrenMax(Workflow workflow, Phase phase) {
        return (long) phase.steps().count(Step.Children.class::isInstance) * workflow.policy().limits().itemsMax();
    }
}
