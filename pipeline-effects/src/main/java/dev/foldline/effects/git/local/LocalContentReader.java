package dev.foldline.effects.git.local;

import dev.foldline.core.state.LocalContent;
import dev.foldline.core.state.LocalContent.Kind;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.RepositoryFingerprint;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.PathNames;

import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.util.FS;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads what is in a working tree and in no commit of it: ignored and untracked files, changes in
 * submodules, changed files that the index marks as unchanged, and the stash.
 */
record LocalContentReader(GitRunner bench, ObjectReads reads) {
    private static final String STASH = FingerprintReader.STASH + "@";
    private static final String MODULES = ".gitmodules";
    private static final char SKIPPED = 'S';

    /**
     * @param ignored what git ignores, if that was read just now
     */
    List<LocalContent> read(
            Exclusions exclusions, Optional<List<String>> ignored, RepositoryFingerprint ground)
            throws GitFault {
        var found =
                ignored.isPresent() && !isThere(MODULES)
                        ? new ArrayList<>(
                                ignored.get().stream()
                                        .map(name -> new LocalContent(Kind.IGNORED, name))
                                        .toList())
                        : statusContent();
        for (var path : unwatched()) found.add(new LocalContent(Kind.UNWATCHED, path));
        found.removeIf(each -> exclusions.covers(each.name()));
        ground.facts().keySet().stream()
                .filter(fact -> fact.startsWith(STASH))
                .map(fact -> new LocalContent(Kind.STASH, fact.substring(STASH.length())))
                .forEach(found::add);
        var tracked =
                found.size() > PathSummary.PATHS_MAX
                        ? index().stream().map(Marked::path).toList()
                        : List.<String>of();
        return new PathSummary(tracked).of(found);
    }

    private List<LocalContent> statusContent() throws GitFault {
        var found = new ArrayList<LocalContent>();
        for (byte[] line : PathNames.splitAtZeros(status())) {
            var text = new String(line, StandardCharsets.ISO_8859_1);
            if (text.startsWith("! ")) add(found, Kind.IGNORED, line, 1);
            if (text.startsWith("? ")) add(found, Kind.UNTRACKED, line, 1);
            if (text.startsWith("1 ") && isChangedInside(text.split(" ", 4)[2]))
                add(found, Kind.SUBMODULE, line, 8);
        }
        return found;
    }

    /**
     * An entry of the index.
     *
     * @param tag git's letter for its state
     */
    private record Marked(char tag, String path) {}

    private List<Marked> index() throws GitFault {
        return PathNames.splitAtZeros(bench.git("ls-files", "-v", "-z").succeed().out()).stream()
                .map(line -> new Marked((char) line[0], StatusEntry.pathAfter(line, 1)))
                .toList();
    }

    private byte[] status() throws GitFault {
        return bench.git(
                        "status",
                        "--porcelain=v2",
                        "-z",
                        "--untracked-files=all",
                        "--no-renames",
                        "--ignored=matching",
                        "--ignore-submodules=none")
                .succeed()
                .out();
    }

    /**
     * The submodule's state is {@code S}, and a letter each for its commit, files and new files.
     */
    private static boolean isChangedInside(String submodule) {
        return submodule.startsWith("S")
                && (submodule.charAt(2) != '.' || submodule.charAt(3) != '.');
    }

    private static void add(List<LocalContent> found, Kind kind, byte[] line, int spaces) {
        found.add(new LocalContent(kind, StatusEntry.pathAfter(line, spaces)));
    }

    /** Returns changed files that git does not compare, because the index says so. */
    private List<String> unwatched() throws GitFault {
        if (!mayHaveMarks()) return List.of();
        var names = new ByteArrayOutputStream();
        for (var entry : index()) {
            // A file that a sparse checkout leaves out is not there.
            boolean isMarked =
                    Character.isLowerCase(entry.tag())
                            || entry.tag() == SKIPPED && isThere(entry.path());
            if (!isMarked) continue;
            names.writeBytes(PathNames.encode(entry.path()));
            names.write(0);
        }
        return names.size() == 0 ? List.of() : changed(names.toByteArray());
    }

    /** Most indexes mark no file, which is seen without a process. */
    private boolean mayHaveMarks() {
        if (!(reads instanceof JGitReads)) return true;
        try {
            var file = bench.place().gitFolder().resolve("index").toFile();
            var index = DirCache.read(file, FS.DETECTED);
            return IntStream.range(0, index.getEntryCount())
                    .mapToObj(index::getEntry)
                    .anyMatch(entry -> entry.isAssumeValid() || entry.isSkipWorkTree());
        } catch (IOException | RuntimeException otherFormat) {
            return true;
        }
    }

    private List<String> changed(byte[] marked) throws GitFault {
        try (var index = PrivateIndex.copyOf(bench.place())) {
            for (var mark : List.of("--no-assume-unchanged", "--no-skip-worktree"))
                index.use(bench.git("update-index", mark, "-z", "--stdin")).fed(marked).succeed();
            // Files that differ are no failure.
            index.use(bench.git("update-index", "-q", "--refresh")).run();
            var names =
                    PathNames.splitAtZeros(
                            index.use(bench.git("diff-files", "--name-only", "-z"))
                                    .succeed()
                                    .out());
            var asked =
                    new HashSet<>(
                            PathNames.splitAtZeros(marked).stream()
                                    .map(PathNames::decode)
                                    .toList());
            return names.stream().map(PathNames::decode).filter(asked::contains).toList();
        }
    }

    private boolean isThere(String path) {
        try {
            return Files.exists(bench.place().root().resolve(path), LinkOption.NOFOLLOW_LINKS);
        } catch (InvalidPathException notRepresentable) {
            return true;
        }
    }
}
