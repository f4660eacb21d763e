package dev.foldline.core.effect;

import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.LocalContent;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.Policy.Branching;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** An effect on the repository. Every write names the state it expects. */
public sealed interface GitEffect extends ExternalEffect {

    /**
     * Check out the run's branch and protect the user's uncommitted work.
     *
     * @param titled id of the artifact whose title names the branch, if there is one
     */
    record OpenBranch(EffectKey key, Branching branching, Option<String> titled)
            implements GitEffect {
        public OpenBranch(EffectKey place, Branching branching) {
            this(place, branching, Option.none());
        }
    }

    /** Read the tree that would be committed. */
    record InspectTree(EffectKey key, Vector<String> protectedPaths) implements GitEffect {
        /** The label of a tree without uncommitted changes. */
        public static final String CLEAN = "clean";
    }

    /**
     * Commit the work.
     *
     * @param message id of the accepted message artifact, if one was requested
     * @param parent the expected parent commit
     * @param tree the checked tree; any tree if none
     * @param worker the agent named in the commit's message; none, as in older logs, if no agent is
     *     named
     * @param known what is in the working tree and in no commit, and needs no second report
     */
    record CommitWork(
            EffectKey key,
            Option<String> message,
            Option<String> branch,
            Option<String> parent,
            Option<String> tree,
            Vector<String> protectedPaths,
            Option<TerminalAgent> worker,
            Vector<LocalContent> known)
            implements GitEffect {

        /** A commit that names no terminal. */
        public CommitWork(
                EffectKey place,
                Option<String> message,
                Option<String> branch,
                Option<String> parent,
                Option<String> tree,
                Vector<String> kept) {
            this(place, message, branch, parent, tree, kept, Option.none(), Vector.empty());
        }
    }

    /**
     * Read the terminal's commits on the run's branch and their metadata.
     *
     * @param from the last commit that was already read
     * @param worker the agent whose commits count
     */
    record ObserveWork(
            EffectKey key,
            Option<String> branch,
            Option<String> from,
            Option<TerminalAgent> worker,
            Vector<String> protectedPaths)
            implements GitEffect {}

    /**
     * Rebase the branch onto its base.
     *
     * @param base the revision to rebase onto; the repository's base branch if none
     * @param start the commit at which the branch starts; none in older logs
     */
    record RebaseBranch(
            EffectKey key,
            Option<String> branch,
            Option<String> head,
            Option<String> base,
            Vector<String> protectedPaths,
            Option<String> start)
            implements GitEffect {}

    /**
     * Create the commit that merges the run's branch into the target and store it under a private
     * ref. The target does not move.
     *
     * @param target the branch to merge into; the repository's base branch if none
     * @param message id of the accepted message artifact, if one was requested
     * @param head expected head of the run's branch
     * @param squashed the branch that is squashed into one commit on top of the target, to which
     *     the run's branch then moves; none, as in older logs, if the run's own branch is merged
     * @param taking how the other branch is merged, if it is not squashed
     */
    record PrepareMerge(
            EffectKey key,
            Option<String> target,
            Option<String> message,
            Option<String> branch,
            Option<String> head,
            Vector<String> protectedPaths,
            Option<String> squashed,
            Option<Taking> taking)
            implements GitEffect {

        /** How another branch is merged, if it is not squashed. */
        public enum Taking {
            /** Rebase its commits one by one. */
            REBASED,
            /** Create one commit with conflict markers. It must not land. */
            MARKED
        }

        /** A merge of the run's own branch. */
        public PrepareMerge(
                EffectKey place,
                Option<String> target,
                Option<String> message,
                Option<String> branch,
                Option<String> head,
                Vector<String> kept) {
            this(place, target, message, branch, head, kept, Option.none(), Option.none());
        }
    }

    /**
     * Move the target to the prepared merge, if the target has not moved since.
     *
     * @param candidate the prepared merge; without one, nothing moves
     * @param tree the checked tree; any tree if none
     */
    record LandMerge(EffectKey key, Option<Candidate> candidate, Option<String> tree)
            implements GitEffect {}

    /**
     * Remove the run's own worktree, or that of a completed child run. Uncommitted work is saved
     * first. The branch and its commits remain.
     *
     * @param branch the branch that must be checked out there; none if there is no worktree: the
     *     user's own tree is never removed
     * @param child the child run that owns the worktree; none, as in older logs, if this run owns
     *     it
     */
    record ReleaseWorktree(EffectKey key, Option<String> branch, Option<String> child)
            implements GitEffect {

        /** Removal of the run's own worktree. */
        public ReleaseWorktree(EffectKey place, Option<String> branch) {
            this(place, branch, Option.none());
        }
    }

    /**
     * Check that the branch is one commit on top of its base.
     *
     * @param base the base of the count; the repository's base branch if none
     * @param branch the branch that must be checked out; any branch if none
     */
    record CountCommits(
            EffectKey key,
            Option<String> base,
            Vector<String> protectedPaths,
            Option<String> branch)
            implements GitEffect {}

    /**
     * Save uncommitted work under a private ref, then reset the working tree to the last commit.
     *
     * @param verified finished work to commit first; none if all uncommitted work may be discarded
     */
    record ResetTree(EffectKey key, Vector<String> protectedPaths, Option<Verified> verified)
            implements GitEffect {

        /** A reset of everything that is uncommitted. */
        public ResetTree(EffectKey place, Vector<String> kept) {
            this(place, kept, Option.none());
        }

        /**
         * Finished work. Each of its paths that no commit of the branch contains is committed.
         *
         * @param branch the branch that must be checked out; any branch if none
         * @param base where the branch started: a commit, or the branch to merge into
         * @param tree the tree when the work was completed
         */
        public record Verified(Option<String> branch, Option<String> base, String tree) {}
    }

    /**
     * Move the branch back to its start without changing files, so that all work can become one
     * commit. The old head is kept under a private ref.
     *
     * @param base the commit at which the branch started
     * @param head the last known head of the branch
     */
    record GatherWork(
            EffectKey key,
            Option<String> branch,
            Option<String> base,
            Option<String> head,
            Vector<String> protectedPaths)
            implements GitEffect {}

    /**
     * Merge the branch into its base with an ordinary merge, then delete it.
     *
     * @param base the branch to merge into; the repository's base branch if none
     * @param head the expected head of the branch; none if this run has not read it yet
     */
    record MergeBranch(
            EffectKey key, Option<String> branch, Option<String> base, Option<String> head)
            implements GitEffect {
        /** How the message of a merge that conflicts starts. */
        public static final String CONFLICT = "ERROR: Automated merge failed due to a conflict.";
    }

    /** Save uncommitted work under a private ref before the run ends with this outcome or halts. */
    record SaveWork(EffectKey key, Option<Outcome> outcome, Vector<String> protectedPaths)
            implements GitEffect {}
}
