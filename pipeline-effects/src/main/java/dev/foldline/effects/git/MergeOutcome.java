package dev.foldline.effects.git;

import dev.foldline.core.PipelineBug;
import java.util.List;
import java.util.Optional;

/** What came of making a merge, or of landing it. In every case but {@link Prepared} and {@link Landed} nothing has moved. */
public sealed interface MergeOutcome {

    /**
     * A merge of HEAD, or of all that another branch has brought, into a branch.
     *
     * @param target the branch to merge into
     * @param expected where HEAD must stand
     * @param message subject and body; the trailer is added here
     * @param ref the private ref that keeps the merge, below {@code refs/foldline/}
     * @param taken the branch whose work comes on top of the target, to which HEAD then goes; none merges HEAD
     */
    record Request(String target, Head expected, String message, TicketTrailer trailer, String ref, Optional<Taken> taken) {
        public Request {
            if (message.isBlank()) throw new PipelineBug("a merge needs a message");
        }
    }

    /** The work of another branch, and how it is taken. */
    record Taken(String branch, How how) {}

    /** How the work of another branch is taken. */
    enum How {
        /** As one commit. */
        SQUASHED,
        /** Its commits one by one. */
        REBASED,
        /** As one commit that holds both sides between markers where they conflict. */
        MARKED
    }

    /**
     * The merge is made, and kept under its ref; the working tree holds what it holds.
     *
     * @param onto where the target was
     * @param head where HEAD is now
     */
    record Prepared(String onto, String head, CommitInfo merge) implements MergeOutcome {}

    /** The target is at the merge. */
    record Landed() implements MergeOutcome {}

    /** The target is not where it was; {@code actual} is where it is, if it is anywhere. */
    record TargetMoved(Optional<String> actual) implements MergeOutcome {}

    /** There is no such branch to be squashed. */
    record NoSource(String branch) implements MergeOutcome {}

    /** There is no such branch to merge into. */
    record NoTarget(String target) implements MergeOutcome {}

    /** The same places changed on both sides. */
    record Conflict(List<String> paths) implements MergeOutcome {
        public Conflict {
            paths = List.copyOf(paths);
        }
    }

    /** Uncommitted changes are in the way, here or where the target is checked out. */
    record InTheWay(String what) implements MergeOutcome {}

    /** HEAD is not where it was expected. */
    record HeadMoved(Head actual) implements MergeOutcome {}

    /** A merge, rebase or the like is half done already. */
    record Unfinished(String operation) implements MergeOutcome {}

    /** Another process held this lock to the end of our patience. */
    record Locked(String lockFile) implements MergeOutcome {}

    /** Git refused for another reason, in its own words. */
    record Failed(String output) implements MergeOutcome {}
}
