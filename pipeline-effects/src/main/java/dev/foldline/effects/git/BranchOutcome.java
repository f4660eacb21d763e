package dev.foldline.effects.git;

import java.util.Optional;

/** What came of opening a branch or of switching to one. */
public sealed interface BranchOutcome {

    /** HEAD is on the branch. */
    record OnBranch(Head head) implements BranchOutcome {}

    /** A branch of that name is there already; nothing has changed. */
    record Exists(String commit) implements BranchOutcome {}

    /** There is no such branch, or base. */
    record Absent(String name) implements BranchOutcome {}

    /** Uncommitted changes would be overwritten, or another worktree has the branch; nothing has changed. */
    record InTheWay(String output) implements BranchOutcome {}

    /** Another process kept a lock for longer than our patience. */
    record Locked(String lockFile) implements BranchOutcome {}

    /** Git refused for another reason, in its own words. */
    record Failed(String output) implements BranchOutcome {}

    /** What can be seen of a branch. */
    sealed interface State {
        /** There is no branch of that name. */
        record NoSuchBranch() implements State {}

        /** @param checkedOut whether this working tree is on it */
        record At(String commit, boolean checkedOut) implements State {}
    }

    /** What came of moving a ref back. */
    sealed interface RefMove {
        /** The ref is where it was to go. */
        record Moved() implements RefMove {}

        /** The ref was not where it was expected to be; it has been left there. */
        record Elsewhere(Optional<String> actual) implements RefMove {}
    }
}
