package dev.foldline.core.projection.tdd;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What a call finds in the working tree.
 *
 * @param head the commit that is checked out, if there is a repository
 * @param otherChanges paths other than the pull request's plan file that differ from its single
 *     commit, committed or not; the user's own earlier changes are excluded
 */
public record WorktreeObservation(
        PlanFile plan,
        Option<String> head,
        WorkTree tree,
        MasterPlan master,
        Vector<String> otherChanges,
        Branch branch) {

    /** State of the pull request's branch. */
    public enum Branch {
        /** The branch exists, or nothing is known about it. */
        USUAL,
        /** The verified commit is no longer on the branch that is checked out. */
        REWRITTEN,
        /** The branch does not exist. */
        GONE
    }

    /** State of {@code ACTIVE_PR.json}. */
    public enum PlanFile {
        ABSENT,
        /** A copy that Foldline wrote earlier; it contains nothing new. */
        STALE,
        /** A file that another program or the user wrote. */
        WRITTEN
    }

    /** Whether there are uncommitted changes. */
    public enum WorkTree {
        CLEAN,
        CHANGED,
        UNKNOWN
    }

    /** State of the plan file that the pull request belongs to. */
    public sealed interface MasterPlan {

        /** No such file is named, or it never existed. */
        record Unknown() implements MasterPlan {}

        /** The file is in the commit of the pull request, but no longer exists. */
        record Gone() implements MasterPlan {}

        /** The file exists. */
        record Found(boolean changed, boolean namesCommit) implements MasterPlan {}
    }
}
