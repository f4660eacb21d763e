package dev.foldline.core.workflow;

import static dev.foldline.core.workflow.WorkflowCheck.unless;

import dev.foldline.core.workflow.WorkflowProblem.Kind;

import io.vavr.collection.Vector;

/** Validates the workflows of child runs: they are valid, not recursive and not nested deeply. */
final class NestedCheck {
    /** The levels of workflows, the outermost included. */
    static final int DEPTH_MAX = 4;

    private NestedCheck() {}

    /** Returns the problems of the children of one step. */
    static Vector<WorkflowProblem> problems(String where, Step.Children step) {
        return step.definition()
                .toVector()
                .flatMap(
                        child ->
                                unless(
                                                child.name().equals(step.workflow()),
                                                where,
                                                "starts "
                                                        + step.workflow()
                                                        + ", but defines "
                                                        + child.name())
                                        .appendAll(
                                                WorkflowCheck.problems(child)
                                                        .map(
                                                                each ->
                                                                        new WorkflowProblem(
                                                                                child.name()
                                                                                        + "/"
                                                                                        + each
                                                                                                .where(),
                                                                                each.cause(),
                                                                                each.what()))));
    }

    /** Returns the problems of how a workflow and those of its children contain each other. */
    static Vector<WorkflowProblem> problems(Workflow workflow) {
        var nested = workflow.nested();
        var names = nested.map(Workflow::name);
        return unless(
                        depth(workflow) <= DEPTH_MAX,
                        workflow.name(),
                        Kind.TOO_DEEP,
                        "nests workflows more than " + DEPTH_MAX + " levels deep")
                .appendAll(
                        unless(
                                !names.contains(workflow.name()),
                                workflow.name(),
                                Kind.RECURSIVE,
                                "starts itself as a child"))
                .appendAll(
                        unless(
                                names.distinct().size() == names.size(),
                                workflow.name(),
                                Kind.SAME_NAME,
                                "has two different children of the same name"));
    }

    private static int depth(Workflow workflow) {
        return 1
                + workflow.children()
                        .flatMap(Step.Children::definition)
                        .map(NestedCheck::depth)
                        .max()
                        .getOrElse(0);
    }
}
