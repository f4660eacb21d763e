package dev.foldline.core.workflow;

import io.vavr.collection.Vector;

/** A run's course: stages in order, and the policy they run under. A value; {@link WorkflowCheck} says whether it is sound. */
public record Workflow(String name, int version, Vector<Stage> stages, Policy policy) {

    public int indexOf(String stage) { return stages.indexWhere(each -> each.id().equals(stage)); }

    public Workflow with(Policy changed) { return new Workflow(name, version, stages, changed); }

    public Vector<Phase> phases() { return stages.flatMap(Stage::phases); }
}
