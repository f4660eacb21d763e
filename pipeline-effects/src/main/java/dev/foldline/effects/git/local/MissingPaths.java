package dev.foldline.effects.git.local;

import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.Identity;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitRunner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Commits the paths of a tree that no commit of a branch contains, on top of the branch. */
record MissingPaths(GitRunner bench, ObjectReads reads, RepositoryMetadata house) {
    /**
     * More than a pull request has. Paths in older commits count as missing and are committed
     * again.
     */
    private static final int COMMITS_MAX = 10_000;

    Optional<CommitInfo> commit(String tree, String base, String message) throws GitFault {
        String head = reads.head().commit();
        Map<String, String> missing = missing(tree, base, head);
        if (missing.isEmpty()) return Optional.empty();
        String made =
                commitTree(new OverlaidTree(head, missing).write(bench, reads), head, message);
        bench.git("update-ref", "-m", "foldline: commit finished work", "HEAD", made, head)
                .succeed();
        return Optional.of(reads.commit(made));
    }

    /**
     * Returns the entries of the missing paths as {@code mode hash}, or {@link StatusEntry#NO_MODE}
     * for a path the tree does not have.
     */
    private Map<String, String> missing(String tree, String base, String head) throws GitFault {
        var wanted = new HashMap<>(reads.changedEntries(head, tree));
        if (wanted.isEmpty() || reads.resolve(base).isEmpty()) return wanted;
        for (var commit : history(base, head)) {
            // Only what differs between that commit and the tree is missing from the commit.
            wanted.keySet().retainAll(reads.changedEntries(commit, tree).keySet());
            if (wanted.isEmpty()) break;
        }
        return wanted;
    }

    /** Returns the commits of the branch, and those it started at. */
    private List<String> history(String base, String head) throws GitFault {
        var all = new ArrayList<String>();
        for (var commit : reads.log(base, head, COMMITS_MAX)) {
            all.add(commit.hash());
            all.addAll(commit.parents());
        }
        return all.stream().distinct().toList();
    }

    /** Commits with the user's identity, as far as git knows it. */
    private String commitTree(String tree, String parent, String message) throws GitFault {
        var command =
                bench.git("commit-tree", "--no-gpg-sign", "-p", parent, "-F", "-", tree)
                        .fed(GitCommand.utf8(message));
        if (house.identity() instanceof Identity.Known) return command.succeed().text();
        return command.with("GIT_AUTHOR_NAME", "Foldline")
                .with("GIT_AUTHOR_EMAIL", "foldline@localhost")
                .with("GIT_COMMITTER_NAME", "Foldline")
                .with("GIT_COMMITTER_EMAIL", "foldline@localhost")
                .succeed()
                .text();
    }
}
