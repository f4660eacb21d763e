package dev.foldline.effects.git.local;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitRunner;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Stores uncommitted work as commits under private refs, which reset, clean and gc do not touch.
 */
record SavedWork(GitRunner bench, ObjectReads reads, GitTrees trees) {
    static final String OUR_REFS = "refs/foldline/";
    private static final String NOT_THERE = "";

    SaveOutcome save(String ref, String message, Predicate<String> wanted) throws GitFault {
        if (!ref.startsWith(OUR_REFS))
            throw new PipelineBug("work is kept below " + OUR_REFS + ", not at " + ref);
        Optional<SaveOutcome.Saved> before = saved(ref);
        if (before.isPresent()) return before.get();
        String parent = reads.head().commit();
        try (var staged = trees.stage(wanted)) {
            if (staged.same().equals(Optional.of(parent))) return new SaveOutcome.Clean();
            String tree = trees.write(staged.index());
            String committed = reads.commit(parent).tree();
            Optional<String> index =
                    trees.indexTree(wanted).filter(it -> !it.equals(committed) && !it.equals(tree));
            if (tree.equals(committed) && index.isEmpty()) return new SaveOutcome.Clean();
            var parents = new ArrayList<>(List.of(parent));
            if (index.isPresent())
                parents.add(
                        commitTree(index.get(), List.of(parent), message + " (as it was staged)"));
            String commit = commitTree(tree, parents, message);
            bench.git(
                            "update-ref",
                            "--create-reflog",
                            "-m",
                            "foldline: save work",
                            ref,
                            commit,
                            NOT_THERE)
                    .succeed();
            return new SaveOutcome.Saved(
                    commit,
                    reads.changedPaths(parent, commit),
                    Stream.concat(staged.nested().stream(), staged.refused().stream()).toList());
        }
    }

    SaveOutcome saveIgnored(String ref, String message, Collection<String> paths) throws GitFault {
        Optional<SaveOutcome.Saved> before = saved(ref);
        if (before.isPresent()) return before.get();
        String parent = reads.head().commit();
        String commit = commitTree(ignoredTree(paths), List.of(parent), message);
        bench.git("update-ref", "-m", "foldline: save ignored files", ref, commit, NOT_THERE)
                .succeed();
        return new SaveOutcome.Saved(commit, reads.changedPaths(parent, commit), List.of());
    }

    String ignoredTree(Collection<String> paths) throws GitFault {
        var words =
                new ArrayList<>(
                        List.of(
                                "--literal-pathspecs",
                                "ls-files",
                                "--others",
                                "--ignored",
                                "--exclude-standard",
                                "-z",
                                "--"));
        words.addAll(paths);
        byte[] names = bench.git(words.toArray(String[]::new)).succeed().out();
        try (var staged = trees.stage(_ -> false)) {
            staged.index()
                    .use(bench.git("update-index", "--add", "-z", "--stdin"))
                    .fed(names)
                    .succeed();
            return trees.write(staged.index());
        }
    }

    Optional<SaveOutcome.Saved> saved(String ref) throws GitFault {
        Optional<String> commit = reads.ref(ref);
        if (commit.isEmpty()) return Optional.empty();
        List<String> parents = reads.commit(commit.get()).parents();
        List<String> paths =
                parents.isEmpty()
                        ? List.of()
                        : reads.changedPaths(parents.getFirst(), commit.get());
        return Optional.of(new SaveOutcome.Saved(commit.get(), paths, List.of()));
    }

    List<String> changedSince(String savedCommit, Collection<String> paths) throws GitFault {
        var watched = new Exclusions(Set.copyOf(paths));
        String now = trees.treeOf(watched::covers);
        var changed = new ArrayList<>(reads.changedPaths(savedCommit, now));
        changed.removeIf(path -> !watched.covers(path));
        return List.copyOf(changed);
    }

    /**
     * Commits with Foldline's own identity, without hooks and signatures, because the user may have
     * no identity.
     */
    private String commitTree(String tree, List<String> parents, String message) throws GitFault {
        String now =
                bench.settings()
                        .environment()
                        .getOrDefault(
                                GitOptions.COMMITTER_DATE,
                                Instant.now().getEpochSecond() + " +0000");
        var words = new ArrayList<>(List.of("commit-tree", "--no-gpg-sign"));
        for (String parent : parents) words.addAll(List.of("-p", parent));
        words.addAll(List.of("-F", "-", tree));
        return bench.git(words.toArray(String[]::new))
                .with("GIT_AUTHOR_NAME", "Foldline")
                .with("GIT_AUTHOR_EMAIL", "foldline@localhost")
                .with("GIT_COMMITTER_NAME", "Foldline")
                .with("GIT_COMMITTER_EMAIL", "foldline@localhost")
                .with("GIT_AUTHOR_DATE", now)
                .with("GIT_COMMITTER_DATE", now)
                .fed(GitCommand.utf8(message))
                .succeed()
                .text();
    }
}
