package dev.foldline.effects.git.local;

import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.TreeState;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.PathNames;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Working trees as git trees. Everything is staged in a private index, path by path as {@code git
 * status} lists them, so that patterns, ignore rules and sparse checkouts have no influence.
 */
record GitTrees(GitRunner bench, ObjectReads reads, TreeMemory memory, FolderMemory folders) {
    private static final String PASSED_OVER = "Ignoring path ";

    GitTrees(GitRunner bench, ObjectReads reads) {
        this(
                bench,
                reads,
                new TreeMemory(bench.place(), Clock.systemUTC()),
                new FolderMemory(Clock.systemUTC()));
    }

    /**
     * A private index with the requested content.
     *
     * @param nested nested repositories, and files named like one, which were omitted
     * @param refused files whose names git rejects, which were omitted too
     * @param replaced what the user's index has of the requested paths and HEAD has not
     * @param same HEAD's commit, if it has exactly this content
     * @param written the content as a tree, if it has been written
     */
    record Staged(
            PrivateIndex index,
            List<String> nested,
            List<String> refused,
            List<StatusEntry> replaced,
            Optional<String> same,
            Optional<String> written)
            implements AutoCloseable {
        @Override
        public void close() {
            index.close();
        }
    }

    List<DirtyPath> dirty(Exclusions exclusions) throws GitFault {
        return dirty(status(Optional.empty()), exclusions);
    }

    private static List<DirtyPath> dirty(List<StatusEntry> entries, Exclusions exclusions) {
        return entries.stream()
                .filter(entry -> !exclusions.covers(entry.path()))
                .map(StatusEntry::dirty)
                .sorted(Comparator.comparing(DirtyPath::path))
                .toList();
    }

    /** Returns the tree without the exclusions, and its uncommitted changes, consistently. */
    TreeState state(Exclusions exclusions) throws GitFault {
        try (var index = PrivateIndex.copyOf(bench.place())) {
            var head = reads.head().commit();
            var status = look(Optional.of(index));
            var entries = status.entries();
            var read = read(index, head, entries, exclusions);
            memory.remember(new TreeMemory.Latest(head, exclusions, read, status.ignored()));
            return new TreeState(read.tree(), dirty(entries, exclusions));
        }
    }

    private TreeMemory.Read read(
            PrivateIndex index, String head, List<StatusEntry> entries, Exclusions exclusions)
            throws GitFault {
        var before = memory.sight(head, exclusions, entries);
        var known = before.flatMap(memory::read).filter(it -> exists(it.tree()));
        if (known.isPresent()) return known.get();
        var staged = stage(index, head, entries, path -> !exclusions.covers(path));
        var tree = tree(staged);
        var read = new TreeMemory.Read(tree, KeptIndex.of(staged));
        if (before.isPresent() && before.equals(memory.sight(head, exclusions, entries)))
            memory.remember(before.get(), read);
        return read;
    }

    /**
     * Stages everything except the exclusions.
     *
     * @param read the tree, if it is to be as it was read last
     */
    Staged stage(Optional<String> read, Exclusions exclusions) throws GitFault {
        var kept = read.isPresent() ? kept(read.get(), exclusions) : Optional.<KeptIndex>empty();
        var again =
                kept.isPresent()
                        ? kept.get().restored(bench.place(), read.orElseThrow())
                        : Optional.<Staged>empty();
        return again.isPresent() ? again.get() : stage(path -> !exclusions.covers(path));
    }

    private Optional<KeptIndex> kept(String tree, Exclusions exclusions) throws GitFault {
        var head = reads.head().commit();
        return memory.latest()
                .filter(it -> it.head().equals(head) && it.exclusions().equals(exclusions))
                .map(TreeMemory.Latest::read)
                .filter(it -> it.tree().equals(tree) && exists(tree))
                .flatMap(TreeMemory.Read::staged);
    }

    /** A tree that no commit has can be removed from the repository. */
    private boolean exists(String tree) {
        try {
            return reads.has(tree);
        } catch (GitFault unknown) {
            return false;
        }
    }

    /** Stages the selected paths as they are on disk, and all others as in HEAD. */
    Staged stage(Predicate<String> wanted) throws GitFault {
        var index = PrivateIndex.copyOf(bench.place());
        try {
            var head = reads.head().commit();
            return stage(index, head, status(Optional.of(index)), wanted);
        } catch (GitFault fault) {
            index.close();
            throw fault;
        }
    }

    private Staged stage(
            PrivateIndex index, String head, List<StatusEntry> entries, Predicate<String> wanted)
            throws GitFault {
        replaceEntries(index, entries, wanted);
        var refused = addFiles(index, entries, wanted);
        var nested =
                Stream.concat(
                                entries.stream()
                                        .filter(StatusEntry::isRepository)
                                        .map(StatusEntry::path),
                                new AddedRepositories(bench).among(entries))
                        .filter(wanted)
                        .toList();
        var replaced =
                entries.stream()
                        .filter(entry -> entry.indexDiffersFromHead() && wanted.test(entry.path()))
                        .toList();
        boolean changed =
                entries.stream()
                        .anyMatch(
                                entry ->
                                        entry.indexDiffersFromHead()
                                                || entry.fileDiffersFromIndex()
                                                        && wanted.test(entry.path()));
        return new Staged(
                index,
                nested,
                refused,
                replaced,
                changed || !reads.head().commit().equals(head)
                        ? Optional.empty()
                        : Optional.of(head),
                Optional.empty());
    }

    /** Returns the staged content as a tree. HEAD's own tree already exists. */
    String tree(Staged staged) throws GitFault {
        if (staged.written().isPresent()) return staged.written().get();
        return staged.same().isPresent()
                ? reads.commit(staged.same().get()).tree()
                : write(staged.index());
    }

    String write(PrivateIndex index) throws GitFault {
        return index.use(bench.git("write-tree")).succeed().text();
    }

    String treeOf(Predicate<String> wanted) throws GitFault {
        try (var staged = stage(wanted)) {
            return tree(staged);
        }
    }

    /**
     * Returns the selected part of the user's index as a tree, or none while a merge has left
     * several versions of a path.
     */
    Optional<String> indexTree(Predicate<String> wanted) throws GitFault {
        try (var index = PrivateIndex.copyOf(bench.place())) {
            var entries = status(Optional.of(index));
            if (entries.stream().anyMatch(entry -> entry.kind() == 'u')) return Optional.empty();
            var lines = new IndexLines(reads.noObject());
            for (var entry : entries) {
                if (!wanted.test(entry.path()) && entry.indexDiffersFromHead())
                    lines.put(entry.ourMode(), entry.ourHash(), entry.path());
            }
            if (!lines.empty())
                index.use(bench.git("update-index", "-z", "--index-info"))
                        .fed(lines.bytes())
                        .succeed();
            return Optional.of(write(index));
        }
    }

    /**
     * Updates the user's index after a commit of what was staged, except for the excluded paths.
     * Files of earlier commits are compared with it, so that the next status does not read them.
     */
    void settleIndex(Staged staged, CommitInfo made, Exclusions exclusions) throws GitFault {
        var lines = new IndexLines(reads.noObject());
        var changed = reads.changedEntries(made.parents().getFirst(), made.hash());
        changed.forEach(
                (path, entry) -> {
                    if (!exclusions.covers(path)) lines.put(entry, path);
                });
        for (var entry : staged.replaced())
            if (!changed.containsKey(entry.path()))
                lines.put(entry.ourMode(), entry.ourHash(), entry.path());
        if (lines.empty()) return;
        var ran =
                bench.git("update-index", "-q", "--refresh", "-z", "--index-info")
                        .fed(lines.bytes())
                        .runWithRetries();
        // Files that differ from the index are no failure.
        if (ran.exit() > 1) throw ran.asFault("update-index");
    }

    /** Updates the user's index to a commit except for the excluded paths. */
    void settleIndex(String commit, Exclusions exclusions) throws GitFault {
        byte[] raw =
                bench.git(
                                "diff-index",
                                "--cached",
                                "--raw",
                                "-z",
                                "--no-renames",
                                "--no-abbrev",
                                "--ignore-submodules=none",
                                commit)
                        .succeed()
                        .out();
        var lines = new IndexLines(reads.noObject());
        var fields = PathNames.splitAtZeros(raw);
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            String[] word = new String(fields.get(i), StandardCharsets.ISO_8859_1).split(" ");
            String path = PathNames.decode(fields.get(i + 1));
            if (!exclusions.covers(path)) lines.put(word[0].substring(1), word[2], path);
        }
        if (lines.empty()) return;
        bench.git("update-index", "-z", "--index-info").fed(lines.bytes()).succeed();
        // This only saves the next status from reading those files; it fails if files differ, which
        // does not matter.
        bench.git("update-index", "-q", "--refresh").run();
    }

    /** Returns what git ignored when this tree was read, if nothing was read since. */
    Optional<List<String>> ignored(String tree) {
        return memory.latest()
                .filter(latest -> latest.read().tree().equals(tree))
                .map(TreeMemory.Latest::ignored);
    }

    /** What git reports about the working tree. */
    private record Status(List<StatusEntry> entries, List<String> ignored) {}

    private List<StatusEntry> status(Optional<PrivateIndex> index) throws GitFault {
        return look(index).entries();
    }

    private Status look(Optional<PrivateIndex> index) throws GitFault {
        var command =
                bench.git(
                        "status",
                        "--porcelain=v2",
                        "-z",
                        "--untracked-files=all",
                        "--no-renames",
                        "--ignored=matching",
                        "--ignore-submodules=dirty");
        var ran = index.map(it -> it.use(command)).orElse(command).succeed();
        byte[] reported = ran.out();
        var entries = new ArrayList<>(StatusEntry.parse(reported));
        entries.addAll(StatusEntry.tooLong(ran.err()));
        var ignored = StatusEntry.ignored(reported);
        var passed = new HashSet<>(ignored);
        passed.removeIf(path -> !path.endsWith("/"));
        entries.stream()
                .map(StatusEntry::path)
                .filter(path -> path.endsWith("/"))
                .forEach(passed::add);
        var hidden =
                new HiddenGitFolders(bench, folders).find(passed).stream().map(StatusEntry::hidden);
        var all =
                Stream.concat(
                                entries.stream()
                                        .map(
                                                entry ->
                                                        entry.onDisk() && isUnholdable(entry.path())
                                                                ? entry.gone()
                                                                : entry),
                                hidden)
                        .toList();
        return new Status(all, ignored);
    }

    /** A pipe, socket or device in place of a file: git reports a change and then cannot add it. */
    private boolean isUnholdable(String path) {
        try {
            return Files.readAttributes(
                            bench.place().root().resolve(path),
                            BasicFileAttributes.class,
                            LinkOption.NOFOLLOW_LINKS)
                    .isOther();
        } catch (IOException | InvalidPathException notSeen) {
            return false;
        }
    }

    /** Removes deleted paths, and resets unselected ones to HEAD. */
    private void replaceEntries(
            PrivateIndex index, List<StatusEntry> entries, Predicate<String> wanted)
            throws GitFault {
        var lines = new IndexLines(reads.noObject());
        for (var entry : entries) {
            if (wanted.test(entry.path())) {
                if (!entry.onDisk()) lines.remove(entry.path());
            } else if (entry.indexDiffersFromHead()) {
                lines.put(entry.ourMode(), entry.ourHash(), entry.path());
            }
        }
        if (!lines.empty())
            index.use(bench.git("update-index", "-z", "--index-info")).fed(lines.bytes()).succeed();
    }

    /** Returns the files that git ignored because of their names, with only a warning. */
    private List<String> addFiles(
            PrivateIndex index, List<StatusEntry> entries, Predicate<String> wanted)
            throws GitFault {
        var tooLong =
                entries.stream()
                        .filter(StatusEntry::isTooLong)
                        .map(StatusEntry::path)
                        .filter(wanted)
                        .toList();
        var asked = new ArrayList<String>();
        var names = new ByteArrayOutputStream();
        for (var entry : entries) {
            boolean taken =
                    entry.onDisk()
                            && entry.fileDiffersFromIndex()
                            && !entry.isRepository()
                            && !entry.isTooLong();
            if (!taken || !wanted.test(entry.path())) continue;
            names.writeBytes(PathNames.encode(entry.path()));
            names.write(0);
            asked.add(entry.path());
        }
        if (names.size() == 0) return tooLong;
        var command =
                bench.git(
                        "-c",
                        "core.safecrlf=false",
                        "update-index",
                        "-z",
                        "--add",
                        "--remove",
                        "--replace",
                        "--stdin");
        var messages = "\n" + index.use(command).fed(names.toByteArray()).succeed().err();
        if (!messages.contains(PASSED_OVER)) return tooLong;
        var passed =
                asked.stream()
                        .filter(path -> messages.contains("\n" + PASSED_OVER + path + "\n"))
                        .toList();
        var refused =
                passed.isEmpty()
                        ? messages.lines().filter(line -> line.startsWith(PASSED_OVER))
                        : passed.stream();
        return Stream.concat(refused, tooLong.stream()).toList();
    }
}
