package dev.foldline.effects.git;

import java.nio.file.Path;
import java.util.Optional;

/** The result of adding or removing a linked worktree. */
public sealed interface WorktreeOutcome {

    /** The state of a path. */
    sealed interface State {
        /** There is no worktree of this repository. */
        record Absent() implements State {}

        /** Git has an entry for a worktree whose files are gone. */
        record Missing() implements State {}

        /** Git was interrupted while creating the worktree; no work was done in it. */
        record HalfMade() implements State {}

        /** A complete worktree. */
        record Whole(Optional<String> branch) implements State {}
    }

    /** Content that exists only in a worktree. */
    sealed interface Content {
        /** Nothing; the worktree can be removed. */
        record Nothing() implements Content {}

        /** Uncommitted work; the complete content would be this tree. */
        record Work(String tree) implements Content {}

        /** A commit that no branch or other ref contains. */
        record Commit(String commit) implements Content {}

        /** Content that no commit can hold, or an unfinished operation; the worktree must stay. */
        record Bound(String why) implements Content {}
    }

    /** The worktree exists on its new branch. */
    record Added(Path path, Head head) implements WorktreeOutcome {}

    /** The worktree is removed; its branch and commits remain. */
    record Removed() implements WorktreeOutcome {}

    /** There was no worktree at that path. */
    record Absent() implements WorktreeOutcome {}

    /** Nothing was done, for this reason: unsaved work, a name that is taken, or a path in use. */
    record Refused(String why) implements WorktreeOutcome {}
}
