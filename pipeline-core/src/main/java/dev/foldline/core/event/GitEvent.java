package dev.foldline.core.event;

import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.core.state.LocalContent;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** The outcome of a git operation. Its faults are {@link RunEvent.EffectFailed}. */
public sealed interface GitEvent extends Event, Event.Answer {

    /**
     * The run's branch is checked out.
     *
     * @param branch none on a detached head
     * @param protectedPaths paths with the user's uncommitted work
     * @param local what else belongs to the user and is in no commit, such as ignored files; not
     *     known in older logs
     */
    record BranchOpened(
            long ticket,
            Option<String> branch,
            String base,
            String tree,
            Vector<String> protectedPaths,
            Vector<LocalContent> local)
            implements GitEvent {

        /** A working tree without ignored files. */
        public BranchOpened(
                long ticket,
                Option<String> branch,
                String base,
                String tree,
                Vector<String> protectedPaths) {
            this(ticket, branch, base, tree, protectedPaths, Vector.empty());
        }
    }

    /**
     * The tree that would be committed now.
     *
     * @param head the commit that would become its parent; the user may have committed in the
     *     meantime
     * @param label {@code clean} or {@code changed}
     */
    record TreeInspected(long ticket, Option<String> head, String tree, String label)
            implements GitEvent {}

    /**
     * The working tree is reset to the last commit.
     *
     * @param committed the commit created from finished work before the reset, if one was due
     * @param saved the private refs that keep the uncommitted work
     */
    record TreeReset(
            long ticket, String head, String tree, Option<Commit> committed, Vector<String> saved)
            implements GitEvent {}

    /**
     * The work is committed on the run's branch. {@code tree} is the committed tree, including
     * changes by hooks.
     *
     * @param local what is in the working tree and not in the commit, as far as it is new; not
     *     known in older logs
     */
    record WorkCommitted(
            long ticket, String commit, String tree, String subject, Vector<LocalContent> local)
            implements GitEvent {

        /** A commit of everything in the working tree. */
        public WorkCommitted(long ticket, String commit, String tree, String subject) {
            this(ticket, commit, tree, subject, Vector.empty());
        }
    }

    /**
     * The terminal's own commits, and the status they report.
     *
     * @param head the current head of the branch
     * @param commits the new commits, oldest first
     * @param label one of {@link #LABELS}
     * @param remark its remark; for {@code completed} and {@code checkpoint}, the metadata that
     *     could not be parsed
     */
    record WorkObserved(
            long ticket,
            Option<String> head,
            String tree,
            Vector<Commit> commits,
            String label,
            Option<Remark> remark)
            implements GitEvent {
        public static final String COMPLETED = "completed";
        public static final String CHECKPOINT = "checkpoint";
        public static final String REVIEW_PASS = "review_pass";
        public static final String REVIEW_REJECT = "review_reject";
        public static final String FAILED = "failed";

        /**
         * The possible results of work: completed, to be continued, review passed, review rejected,
         * or failed.
         */
        public static final Vector<String> LABELS =
                Vector.of(COMPLETED, CHECKPOINT, REVIEW_PASS, REVIEW_REJECT, FAILED);

        /** Returns the metadata that could not be parsed, if the remark contains only that. */
        public Option<String> unread() {
            return remark.filter(_ -> label.equals(COMPLETED) || label.equals(CHECKPOINT))
                    .map(Remark::text);
        }
    }

    /**
     * A remark on work.
     *
     * @param terminal the terminal whose work it concerns; the preceding terminal if none
     * @param text the remark, for the agent or user that has to respond
     */
    record Remark(Option<String> terminal, String text) {}

    /**
     * There was nothing to commit.
     *
     * @param local as in {@link WorkCommitted}
     */
    record CommitSkipped(long ticket, String why, Vector<LocalContent> local) implements GitEvent {

        /** A working tree without anything that a commit could contain. */
        public CommitSkipped(long ticket, String why) {
            this(ticket, why, Vector.empty());
        }
    }

    /**
     * The tree differs from the checked tree. Nothing was committed.
     *
     * @param changed paths that differ; empty in older logs
     */
    record TreeMoved(long ticket, String tree, Vector<String> changed) implements GitEvent {
        public TreeMoved(long ticket, String tree) {
            this(ticket, tree, Vector.empty());
        }
    }

    /**
     * The branch is on top of its base. If {@code head} has not moved, it already was.
     *
     * @param base the commit at which the branch starts now; none in older logs, and if it starts
     *     where it did or that is not known
     */
    record BranchRebased(long ticket, String head, String tree, Option<String> base)
            implements GitEvent {
        public BranchRebased(long ticket, String head, String tree) {
            this(ticket, head, tree, Option.none());
        }
    }

    /**
     * The merge commit is created without moving the target. {@code head} is the current head of
     * the run's branch.
     */
    record MergePrepared(long ticket, String head, Candidate candidate) implements GitEvent {}

    /** The target branch is at the prepared merge. */
    record MergeLanded(long ticket, String target, String commit) implements GitEvent {}

    /** The target has moved, or the merge is not the checked one. Nothing was moved. */
    record MergeOvertaken(long ticket, String why) implements GitEvent {}

    /**
     * The worktree of the run or of its child is removed.
     *
     * @param savedRefs the private refs that keep its uncommitted work
     * @param why why a child's worktree could not be removed; none, as in older logs, if it was
     *     removed
     */
    record WorktreeReleased(long ticket, Vector<String> savedRefs, Option<String> why)
            implements GitEvent {

        /** The worktree was removed. */
        public WorktreeReleased(long ticket, Vector<String> stash) {
            this(ticket, stash, Option.none());
        }
    }

    /**
     * Uncommitted work is saved under a private ref.
     *
     * @param commit none if there was nothing to save
     */
    record WorkSaved(long ticket, Option<String> commit) implements GitEvent {}
}
