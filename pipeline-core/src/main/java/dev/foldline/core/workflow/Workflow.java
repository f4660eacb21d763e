package dev.foldline.core.workflow;

import io.vavr.collection.Vector;

import java.util.function.UnaryOperator;

/**
 * A workflow: stages in order, and the policy of the run. It is an immutable value; {@link
 * WorkflowCheck} validates it.
 */
public record Workflow(String name, int version, Vector<Stage> stages, Policy policy) {

    public int indexOf(String stage) {
        return stages.indexWhere(each -> each.id().equals(stage));
    }

    public Workflow with(Policy changed) {
        return new Workflow(name, version, stages, changed);
    }

    Workflow with(Vector<Stage> changed) {
        return new Workflow(name, version, changed, policy);
    }

    public Vector<Phase> phases() {
        return stages.flatMap(Stage::phases);
    }

    /** Returns the steps that start child runs. */
    public Vector<Step.Children> children() {
        return phases().flatMap(Phase::steps)
                .flatMap(
                        step ->
                                step instanceof Step.Children children
                                        ? Vector.of(children)
                                        : Vector.<Step.Children>empty());
    }

    /** Returns whether a stage merges the branches of this list's items. */
    public boolean mergesItems(String list) {
        return stages.filter(
                        stage ->
                                stage.turns() instanceof LoopCondition.EachItem(var each, _)
                                        && each.equals(list))
                .flatMap(Stage::phases)
                .flatMap(Phase::steps)
                .exists(step -> step instanceof Step.Git git && git.operation().mergesItem());
    }

    /** Returns a copy in which the workflows of child runs are changed by the function. */
    public Workflow withChildren(UnaryOperator<Workflow> change) {
        return new Workflow(
                name,
                version,
                stages.map(
                        stage ->
                                new Stage(
                                        stage.id(),
                                        stage.turns(),
                                        stage.phases().map(phase -> phase.withChildren(change)))),
                policy);
    }

    /** Returns the workflows of its child runs, and of theirs, each once. */
    public Vector<Workflow> nested() {
        return children()
                .flatMap(Step.Children::definition)
                .flatMap(child -> child.nested().prepend(child))
                .distinct();
    }
}
