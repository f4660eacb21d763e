package dev.foldline.effects.git;

import dev.foldline.core.PipelineBug;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The result of preparing or landing a merge. Except for {@link Prepared} and {@link Landed},
 * nothing has moved.
 */
public sealed interface MergeOutcome {

    /**
     * A merge of HEAD, or of another branch's work, into a branch.
     *
     * @param target the branch to merge into
     * @param expected the required HEAD
     * @param message subject and body; the trailer is added here
     * @param ref the private ref that keeps the merge, below {@code refs/foldline/}
     * @param taken the branch whose work goes on top of the target, to which HEAD then moves; none
     *     merges HEAD
     */
    record Request(
            String target,
            Head expected,
            String message,
            TicketTrailer trailer,
            String ref,
            Optional<Taken> taken) {
        public Request {
            if (message.isBlank()) throw new PipelineBug("a merge needs a message");
        }
    }

    /** Another branch, and how its work is merged. */
    record Taken(String branch, How how) {}

    /** How another branch's work is merged. */
    enum How {
        /** As one commit. */
        SQUASHED,
        /** Commit by commit. */
        REBASED,
        /** As one commit with conflict markers. */
        MARKED
    }

    /**
     * The merge is created and stored under its ref; the working tree has its content.
     *
     * @param onto the previous head of the target
     * @param head the current HEAD
     */
    record Prepared(String onto, String head, CommitInfo merge) implements MergeOutcome {}

    /** The target is at the merge. */
    record Landed() implements MergeOutcome {}

    /** The target has moved; {@code actual} is its current commit, if it exists. */
    record TargetMoved(Optional<String> actual) implements MergeOutcome {}

    /** The branch to squash does not exist. */
    record NoSource(String branch) implements MergeOutcome {}

    /** The branch to merge into does not exist. */
    record NoTarget(String target) implements MergeOutcome {}

    /** The merge conflicts in these paths. */
    record Conflict(List<String> paths) implements MergeOutcome {
        public Conflict {
            paths = List.copyOf(paths);
        }
    }

    /** Uncommitted changes would be overwritten, here or where the target is checked out. */
    record InTheWay(String what) implements MergeOutcome {}

    /** The checkout of the target has uncommitted changes to files that the merge changes. */
    record TargetChanged(Path folder, List<String> paths) implements MergeOutcome {
        public TargetChanged {
            paths = List.copyOf(paths);
        }
    }

    /** HEAD is not at the expected commit. */
    record HeadMoved(Head actual) implements MergeOutcome {}

    /** A merge, rebase or similar operation is already unfinished. */
    record Unfinished(String operation) implements MergeOutcome {}

    /** Another process held this lock longer than the lock timeout. */
    record Locked(String lockFile) implements MergeOutcome {}

    /** Git failed for another reason, with this output. */
    record Failed(String output) implements MergeOutcome {}
}
