package dev.foldline.app.repository;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.LocalContent;
import dev.foldline.core.state.LocalContent.Kind;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The ignored files of a worktree that are not the user's, so that nothing else has them.
 *
 * @param saved those that are saved before the worktree is removed
 * @param tree their content, with the last commit's; none if nothing is saved
 * @param deleted caches and results of builds, which are made again
 */
public record IgnoredFiles(Vector<String> saved, Optional<String> tree, Vector<String> deleted) {
    static final IgnoredFiles NONE =
            new IgnoredFiles(Vector.empty(), Optional.empty(), Vector.empty());

    private static final long BYTES_MAX = 64L << 20;
    private static final int FILES_MAX = 5_000;
    private static final String ANYWHERE = "**/";
    private static final String CACHE_TAG = "CACHEDIR.TAG";
    private static final String REPOSITORY = ".git";

    private static final Set<String> CACHES =
            HashSet.of(
                    "node_modules",
                    "target",
                    "__pycache__",
                    ".venv",
                    "venv",
                    ".gradle",
                    ".pytest_cache",
                    ".mypy_cache",
                    ".ruff_cache",
                    ".tox",
                    ".next",
                    ".nuxt",
                    ".cache");

    private static final Set<String> COMPILED = HashSet.of("*.pyc", "*.class", "*.o", "*.obj");

    /** Reads a worktree, or the reason why some of its files can be neither saved nor deleted. */
    static Found in(Git git, PipelineState state, boolean isDiscarding) throws IOException {
        var root = git.place().root();
        var own = state.ledger().repository().local().excludedPaths().appendAll(copied(state));
        var ignored =
                Vector.ofAll(git.localContent(Exclusions.engine().and(own.asJava())))
                        .filter(each -> each.kind() == Kind.IGNORED)
                        .map(LocalContent::name);
        var parts = ignored.partition(name -> isDiscarding || isCache(root, name));
        var others = parts._2();
        var size = new Size();
        for (var name : others) {
            if (name.startsWith(ANYWHERE)) return new Found.Bound(name);
            size.add(root.resolve(name));
            if (size.isTooLarge()) return new Found.Bound(name);
        }
        return new Found.Files(
                new IgnoredFiles(
                        others,
                        others.isEmpty()
                                ? Optional.empty()
                                : Optional.of(git.ignoredTree(others.asJava())),
                        parts._1()));
    }

    /** What a worktree has. */
    sealed interface Found {
        /** Files that can be saved or deleted. */
        record Files(IgnoredFiles files) implements Found {}

        /** Too much to be saved, or a repository. */
        record Bound(String name) implements Found {}
    }

    /** Older logs name no other files of the user. */
    private static Vector<String> copied(PipelineState state) {
        return state.policy().branching() instanceof Branching.OwnTree own
                ? own.copied()
                : Vector.empty();
    }

    private static boolean isCache(Path root, String name) {
        var trimmed = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
        var last = trimmed.substring(trimmed.lastIndexOf('/') + 1);
        int dot = last.lastIndexOf('.');
        return CACHES.contains(last)
                || dot >= 0 && COMPILED.contains("*" + last.substring(dot))
                || !name.startsWith(ANYWHERE)
                        && Files.exists(root.resolve(name).resolve(CACHE_TAG));
    }

    /** The number and the bytes of files, until they are too many. */
    private static final class Size extends SimpleFileVisitor<Path> {
        private long bytes;
        private int files;

        void add(Path path) throws IOException {
            Files.walkFileTree(path, this);
        }

        boolean isTooLarge() {
            return bytes > BYTES_MAX || files > FILES_MAX;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            if (folder.endsWith(REPOSITORY)) files = FILES_MAX + 1;
            return next();
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.size();
            files++;
            return next();
        }

        private FileVisitResult next() {
            return isTooLarge() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }
    }
}
