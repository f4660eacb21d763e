package dev.foldline.core.workflow;

import io.vavr.collection.Vector;

/** A loop over phases. Its turns run in order, and in each turn its phases run in order. */
public record Stage(String id, LoopCondition turns, Vector<Phase> phases) {

    /** Returns the index of a phase in the stage, or -1. */
    public int indexOf(String phase) {
        return phases.indexWhere(each -> each.id().equals(phase));
    }

    /** Returns the key of a phase's executions and approvals. */
    public String key(Phase phase) {
        return id + "/" + phase.id();
    }
}
