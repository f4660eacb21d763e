package dev.foldline.core.workflow;

import static dev.foldline.core.workflow.WorkflowCheck.unless;

import dev.foldline.core.workflow.WorkflowProblem.Kind;

import io.vavr.collection.Vector;

/** Validates the part of an advisor in a phase. */
final class AdviceCheck {
    private AdviceCheck() {}

    static Vector<WorkflowProblem> problems(Stage stage, Phase phase, String where) {
        return phase.retryPolicy()
                .advice()
                .toVector()
                .flatMap(
                        part ->
                                switch (part) {
                                    case Advice.Given(var standard) ->
                                            given(phase, where, standard);
                                    case Advice.Sought(var to) -> sought(stage, phase, where, to);
                                });
    }

    /** An advisor chooses between labels. It does no work, and it is no way around a gate. */
    private static Vector<WorkflowProblem> given(Phase phase, String where, String standard) {
        return unless(
                        phase.steps().flatMap(Step::declared).contains(standard),
                        where,
                        Kind.UNUSED_ROUTE,
                        "no step says " + standard + ", which is followed without advice")
                .appendAll(
                        unless(
                                phase.gate().isEmpty()
                                        && phase.steps().forAll(AdviceCheck::isAsked)
                                        && phase.worker().isDefined(),
                                where,
                                "does more than ask an advisor"))
                .appendAll(
                        unless(
                                phase.routes().values().forAll(AdviceCheck::isFollowed),
                                where,
                                "fails or repeats on advice"));
    }

    private static boolean isAsked(Step step) {
        return step instanceof Step.Clean
                || step instanceof Step.Prompt
                || step instanceof Step.Agent
                || step instanceof Step.Collect;
    }

    private static boolean isFollowed(Route route) {
        return !(route instanceof Route.Fail || route instanceof Route.More);
    }

    private static Vector<WorkflowProblem> sought(
            Stage stage, Phase phase, String where, String to) {
        int here = stage.indexOf(phase.id());
        int there = stage.indexOf(to);
        return unless(
                        there > here
                                && stage.phases().get(there).retryPolicy().advice().getOrNull()
                                        instanceof Advice.Given,
                        where,
                        "asks " + to + ", which is no advisor ahead in this stage")
                .appendAll(
                        unless(
                                stage.phases()
                                        .slice(here, Math.max(here, there))
                                        .forAll(between -> between.gate().isEmpty()),
                                where,
                                Kind.GATE_BYPASSED,
                                "asks " + to + " around a gate"));
    }

    /** Returns whether an advisor of the other phase is asked about failures of this one. */
    static boolean seeks(Phase phase, String other) {
        return phase.retryPolicy().advice().contains(new Advice.Sought(other));
    }
}
