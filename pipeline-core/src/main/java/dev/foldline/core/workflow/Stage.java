package dev.foldline.core.workflow;

import io.vavr.collection.Vector;

/** A loop over phases: its turns one after the other, in each turn its phases one after the other. */
public record Stage(String id, Turns turns, Vector<Phase> phases) {

    /** The place of a phase in the stage's order; -1 if it has none of that name. */
    public int indexOf(String phase) { return phases.indexWhere(each -> each.id().equals(phase)); }

    /** How executions and approvals of a phase are filed. */
    public String key(Phase phase) { return id + "/" + phase.id(); }
}
