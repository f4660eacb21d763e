package dev.foldline.effects.git;

import java.nio.file.Path;

/** What came of adding or removing a linked worktree. */
public sealed interface WorktreeOutcome {

    /** It is there, on its new branch. */
    record Added(Path path, Head head) implements WorktreeOutcome {}

    /** The worktree is gone; its branch, and so its commits, are not. */
    record Removed() implements WorktreeOutcome {}

    /** There was none at that path. */
    record Absent() implements WorktreeOutcome {}

    /** Nothing was done, and why: work that is only there, a name taken, a path in use. */
    record Refused(String why) implements WorktreeOutcome {}
}
