package dev.foldline.effects.git.local;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.Workbench;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Uncommitted work kept as commits under refs of ours, where neither reset, clean nor gc can reach it. */
record Work(Workbench bench, Reads reads, Trees trees) {
    static final String OUR_REFS = "refs/foldline/";
    private static final String NOT_THERE = "0".repeat(40);

    SaveOutcome save(String ref, String message, Exclusions exclusions) throws GitFault {
        if (!ref.startsWith(OUR_REFS)) throw new PipelineBug("work is kept below " + OUR_REFS + ", not at " + ref);
        Optional<SaveOutcome.Saved> before = saved(ref);
        if (before.isPresent()) return before.get();
        String parent = reads.head().commit();
        try (var staged = trees.stage(path -> !exclusions.covers(path))) {
            String tree = trees.write(staged.index());
            if (tree.equals(reads.commit(parent).tree())) return new SaveOutcome.Clean();
            String commit = commitTree(tree, parent, message);
            bench.git("update-ref", "--create-reflog", "-m", "foldline: save work", ref, commit, NOT_THERE).succeed();
            return new SaveOutcome.Saved(commit, reads.changedPaths(parent, commit), staged.nested());
        }
    }

    Optional<SaveOutcome.Saved> saved(String ref) throws GitFault {
        Optional<String> commit = reads.ref(ref);
        if (commit.isEmpty()) return Optional.empty();
        List<String> parents = reads.commit(commit.get()).parents();
        List<String> paths = parents.isEmpty() ? List.of() : reads.changedPaths(parents.getFirst(), commit.get());
        return Optional.of(new SaveOutcome.Saved(commit.get(), paths, List.of()));
    }

    List<String> changedSince(String savedCommit, Collection<String> paths) throws GitFault {
        var watched = new Exclusions(Set.copyOf(paths));
        String now = trees.treeOf(watched::covers);
        var changed = new ArrayList<>(reads.changedPaths(savedCommit, now));
        changed.removeIf(path -> !watched.covers(path));
        return List.copyOf(changed);
    }

    /** In our own name: the user may have none, and no hook or signature has a say in a safety copy. */
    private String commitTree(String tree, String parent, String message) throws GitFault {
        String now = Instant.now().getEpochSecond() + " +0000";
        return bench.git("-c", "i18n.commitEncoding=UTF-8",
                        "commit-tree", "--no-gpg-sign", "-p", parent, "-F", "-", tree)
                .with("GIT_AUTHOR_NAME", "Foldline").with("GIT_AUTHOR_EMAIL", "foldline@localhost")
                .with("GIT_COMMITTER_NAME", "Foldline").with("GIT_COMMITTER_EMAIL", "foldline@localhost")
                .with("GIT_AUTHOR_DATE", now).with("GIT_COMMITTER_DATE", now)
                .fed(GitCommand.utf8(message)).succeed().text();
    }
}
