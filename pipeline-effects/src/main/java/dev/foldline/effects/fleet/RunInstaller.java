package dev.foldline.effects.fleet;

import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.files.ProtectedFolder;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.OpenRepositoryResult;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.local.Repositories;
import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.log.HeadFile;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Map;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Puts a fetched run into this clone. What an earlier stay of the run has left here is kept: its
 * log beside the new one, its commits and files below {@code refs/foldline/superseded/}.
 *
 * @param root a working tree of this clone
 * @param epoch the epoch of the lease under which it is installed
 */
public record RunInstaller(GitOptions options, Path root, RunDirectory run, long epoch) {
    private static final String BRANCHES = "refs/heads/";
    private static final List<String> REPLACED =
            List.of("events.jsonl", "snapshot.json", "output", "recording");

    public RunInstaller {
        options = options.configured(java.util.Map.of("core.hooksPath", "/dev/null"));
    }

    /** Installs the log and the blobs. The log is the last file: without it there is no run. */
    public void installLog(FetchedRun fetched) throws IOException {
        setAside();
        copy(run, fetched);
    }

    /** Copies the log and the blobs for readers; nothing is driven there. */
    public static void copy(RunDirectory run, FetchedRun fetched) throws IOException {
        var blobs = run.blobs();
        for (var blob : fetched.blobs())
            if (!blobs.has(blob._1())) {
                var file = blobs.file(blob._1());
                Files.createDirectories(file.resolveSibling(""));
                AtomicFile.write(file, blob._2());
                blobs.get(blob._1());
            }
        AtomicFile.write(run.events(), fetched.log());
    }

    private void setAside() throws IOException {
        if (!Files.exists(run.events())) return;
        var aside = Files.createDirectories(run.path().resolve("superseded-" + epoch));
        for (var name : REPLACED) {
            var old = run.path().resolve(name);
            if (Files.exists(old)) Files.move(old, aside.resolve(name));
        }
        Files.deleteIfExists(HeadFile.of(run.events()));
        StoredGuard.release(run);
    }

    /** Points the run's private refs to the published commits. */
    public void installRefs(FetchedRun fetched) throws IOException {
        for (var ref : fetched.manifest().refs()) point(ref._1(), ref._2());
    }

    /** Points the run's branch to the published head, without checking it out. */
    public void installBranch(String branch, FetchedRun fetched) throws IOException {
        point(BRANCHES + branch, fetched.manifest().head());
    }

    private void point(String ref, String commit) throws IOException {
        var old = in(root, "rev-parse", "-q", "--verify", ref);
        if (old.succeeded() && old.text().equals(commit)) return;
        if (old.succeeded()) keep(ref.substring("refs/".length()), old.text());
        in(root, "update-ref", ref, commit).orThrow();
    }

    private void keep(String name, String commit) throws IOException {
        in(root, "update-ref", latestName(name), commit).orThrow();
    }

    private String latestName(String name) {
        return "refs/foldline/superseded/" + run.id() + "/" + epoch + "/" + name;
    }

    /**
     * Makes a working tree with the published work, on the run's branch if it has one.
     *
     * @param tree a folder that does not exist, or a working tree of this clone, whose content is
     *     saved first
     */
    public void installTree(Path tree, Option<String> branch, FetchedRun fetched)
            throws IOException {
        var head = fetched.manifest().head();
        for (var name : branch) refuseCheckedOut(name, tree);
        if (Files.exists(tree.resolve(".git"))) {
            refuseForeign(tree);
            save(tree);
            for (var name : branch) keepBranch(name, head);
            in(tree, checkout(branch, head)).orThrow();
            in(tree, "clean", "-fdq", "-e", "foldline.yaml", "-e", "PROMPT.md", "-e", ".foldline")
                    .orThrow();
        } else {
            in(root, "worktree", "prune").orThrow();
            for (var name : branch) point(BRANCHES + name, head);
            in(
                            root,
                            branch.isDefined()
                                    ? List.of(
                                            "worktree", "add", "-q", tree.toString(), branch.get())
                                    : List.of(
                                            "worktree",
                                            "add",
                                            "-q",
                                            "--detach",
                                            tree.toString(),
                                            head))
                    .orThrow();
        }
        in(tree, "read-tree", "-m", "-u", "HEAD", fetched.tree()).orThrow();
        in(tree, "reset", "-q").orThrow();
        exchange(tree, fetched.exchanged());
    }

    /** A working tree of another clone is never touched, whatever its path. */
    private void refuseForeign(Path tree) throws IOException {
        var words = new String[] {"rev-parse", "--path-format=absolute", "--git-common-dir"};
        var ours = in(root, words);
        ours.orThrow();
        var theirs = in(tree, words);
        if (theirs.succeeded() && real(Path.of(theirs.text())).equals(real(Path.of(ours.text()))))
            return;
        throw new GitFault(
                GitFault.Kind.COMMAND_FAILED,
                tree + " is a working tree of another repository; move it away");
    }

    /** A branch that another checkout has is not moved below it. */
    private void refuseCheckedOut(String branch, Path tree) throws IOException {
        in(root, "worktree", "prune").orThrow();
        var asked = in(root, "for-each-ref", "--format=%(worktreepath)", BRANCHES + branch);
        asked.orThrow();
        if (asked.text().isEmpty() || real(Path.of(asked.text())).equals(real(tree))) return;
        throw new GitFault(
                GitFault.Kind.COMMAND_FAILED,
                "the branch "
                        + branch
                        + " of the run is checked out in "
                        + asked.text()
                        + "; switch to another branch there");
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException absent) {
            return folder;
        }
    }

    private static List<String> checkout(Option<String> branch, String head) {
        return branch.isDefined()
                ? List.of("checkout", "-q", "-f", "-B", branch.get(), head)
                : List.of("checkout", "-q", "-f", "--detach", head);
    }

    private void keepBranch(String branch, String head) throws IOException {
        var old = in(root, "rev-parse", "-q", "--verify", BRANCHES + branch);
        if (old.succeeded() && !old.text().equals(head)) keep("heads/" + branch, old.text());
    }

    /** Saves what is in a working tree. If that fails, nothing there is replaced. */
    private void save(Path tree) throws IOException {
        switch (new Repositories(options).open(tree)) {
            case OpenRepositoryResult.Opened(var git) -> {
                try (git) {
                    git.undoHalfMove();
                    git.saveWork(unused("work"), "Work of run " + run.id(), Exclusions.engine());
                }
            }
            case OpenRepositoryResult.Refused refused ->
                    throw new GitFault(
                            GitFault.Kind.COMMAND_FAILED,
                            "the work in "
                                    + tree
                                    + " cannot be saved before it is replaced: "
                                    + refused.what());
        }
    }

    /** Returns a ref that does not exist yet: an earlier attempt may have saved other work. */
    private String unused(String name) throws GitFault {
        int number = 1;
        while (in(root, "rev-parse", "-q", "--verify", latestName(name + "-" + number)).succeeded())
            number++;
        return latestName(name + "-" + number);
    }

    private static void exchange(Path tree, Map<String, byte[]> files) throws IOException {
        var folder = new ProtectedFolder(tree.resolve(ExchangeFolder.FOLDER));
        folder.remove();
        for (var file : files)
            folder.write(file._1(), new String(file._2(), StandardCharsets.UTF_8));
    }

    private Answer in(Path folder, String... words) throws GitFault {
        return in(folder, List.of(words));
    }

    private Answer in(Path folder, List<String> words) throws GitFault {
        return new Answer(
                words.getFirst(),
                GitCommand.in(options, folder, words.toArray(String[]::new)).runWithRetries());
    }

    /** The result of a command that may fail. */
    private record Answer(String verb, GitResult result) {
        boolean succeeded() {
            return result.succeeded();
        }

        String text() {
            return result.text();
        }

        void orThrow() throws GitFault {
            if (!succeeded()) throw result.asFault(verb);
        }
    }
}
