package dev.foldline.effects.git.watch;

import dev.foldline.effects.git.GitFault;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;

/** The commits of a repository as a watcher needs them, named by their hashes. */
public interface CommitHistory {

    /** Returns the head of each local branch, by name. */
    SortedMap<String, String> tips() throws GitFault;

    /**
     * Returns the commits reachable from {@code tips} but not from {@code known}, parents before
     * children, and otherwise older first. A deleted commit is unreachable and has no parents.
     */
    List<Walked> between(Collection<String> tips, Collection<String> known) throws GitFault;

    /** Returns the complete message of a commit. */
    String message(String commit) throws GitFault;

    /** A commit and its parents. */
    record Walked(String commit, List<String> parents) {
        public Walked {
            parents = List.copyOf(parents);
        }
    }
}
