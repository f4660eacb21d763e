package dev.foldline.effects.git;

import java.util.List;

/**
 * The result of a rebase. Except for {@link Rebased}, branch, index and working tree are unchanged.
 */
public sealed interface RebaseOutcome {

    /** The branch was at {@code before} and is on top of its new base at {@code after}. */
    record Rebased(String before, String after) implements RebaseOutcome {}

    /** The branch already contains the other side. */
    record UpToDate(String head) implements RebaseOutcome {}

    /** The rebase conflicts in these paths. */
    record Conflict(List<String> paths) implements RebaseOutcome {
        public Conflict {
            paths = List.copyOf(paths);
        }
    }

    /** Uncommitted changes are in files that the rebase would change. */
    record InTheWay(String output) implements RebaseOutcome {}

    /** HEAD is not at the expected commit; nothing was done. */
    record HeadMoved(Head actual) implements RebaseOutcome {}

    /** A merge, rebase or similar operation is already unfinished. */
    record Unfinished(String operation) implements RebaseOutcome {}

    /** Another process held this lock longer than the lock timeout. */
    record Locked(String lockFile) implements RebaseOutcome {}

    /** Git failed for another reason, with this output. */
    record Failed(String output) implements RebaseOutcome {}
}
