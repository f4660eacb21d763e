package dev.foldline.effects.git;

import java.util.List;

/** What came of a rebase. In every case but {@link Rebased} branch, index and working tree are as they were. */
public sealed interface RebaseOutcome {

    record Rebased(String before, String after) implements RebaseOutcome {}

    /** The branch has all of the other side already. */
    record UpToDate(String head) implements RebaseOutcome {}

    /** The same places changed on both sides. */
    record Conflict(List<String> paths) implements RebaseOutcome {
        public Conflict {
            paths = List.copyOf(paths);
        }
    }

    /** Uncommitted changes are in files that the rebase would have to change. */
    record InTheWay(String output) implements RebaseOutcome {}

    record HeadMoved(Head actual) implements RebaseOutcome {}

    /** A merge, rebase or the like is half done already. */
    record Unfinished(String operation) implements RebaseOutcome {}

    record Locked(String lockFile) implements RebaseOutcome {}

    record Failed(String output) implements RebaseOutcome {}
}
