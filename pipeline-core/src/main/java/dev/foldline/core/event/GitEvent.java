package dev.foldline.core.event;

import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.Ledger.Commit;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What became of a git operation; its faults are {@link RunEvent.EffectFailed}. */
public sealed interface GitEvent extends Event, Event.Answer {

    /**
     * The run stands on its branch.
     *
     * @param branch none on a detached head
     * @param kept paths with a person's uncommitted work
     */
    record BranchOpened(long ticket, Option<String> branch, String base, String tree, Vector<String> kept)
            implements GitEvent {}

    /**
     * The tree that would be committed now.
     *
     * @param head the commit it would go on top of: a person may have committed meanwhile
     * @param label {@code clean} or {@code changed}
     */
    record TreeSeen(long ticket, Option<String> head, String tree, String label) implements GitEvent {}

    /** The work is a commit on the run's branch; {@code tree} is what it holds, hooks included. */
    record WorkCommitted(long ticket, String commit, String tree, String subject) implements GitEvent {}

    /**
     * What a terminal has committed by itself, and what it says of its work.
     *
     * @param head where the branch is now
     * @param commits the new ones, oldest first
     * @param label one of {@link #LABELS}
     * @param remark what it says of it; where the work is done or gone on with, what it said that could not be read
     */
    record WorkObserved(long ticket, Option<String> head, String tree, Vector<Commit> commits, String label, Option<Remark> remark) implements GitEvent {
        public static final String COMPLETED = "completed";
        public static final String CHECKPOINT = "checkpoint";
        public static final String REVIEW_PASS = "review_pass";
        public static final String REVIEW_REJECT = "review_reject";
        public static final String FAILED = "failed";

        /** What work can be: done, still to be gone on with, found good, found wanting, or in vain. */
        public static final Vector<String> LABELS = Vector.of(COMPLETED, CHECKPOINT, REVIEW_PASS, REVIEW_REJECT, FAILED);

        /** What it said that could not be read, if that is all that is remarked. */
        public Option<String> unread() {
            return remark.filter(_ -> label.equals(COMPLETED) || label.equals(CHECKPOINT)).map(Remark::text);
        }
    }

    /**
     * What was said of work.
     *
     * @param terminal whose work is meant; if none, that of the terminal before
     * @param text for whoever has to answer it
     */
    record Remark(Option<String> terminal, String text) {}

    /** There was nothing to commit. */
    record CommitSkipped(long ticket, String why) implements GitEvent {}

    /** What was to be committed is not what was checked. Nothing was committed. */
    record TreeMoved(long ticket, String tree) implements GitEvent {}

    /** The branch is on top of its base; it was there already if {@code head} has not moved. */
    record BranchRebased(long ticket, String head, String tree) implements GitEvent {}

    /** The merge is made aside; {@code head} is where the run's branch is now. */
    record MergePrepared(long ticket, String head, Candidate candidate) implements GitEvent {}

    /** The target branch is at the prepared merge. */
    record MergeLanded(long ticket, String target, String commit) implements GitEvent {}

    /** The target has moved since, or the merge is not what was checked. Nothing was moved. */
    record MergeOvertaken(long ticket, String why) implements GitEvent {}

    /**
     * The run, or its child, has no working tree of its own any more.
     *
     * @param parked the private refs that keep what was not committed in it
     * @param why a child's tree is still there, if it could not be removed; none, as in older logs, if it is gone
     */
    record TreeLeft(long ticket, Vector<String> parked, Option<String> why) implements GitEvent {

        /** It is gone. */
        public TreeLeft(long ticket, Vector<String> parked) { this(ticket, parked, Option.none()); }
    }

    /**
     * What was uncommitted is kept under a private ref.
     *
     * @param commit none if there was nothing to save
     */
    record WorkSaved(long ticket, Option<String> commit) implements GitEvent {}
}
