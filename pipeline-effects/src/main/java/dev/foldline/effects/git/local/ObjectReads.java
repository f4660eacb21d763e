package dev.foldline.effects.git.local;

import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.BaseBranch;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.TreeChange;
import dev.foldline.effects.git.TreeEntry;
import dev.foldline.effects.git.command.GitRunner;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Reads revisions, history, trees and refs; see {@link dev.foldline.effects.git.GitReads}. */
interface ObjectReads extends AutoCloseable {
    /** Returns reads of the same kind in another working tree of the repository. */
    ObjectReads at(GitRunner elsewhere) throws GitFault;

    Head head() throws GitFault;

    /** Returns whether HEAD names no commit yet. */
    boolean isUnborn() throws GitFault;

    Optional<String> resolve(String revision) throws GitFault;

    CommitInfo commit(String revision) throws GitFault;

    boolean isAncestor(String ancestor, String descendant) throws GitFault;

    List<CommitInfo> log(String from, String to, int commitsMax) throws GitFault;

    /**
     * Returns the entry of {@code to} at each path that differs: {@code mode hash}, or {@link
     * StatusEntry#NO_MODE} if it has none.
     */
    default Map<String, String> changedEntries(String from, String to) throws GitFault {
        var entries = new HashMap<String, String>();
        for (var change : changes(from, to))
            entries.put(
                    change.path(),
                    change.after().map(TreeEntry::content).getOrElse(StatusEntry.NO_MODE));
        return entries;
    }

    default List<String> changedPaths(String from, String to) throws GitFault {
        return changes(from, to).stream().map(TreeChange::path).sorted().toList();
    }

    /** Returns what differs, in git's order. */
    List<TreeChange> changes(String from, String to) throws GitFault;

    List<TreeEntry> entries(String revision, Predicate<TreeEntry> wanted) throws GitFault;

    Optional<TreeEntry> entry(String revision, String path) throws GitFault;

    Optional<byte[]> content(TreeEntry entry, int bytesMax) throws GitFault;

    /** Returns whether the repository has an object, by its full hash. */
    boolean has(String object) throws GitFault;

    /** Returns the commit of a ref, by its full name. */
    Optional<String> ref(String fullName) throws GitFault;

    /** Returns the ref that a symbolic ref names. */
    Optional<String> target(String symbolicRef) throws GitFault;

    /**
     * Returns the refs below a prefix that ends with {@code /}: a hash, {@code ref: NAME} for a
     * symbolic ref, or nothing for one without a commit.
     */
    SortedMap<String, String> refsBelow(String prefix) throws GitFault;

    /** Returns what git writes where there is no object: zeros, as many as a hash has digits. */
    String noObject();

    /** See {@link dev.foldline.effects.git.GitReads#baseBranch}. */
    default Optional<BaseBranch> baseBranch(Optional<String> configured) throws GitFault {
        if (configured.isPresent())
            return resolve(configured.get()).map(at -> new BaseBranch(configured.get(), at));
        Optional<String> origin =
                target("refs/remotes/origin/HEAD")
                        .map(name -> name.substring("refs/remotes/".length()));
        for (String name : Stream.concat(origin.stream(), Stream.of("main", "master")).toList()) {
            Optional<String> at =
                    name.startsWith("origin/")
                            ? resolve("refs/remotes/" + name)
                            : resolve("refs/heads/" + name);
            if (at.isPresent()) return Optional.of(new BaseBranch(name, at.get()));
        }
        return Optional.empty();
    }

    @Override
    void close();
}
