package dev.foldline.core.workflow;

/** The maximum number of effects between two external inputs, whatever the environment does. */
public final class EffectBound {
    private EffectBound() {}

    /**
     * Effects per rewind in addition to the repeated steps: the fixer's prompt and call, cleaning,
     * recording, saving.
     */
    private static final int PER_WAY_BACK = 5;

    /**
     * Returns {@code (rewindsMax + 2) x (steps of all phases + 5)}. Between two rewinds the
     * position only increases, so at most all phases run once in between.
     */
    public static long effects(Workflow workflow) {
        long walk =
                workflow.stages()
                        .map(stage -> turnsMax(workflow, stage) * perTurn(workflow, stage))
                        .sum()
                        .longValue();
        return (workflow.policy().limits().rewindsMax() + 2L) * (walk + PER_WAY_BACK);
    }

    /**
     * Returns the bound of a run with all its child runs. It is {@link Long#MAX_VALUE} if it is
     * higher than that.
     */
    public static long effectsWithChildren(Workflow workflow) {
        long own = effects(workflow);
        return workflow.children()
                .flatMap(Step.Children::definition)
                .distinct()
                .foldLeft(own, (sum, child) -> saturated(sum, own, effectsWithChildren(child)));
    }

    /** A start of a child is an effect, so no run starts more children than it has effects. */
    private static long saturated(long sum, long starts, long each) {
        try {
            return Math.addExact(sum, Math.multiplyExact(starts, each));
        } catch (ArithmeticException tooLarge) {
            return Long.MAX_VALUE;
        }
    }

    private static long turnsMax(Workflow workflow, Stage stage) {
        return switch (stage.turns()) {
            case LoopCondition.Times _, LoopCondition.Until _ -> stage.turns().countedMax();
            case LoopCondition.EachItem _ -> workflow.policy().limits().itemsMax();
        };
    }

    /** Each phase is entered, may open its gate, and its git steps may run a check first. */
    private static long perTurn(Workflow workflow, Stage stage) {
        return stage.phases()
                .map(
                        phase ->
                                2L
                                        + phase.steps().size()
                                        + phase.steps().count(Step.Git.class::isInstance)
                                        + childrenMax(workflow, phase))
                .sum()
                .longValue();
    }

    private static long childrenMax(Workflow workflow, Phase phase) {
        return (long) phase.steps().count(Step.Children.class::isInstance)
                * workflow.policy().limits().itemsMax();
    }
}
