package dev.foldline.effects.git.local;

import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.TreeState;
import dev.foldline.effects.git.command.PathNames;
import dev.foldline.effects.git.command.Workbench;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Working trees as git trees. Everything is staged in a private index, path by path as {@code git status} names them,
 * so that no pattern, ignore rule or sparse cone changes what is taken.
 */
record Trees(Workbench bench, Reads reads) {

    /**
     * A private index that holds what was asked for.
     *
     * @param entries what git tells of the working tree
     * @param nested repositories within the working tree, which were left out
     * @param same the commit that has just this, if HEAD is it
     */
    record Staged(PrivateIndex index, List<StatusEntry> entries, List<String> nested, Optional<String> same) implements AutoCloseable {
        @Override public void close() {
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

    /** The tree without the exclusions, and what of it is uncommitted, at one glance. */
    TreeState state(Exclusions exclusions) throws GitFault {
        try (var staged = stage(path -> !exclusions.covers(path))) {
            return new TreeState(tree(staged), dirty(staged.entries(), exclusions));
        }
    }

    /** Stages what is wanted as it is on disk, and all else as it is in HEAD. */
    Staged stage(Predicate<String> wanted) throws GitFault {
        var index = PrivateIndex.copyOf(bench.place());
        try {
            String head = reads.head().commit();
            var entries = status(Optional.of(index));
            replaceEntries(index, entries, wanted);
            addFiles(index, entries, wanted);
            var nested = entries.stream().filter(StatusEntry::nestedRepository).map(StatusEntry::path)
                    .filter(wanted).toList();
            boolean changed = entries.stream().anyMatch(entry -> entry.indexDiffersFromHead() || entry.fileDiffersFromIndex() && wanted.test(entry.path()));
            return new Staged(index, entries, nested, changed || !reads.head().commit().equals(head) ? Optional.empty() : Optional.of(head));
        } catch (GitFault fault) {
            index.close();
            throw fault;
        }
    }

    /** What is staged, as a tree. One that is HEAD's own is there already. */
    String tree(Staged staged) throws GitFault { return staged.same().isPresent() ? reads.commit(staged.same().get()).tree() : write(staged.index()); }

    String write(PrivateIndex index) throws GitFault {
        return index.use(bench.git("write-tree")).succeed().text();
    }

    String treeOf(Predicate<String> wanted) throws GitFault {
        try (var staged = stage(wanted)) {
            return tree(staged);
        }
    }

    /** What is staged of the wanted, as a tree of its own; none while a merge has left several versions of a path. */
    Optional<String> indexTree(Predicate<String> wanted) throws GitFault {
        try (var index = PrivateIndex.copyOf(bench.place())) {
            var entries = status(Optional.of(index));
            if (entries.stream().anyMatch(entry -> entry.kind() == 'u')) return Optional.empty();
            var lines = new IndexLines();
            for (var entry : entries) {
                if (!wanted.test(entry.path()) && entry.indexDiffersFromHead()) lines.put(entry.ourMode(), entry.ourHash(), entry.path());
            }
            if (!lines.empty()) index.use(bench.git("update-index", "-z", "--index-info")).fed(lines.bytes()).succeed();
            return Optional.of(write(index));
        }
    }

    /** Makes the user's index agree with a commit in all that is not excluded. */
    void settleIndex(String commit, Exclusions exclusions) throws GitFault {
        byte[] raw = bench.git("diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev",
                "--ignore-submodules=none", commit).succeed().out();
        var lines = new IndexLines();
        var fields = PathNames.splitAtZeros(raw);
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            String[] word = new String(fields.get(i), StandardCharsets.ISO_8859_1).split(" ");
            String path = PathNames.decode(fields.get(i + 1));
            if (!exclusions.covers(path)) lines.put(word[0].substring(1), word[2], path);
        }
        if (lines.empty()) return;
        bench.git("update-index", "-z", "--index-info").fed(lines.bytes()).succeed();
        // Only to spare the next status the reading of those files; it says no when files differ, which is no matter.
        bench.git("update-index", "-q", "--refresh").run();
    }

    private List<StatusEntry> status(Optional<PrivateIndex> index) throws GitFault {
        var command = bench.git("status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames",
                "--ignored=no", "--ignore-submodules=dirty");
        return StatusEntry.parse(index.map(it -> it.use(command)).orElse(command).succeed().out()).stream()
                .map(entry -> entry.onDisk() && isUnholdable(entry.path()) ? entry.gone() : entry)
                .toList();
    }

    /** A pipe, a socket or a device where a file was: git tells of a change and then cannot take it. */
    private boolean isUnholdable(String path) {
        try {
            return Files.readAttributes(bench.place().root().resolve(path), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).isOther();
        } catch (IOException | InvalidPathException notSeen) {
            return false;
        }
    }

    /** Takes deleted paths out, and puts unwanted ones back to what HEAD has. */
    private void replaceEntries(PrivateIndex index, List<StatusEntry> entries, Predicate<String> wanted)
            throws GitFault {
        var lines = new IndexLines();
        for (var entry : entries) {
            if (wanted.test(entry.path())) {
                if (!entry.onDisk()) lines.remove(entry.path());
            } else if (entry.indexDiffersFromHead()) {
                lines.put(entry.ourMode(), entry.ourHash(), entry.path());
            }
        }
        if (!lines.empty()) index.use(bench.git("update-index", "-z", "--index-info")).fed(lines.bytes()).succeed();
    }

    private void addFiles(PrivateIndex index, List<StatusEntry> entries, Predicate<String> wanted) throws GitFault {
        var names = new ByteArrayOutputStream();
        for (var entry : entries) {
            boolean taken = entry.onDisk() && entry.fileDiffersFromIndex() && !entry.nestedRepository();
            if (!taken || !wanted.test(entry.path())) continue;
            names.writeBytes(PathNames.encode(entry.path()));
            names.write(0);
        }
        if (names.size() == 0) return;
        var command = bench.git("-c", "core.safecrlf=false",
                "update-index", "-z", "--add", "--remove", "--replace", "--stdin");
        index.use(command).fed(names.toByteArray()).succeed();
    }
}
