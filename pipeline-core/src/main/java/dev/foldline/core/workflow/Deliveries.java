package dev.foldline.core.workflow;

/** Where a workflow moves another branch than the run's own: by a merge into it, or a push. */
final class Deliveries {
    private Deliveries() {}

    /** Returns whether the stage has a phase that moves another branch than the run's own. */
    static boolean isIn(Workflow workflow, Stage stage) {
        return !mergesChildren(workflow, stage) && stage.phases().exists(Deliveries::isIn);
    }

    /** Children are merged into the branch of the run that started them. */
    private static boolean mergesChildren(Workflow workflow, Stage stage) {
        var steps = stage.phases().flatMap(Phase::steps);
        return stage.turns() instanceof LoopCondition.EachItem
                && steps.exists(
                        step -> step instanceof Step.Git git && git.operation().mergesItem())
                && !steps.exists(step -> isGit(step, GitOperation.PREPARE_MERGE))
                && workflow.children().nonEmpty()
                && workflow.children().forAll(each -> each.definition().isDefined());
    }

    static boolean isIn(Phase phase) {
        return phase.steps()
                .exists(
                        step ->
                                isGit(step, GitOperation.LAND_MERGE)
                                        || isGit(step, GitOperation.MERGE)
                                        || isPush(step));
    }

    /** Returns whether a phase makes what it delivers, so that nothing is compared in between. */
    static boolean makesItsOwn(Phase phase) {
        return isIn(phase) && phase.steps().exists(Deliveries::makesWork);
    }

    /** Returns whether a phase delivers a prepared merge, and its working tree as well. */
    static boolean isOfTwoTrees(Phase phase) {
        return phase.landsMerge()
                && phase.steps().exists(step -> isGit(step, GitOperation.MERGE) || isPush(step));
    }

    /** Returns whether a step changes what a later one delivers. */
    private static boolean makesWork(Step step) {
        return switch (step) {
            case Step.Agent _, Step.Children _ -> true;
            case Step.WorkerRequest request -> request.waits();
            case Step.Git(var operation, _, _) -> makesWork(operation);
            case Step.Forge forge -> forge.operation() == ForgeOperation.UPDATE;
            case Step.Clean _,
                    Step.Prompt _,
                    Step.Collect _,
                    Step.Check _,
                    Step.Change _,
                    Step.Switch _ ->
                    false;
        };
    }

    private static boolean makesWork(GitOperation operation) {
        return switch (operation) {
            case OPEN_BRANCH,
                    COMMIT,
                    OBSERVE,
                    REBASE,
                    PREPARE_MERGE,
                    SQUASH,
                    REBASE_ITEM,
                    MARK,
                    SQUASH_OWN,
                    RESET_TO_VERIFIED,
                    GATHER ->
                    true;
            case INSPECT,
                    LAND_MERGE,
                    RELEASE_WORKTREE,
                    RELEASE_ITEM_WORKTREE,
                    COUNT,
                    RESET,
                    MERGE ->
                    false;
        };
    }

    private static boolean isPush(Step step) {
        return step instanceof Step.Forge forge && forge.operation() == ForgeOperation.PUSH;
    }

    static boolean isGit(Step step, GitOperation operation) {
        return step instanceof Step.Git git && git.operation() == operation;
    }
}
