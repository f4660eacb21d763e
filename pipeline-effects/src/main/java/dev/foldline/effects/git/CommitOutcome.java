package dev.foldline.effects.git;

import java.util.List;
import java.util.Optional;

/**
 * The result of a commit. Except for {@link Committed} and {@link Stands}, no branch has moved and
 * the user's index is unchanged.
 */
public sealed interface CommitOutcome {

    /**
     * The branch has the commit.
     *
     * @param commit the commit in the repository; hooks may have changed its tree and message
     */
    record Committed(CommitInfo commit) implements CommitOutcome {}

    /**
     * The branch has the commit with excluded paths in it. It was not undone, because later commits
     * follow it.
     */
    record Stands(CommitInfo commit, List<String> paths) implements CommitOutcome {}

    /** The tree equals HEAD's. The index is up to date where nothing is excluded. */
    record NothingToCommit() implements CommitOutcome {}

    /** The working tree differs from the expected tree. */
    record TreeMoved(String actual) implements CommitOutcome {}

    /** HEAD is not at the expected branch or commit. */
    record HeadMoved(Head actual) implements CommitOutcome {}

    /** A user's hook rejected the commit or emptied its message. */
    record RejectedByHook(String output) implements CommitOutcome {}

    /**
     * A hook, or a file in place of a folder, would have added excluded paths to the commit; it was
     * undone.
     */
    record TookExcluded(List<String> paths) implements CommitOutcome {}

    /**
     * The working tree contains repositories that are not submodules, or files named like one. Git
     * would commit a dangling link or nothing.
     */
    record NestedRepositories(List<String> paths) implements CommitOutcome {}

    /** Files whose names git rejects, such as {@code git~1}. Git would silently omit them. */
    record RefusedNames(List<String> paths) implements CommitOutcome {}

    /** A merge, rebase or similar operation is unfinished; {@code operation} is its git name. */
    record Unfinished(String operation) implements CommitOutcome {}

    /** Git has no name or address for the user. */
    record NoIdentity(String output) implements CommitOutcome {}

    /** Another process held a lock longer than the lock timeout. */
    record Locked(String lockFile) implements CommitOutcome {}

    /**
     * The user's configuration requires signed commits, and git could not sign: the key, the
     * program or the passphrase is missing.
     */
    record Unsigned(String output) implements CommitOutcome {}

    /** Any other failure, such as an unreadable file or a full disk. */
    record Failed(String output) implements CommitOutcome {}

    /** Returns the commit, if it was made. */
    default Optional<CommitInfo> made() {
        return this instanceof Committed done ? Optional.of(done.commit()) : Optional.empty();
    }
}
