package dev.foldline.effects.git;

import java.util.List;

/** What came of a rebase. In every case but {@link Rebased} branch, index and working tree are as they were. */
public sealed interface RebaseOutcome {

    /** The branch was at {@code before} and is on top of its new base at {@code after}. */
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

    /** HEAD is not where it was expected; nothing was done. */
    record HeadMoved(Head actual) implements RebaseOutcome {}

    /** A merge, rebase or the like is half done already. */
    record Unfinished(String operation) implements RebaseOutcome {}

    /** Another process held this lock to the end of our patience. */
    record Locked(String lockFile) implements RebaseOutcome {}

    /** Git refused for another reason, in its own words. */
    record Failed(String output) implements RebaseOutcome {}
}
