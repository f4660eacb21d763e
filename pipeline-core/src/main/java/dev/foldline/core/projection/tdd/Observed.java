package dev.foldline.core.projection.tdd;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What a call finds in the working tree.
 *
 * @param head the commit that is checked out, if there is a repository
 */
public record Observed(PlanFile plan, Option<String> head, WorkTree tree, MasterPlan master) {

    /** What {@code ACTIVE_PR.json} is. */
    public enum PlanFile {
        ABSENT,
        /** A copy of what we have written at some time: it says nothing new. */
        STALE,
        /** What somebody else has written. */
        WRITTEN
    }

    /** Whether anything is uncommitted. */
    public enum WorkTree { CLEAN, CHANGED, UNKNOWN }

    /** What became of the plan file that the pull request is part of. */
    public sealed interface MasterPlan {

        /** No such file is named, or there is none. */
        record Unknown() implements MasterPlan {}

        /** It is there. */
        record Found(boolean changed, boolean namesCommit, Vector<String> otherChanges) implements MasterPlan {}
    }
}
