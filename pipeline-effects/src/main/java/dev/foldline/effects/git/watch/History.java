package dev.foldline.effects.git.watch;

import dev.foldline.effects.git.GitFault;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;

/** The commits of a repository as a watcher needs them. Commits are named by their hashes. */
public interface History {

    /** Where each local branch is, by its name. */
    SortedMap<String, String> tips() throws GitFault;

    /**
     * The commits that {@code tips} lead to and {@code known} do not, parents before their children, and otherwise the older first.
     * Nothing leads to a commit that is not there any more, and it leads nowhere.
     */
    List<Walked> between(Collection<String> tips, Collection<String> known) throws GitFault;

    /** What was said of a commit, all of it. */
    String message(String commit) throws GitFault;

    /** A commit on the way, and what it stands on. */
    record Walked(String commit, List<String> parents) {
        public Walked {
            parents = List.copyOf(parents);
        }
    }
}
