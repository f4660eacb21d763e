package dev.foldline.effects.git;

import java.util.List;
import java.util.Optional;

/** What came of a commit. In every case but {@link Committed} and {@link Stands} no branch has moved and the user's index is as it was. */
public sealed interface CommitOutcome {

    /**
     * The branch has the commit.
     *
     * @param commit as it is in the repository, its hooks having had their say: tree and message may be other than ours
     */
    record Committed(CommitInfo commit) implements CommitOutcome {}

    /** The branch has the commit, with excluded paths in it, and somebody has gone on since: it was not undone. */
    record Stands(CommitInfo commit, List<String> paths) implements CommitOutcome {}

    /** The tree is HEAD's. The index has been brought up to date where nothing is excluded. */
    record NothingToCommit() implements CommitOutcome {}

    /** The work is no longer the tree that was expected. */
    record TreeMoved(String actual) implements CommitOutcome {}

    /** HEAD is on another branch or another commit than was expected. */
    record HeadMoved(Head actual) implements CommitOutcome {}

    /** A hook of the user said no, or emptied the message. */
    record RejectedByHook(String output) implements CommitOutcome {}

    /** Excluded paths would have been in the commit, by a hook or by a file in a folder's place; it was undone. */
    record TookExcluded(List<String> paths) implements CommitOutcome {}

    /** Repositories inside the working tree that are no submodules: git would commit a link to nowhere. */
    record NestedRepositories(List<String> paths) implements CommitOutcome {}

    /** A merge, rebase or the like is half done; {@code operation} is its git name. */
    record Unfinished(String operation) implements CommitOutcome {}

    /** Git knows neither name nor address of the user. */
    record NoIdentity(String output) implements CommitOutcome {}

    /** Another process kept a lock for longer than our patience. */
    record Locked(String lockFile) implements CommitOutcome {}

    /** The user wants commits signed, and git could not: no key, no program, nobody to type a passphrase. */
    record Unsigned(String output) implements CommitOutcome {}

    /** Anything else: a file could not be read, the disk is full. */
    record Failed(String output) implements CommitOutcome {}

    /** The commit, if it was made. */
    default Optional<CommitInfo> made() {
        return this instanceof Committed done ? Optional.of(done.commit()) : Optional.empty();
    }
}
