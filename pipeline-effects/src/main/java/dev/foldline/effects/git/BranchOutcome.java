package dev.foldline.effects.git;

import java.util.Optional;

/** The result of opening a branch or of switching to one. */
public sealed interface BranchOutcome {

    /** HEAD is on the branch. */
    record OnBranch(Head head) implements BranchOutcome {}

    /** A branch of that name already exists; nothing has changed. */
    record Exists(String commit) implements BranchOutcome {}

    /** The branch or the base does not exist. */
    record Absent(String name) implements BranchOutcome {}

    /**
     * Uncommitted changes would be overwritten, or the branch is checked out in another worktree;
     * nothing has changed.
     */
    record InTheWay(String output) implements BranchOutcome {}

    /** Another process held a lock longer than the lock timeout. */
    record Locked(String lockFile) implements BranchOutcome {}

    /** Git failed for another reason, with this output. */
    record Failed(String output) implements BranchOutcome {}

    /** The state of a branch. */
    sealed interface State {
        /** There is no branch of that name. */
        record NoSuchBranch() implements State {}

        /**
         * @param checkedOut whether this working tree is on it
         */
        record At(String commit, boolean checkedOut) implements State {}
    }

    /** The result of moving a ref back. */
    sealed interface RefMove {
        /** The ref is at its destination. */
        record Moved() implements RefMove {}

        /** The ref was not at the expected commit; it was not changed. */
        record Elsewhere(Optional<String> actual) implements RefMove {}
    }
}
