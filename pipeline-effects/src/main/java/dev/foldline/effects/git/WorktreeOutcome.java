package dev.foldline.effects.git;

import java.nio.file.Path;
import java.util.Optional;

/** What came of adding or removing a linked worktree. */
public sealed interface WorktreeOutcome {

    /** What there is at a path. */
    sealed interface State {
        /** No working tree of this repository. */
        record Absent() implements State {}

        /** Git knows of one whose files are gone. */
        record Missing() implements State {}

        /** One that git had begun to make when it was ended; nobody has worked in it. */
        record HalfMade() implements State {}

        /** One that can be worked in. */
        record Whole(Optional<String> branch) implements State {}
    }

    /** What is in a worktree and nowhere else. */
    sealed interface Content {
        /** Nothing, so that it may go. */
        record Nothing() implements Content {}

        /** Something that is not committed; all that is on disk would be this tree. */
        record Work(String tree) implements Content {}

        /** The commit it is at, which no branch or other ref leads to. */
        record Commit(String commit) implements Content {}

        /** What no commit can hold, or what somebody is in the middle of: it must stay. */
        record Bound(String why) implements Content {}
    }

    /** It is there, on its new branch. */
    record Added(Path path, Head head) implements WorktreeOutcome {}

    /** The worktree is gone; its branch, and so its commits, are not. */
    record Removed() implements WorktreeOutcome {}

    /** There was none at that path. */
    record Absent() implements WorktreeOutcome {}

    /** Nothing was done, and why: work that is only there, a name taken, a path in use. */
    record Refused(String why) implements WorktreeOutcome {}
}
