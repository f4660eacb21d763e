package dev.foldline.core.projection.tdd;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What a call finds in the working tree.
 *
 * @param head the commit that is checked out, if there is a repository
 * @param otherChanges paths besides the plan file of the pull request that differ from its one commit, committed or not; a person's
 *     own of before are not among them
 */
public record Observed(PlanFile plan, Option<String> head, WorkTree tree, MasterPlan master, Vector<String> otherChanges) {

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

        /** No such file is named, or there never was one. */
        record Unknown() implements MasterPlan {}

        /** The commit of the pull request has it, and it is not there any more. */
        record Gone() implements MasterPlan {}

        /** It is there. */
        record Found(boolean changed, boolean namesCommit) implements MasterPlan {}
    }
}
