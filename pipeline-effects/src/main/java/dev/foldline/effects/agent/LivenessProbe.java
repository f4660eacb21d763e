package dev.foldline.effects.agent;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.process.RunningProcess;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Detects activity of a silent agent: changed files in its working tree, or processor time of its
 * processes.
 */
final class LivenessProbe {
    private static final Duration WINDOW = Duration.ofSeconds(1);

    /** A program that only waits uses less than this part of a processor. */
    private static final double BUSY_MIN = 0.05;

    /** The clock of a remote disk may be ahead by this much. */
    private static final Duration SKEW_MAX = Duration.ofMinutes(1);

    private final Path tree;
    private final Duration idle;
    private final Instant startedAt = Instant.now();
    private Optional<RunningProcess> process = Optional.empty();

    /**
     * @param idle how long an agent may be silent; earlier changes are already known
     */
    LivenessProbe(Path tree, Duration idle) {
        this.tree = tree;
        this.idle = idle;
    }

    synchronized void of(RunningProcess running) {
        process = Optional.of(running);
    }

    /** Returns whether a file has changed during the silence, or processes are computing now. */
    synchronized boolean beats() {
        var silent = Instant.now().minus(idle);
        return hasChanged(silent.isAfter(startedAt) ? silent : startedAt) || isBusy();
    }

    private boolean isBusy() {
        try {
            return process.isPresent() && process.get().load(WINDOW) >= BUSY_MIN;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * A file whose time is in the future was not written now, and would always count as changed.
     */
    private boolean hasChanged(Instant since) {
        var found = new boolean[1];
        var until = Instant.now().plus(SKEW_MAX);
        try {
            Files.walkFileTree(
                    tree,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path folder, BasicFileAttributes attributes) {
                            return folder.endsWith(".git")
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : look(attributes);
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            return look(attributes);
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException gone) {
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult postVisitDirectory(
                                Path folder, @org.jspecify.annotations.Nullable IOException gone) {
                            return FileVisitResult.CONTINUE;
                        }

                        private FileVisitResult look(BasicFileAttributes attributes) {
                            var changed = attributes.lastModifiedTime().toInstant();
                            found[0] |= changed.isAfter(since) && changed.isBefore(until);
                            return found[0] ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException unexpected) {
            throw new PipelineBug("every failure of the walk is passed over", unexpected);
        }
        return found[0];
    }
}
