package dev.foldline.core.workflow;

import dev.foldline.core.workflow.WorkflowProblem.Kind;

import io.vavr.collection.Vector;

/**
 * Validates a workflow: every phase is reachable, every label has a route, every rewind is bounded,
 * and no route bypasses a gate.
 */
public final class WorkflowCheck {
    private WorkflowCheck() {}

    /** Returns all problems at once, or none if the workflow is valid. */
    public static Vector<WorkflowProblem> problems(Workflow workflow) {
        return shape(workflow)
                .appendAll(NestedCheck.problems(workflow))
                .appendAll(
                        workflow.stages()
                                .flatMap(
                                        stage ->
                                                stage.phases()
                                                        .flatMap(
                                                                phase ->
                                                                        PhaseCheck.problems(
                                                                                workflow, stage,
                                                                                phase))))
                .appendAll(policy(workflow))
                .distinct();
    }

    private static Vector<WorkflowProblem> shape(Workflow workflow) {
        var stages = workflow.stages();
        return Vector.<WorkflowProblem>empty()
                .appendAll(
                        unless(!stages.isEmpty(), workflow.name(), Kind.NO_STAGES, "has no stages"))
                .appendAll(
                        unless(
                                stages.map(Stage::id).distinct().size() == stages.size(),
                                workflow.name(),
                                Kind.SAME_NAME,
                                "has two stages of the same name"))
                .appendAll(stages.flatMap(WorkflowCheck::stage));
    }

    private static Vector<WorkflowProblem> stage(Stage stage) {
        var ids = stage.phases().map(Phase::id);
        return unless(!ids.isEmpty(), stage.id(), Kind.NO_PHASES, "has no phases")
                .appendAll(
                        unless(
                                ids.distinct().size() == ids.size(),
                                stage.id(),
                                Kind.SAME_NAME,
                                "has two phases of the same name"))
                .appendAll(turns(stage));
    }

    private static Vector<WorkflowProblem> turns(Stage stage) {
        return switch (stage.turns()) {
            case LoopCondition.Times(var count) ->
                    unless(count >= 0, stage.id(), "cannot run " + count + " times");
            case LoopCondition.Until(var max, var artifact, var label) ->
                    unless(max >= 0, stage.id(), "cannot run " + max + " times")
                            .appendAll(
                                    unless(
                                            stage.phases()
                                                    .flatMap(Phase::steps)
                                                    .exists(
                                                            step ->
                                                                    step
                                                                                    instanceof
                                                                                    Step.Collect(
                                                                                            var
                                                                                                    name,
                                                                                            var
                                                                                                    labels,
                                                                                            _)
                                                                            && name.equals(artifact)
                                                                            && labels.contains(
                                                                                    label)),
                                            stage.id(),
                                            "runs until "
                                                    + artifact
                                                    + " says "
                                                    + label
                                                    + ", but no step of it collects that"));
            case LoopCondition.EachItem(_, var doneAfter) ->
                    unless(
                            stage.indexOf(doneAfter) >= 0,
                            stage.id(),
                            "makes its items done after " + doneAfter + ", which it does not have");
        };
    }

    private static Vector<WorkflowProblem> policy(Workflow workflow) {
        var policy = workflow.policy();
        return limits(policy.limits())
                .appendAll(recoveryLevels(policy.recovery()))
                .appendAll(fixer(policy))
                .appendAll(rewindStage(workflow));
    }

    private static Vector<WorkflowProblem> limits(Policy.Limits limits) {
        return unless(
                        limits.rewindsMax() > 0
                                && limits.identicalMax() > 1
                                && limits.sameAgentMax() >= 1
                                && limits.cyclesMax() >= 1
                                && limits.itemsMax() >= 1,
                        "limits",
                        "must be positive")
                .appendAll(
                        unless(
                                limits.backoffFirstMillis() > 0
                                        && limits.backoffMaxMillis() >= limits.backoffFirstMillis()
                                        && limits.restMillis() > 0,
                                "limits",
                                "waits must be positive, the longest not below the first"));
    }

    private static Vector<WorkflowProblem> recoveryLevels(Policy.RecoveryPolicy recovering) {
        return unless(recovering.attemptsMax() >= 0, "recovery", "attempts must not be negative")
                .appendAll(
                        unless(
                                1 < recovering.restartFrom()
                                        && recovering.restartFrom() <= recovering.rewindFrom()
                                        && recovering.rewindFrom() <= recovering.startOverFrom(),
                                "recovery",
                                Kind.RECOVERY_LEVELS,
                                "levels must rise with the attempts"));
    }

    private static Vector<WorkflowProblem> fixer(Policy policy) {
        return policy.recovery()
                .fixer()
                .toVector()
                .flatMap(
                        role ->
                                unless(
                                        !policy.chain(role).isEmpty(),
                                        "recovery",
                                        Kind.NO_AGENTS,
                                        "its fixer " + role + " has no agents"));
    }

    private static Vector<WorkflowProblem> rewindStage(Workflow workflow) {
        return workflow.policy()
                .recovery()
                .rewindStage()
                .toVector()
                .flatMap(
                        stage ->
                                unless(
                                        workflow.stages().exists(each -> isCounted(each, stage)),
                                        "recovery",
                                        Kind.UNCOUNTED_STAGE,
                                        "rewinds to " + stage + ", which is not a counted stage"));
    }

    private static boolean isCounted(Stage stage, String id) {
        return stage.id().equals(id) && !(stage.turns() instanceof LoopCondition.EachItem);
    }

    static Vector<WorkflowProblem> unless(boolean holds, String where, String what) {
        return unless(holds, where, Kind.OTHER, what);
    }

    static Vector<WorkflowProblem> unless(boolean holds, String where, Kind kind, String what) {
        return holds ? Vector.empty() : Vector.of(new WorkflowProblem(where, kind, what));
    }
}
