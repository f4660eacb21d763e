package dev.foldline.effects.store;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The right to append to a run's log, held by at most one driver on this machine at a time.
 *
 * <p>It is an operating system lock on a file, so it is released when its holder dies. The file's
 * content names the holder for messages only and proves nothing.
 */
public final class RunLock implements AutoCloseable {
    private static final Pattern CONTENT =
            Pattern.compile(
                    "\\{\"pid\":(\\d{1,18}),\"started_at\":\"([^\"]*)\",\"since\":\"([^\"]*)\"}\\s*");
    private static final int CONTENT_BYTES_MAX = 512;

    /**
     * A process's start time is derived from the boot time, which the system may correct by a
     * second.
     */
    private static final Duration START_TIME_TOLERANCE = Duration.ofSeconds(2);

    /**
     * The locks of this process. A POSIX lock belongs to the process and is released when
     * <em>any</em> channel on the file is closed, so a file that is locked here must not be opened
     * a second time.
     */
    private static final ConcurrentMap<Path, Holder> HELD_HERE = new ConcurrentHashMap<>();

    private final Path file;
    private final FileChannel channel;
    private final FileLock lock;

    private RunLock(Path file, FileChannel channel, FileLock lock) {
        this.file = file;
        this.channel = channel;
        this.lock = lock;
    }

    /** The process that holds a lock, or held it when it wrote this. */
    public record Holder(long pid, Instant startedAt, Instant since) {
        static Holder thisProcess() {
            return new Holder(
                    ProcessHandle.current().pid(), startOf(ProcessHandle.current()), Instant.now());
        }

        String content() {
            return "{\"pid\":%d,\"started_at\":\"%s\",\"since\":\"%s\"}%n"
                    .formatted(pid, startedAt, since);
        }

        /**
         * Returns whether exactly this process is still alive, not another one with the same id.
         */
        public boolean isAlive() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .map(RunLock::startOf)
                    .filter(
                            start ->
                                    Duration.between(start, startedAt)
                                                    .abs()
                                                    .compareTo(START_TIME_TOLERANCE)
                                            <= 0)
                    .isPresent();
        }

        @Override
        public String toString() {
            return "process " + pid + " (since " + since.truncatedTo(ChronoUnit.SECONDS) + ")";
        }
    }

    /** The result of taking the lock. */
    public sealed interface LockAttempt {
        /** The lock is held until it is closed. */
        record Held(RunLock lock) implements LockAttempt {}

        /** Another driver has it; the holder is empty if it left no name. */
        record Refused(Path file, Optional<Holder> holder) implements LockAttempt {
            public String message() {
                return "another driver owns this run: " + who() + " holds " + file;
            }

            /** Returns the process that has it. */
            public String who() {
                return holder.map(Holder::toString).orElse("a process that left no name");
            }
        }
    }

    /** Locks a file: the system, or in tests one that cannot lock. */
    @FunctionalInterface
    interface Locking {
        /** Returns null if another process holds it. */
        @Nullable FileLock lock(FileChannel channel) throws IOException;
    }

    /** Reads the name that a holder left in the file. */
    @FunctionalInterface
    interface Naming {
        Optional<Holder> named(Path file) throws IOException;
    }

    /**
     * Takes the lock if it is free; never waits.
     *
     * @throws LocksUnavailable if the file system has no locks
     * @throws IOException if the file cannot be opened, for example because the run's directory is
     *     gone
     */
    public static LockAttempt take(Path lockFile) throws IOException {
        return take(lockFile, FileChannel::tryLock);
    }

    static LockAttempt take(Path lockFile, Locking system) throws IOException {
        return uninterrupted(() -> taken(lockFile, system));
    }

    private static LockAttempt taken(Path lockFile, Locking system) throws IOException {
        Path file = canonical(lockFile);
        Holder us = Holder.thisProcess();
        Holder here = HELD_HERE.putIfAbsent(file, us);
        if (here != null) {
            return new LockAttempt.Refused(file, Optional.of(here));
        }
        boolean held = false;
        try {
            LockAttempt taking = takeFromOthers(file, us, system);
            held = taking instanceof LockAttempt.Held;
            return taking;
        } finally {
            if (!held) {
                HELD_HERE.remove(file);
            }
        }
    }

    /**
     * Returns the live process that claims to hold the lock, for {@code status} and messages.
     *
     * <p>It only reads, so it never makes a starting driver fail.
     */
    public static Optional<Holder> holder(Path lockFile) throws IOException {
        return holder(lockFile, RunLock::named);
    }

    static Optional<Holder> holder(Path lockFile, Naming naming) throws IOException {
        Path file = canonical(lockFile);
        var holder = new AtomicReference<Optional<Holder>>(Optional.empty());
        try {
            // No thread of this process may take the lock in the meantime: the end of the read
            // would release it.
            HELD_HERE.compute(
                    file,
                    (_, here) -> {
                        holder.set(here != null ? Optional.of(here) : read(file, naming));
                        return here;
                    });
        } catch (UncheckedIOException reading) {
            throw new IOException("cannot read " + file + ": " + reading.getMessage(), reading);
        }
        return holder.get().filter(Holder::isAlive);
    }

    private static Optional<Holder> read(Path file, Naming naming) {
        try {
            return naming.named(file);
        } catch (IOException unread) {
            throw new UncheckedIOException(unread);
        }
    }

    /**
     * Releases the lock; a second call changes nothing. The file remains: deleting it would let two
     * drivers lock two files.
     */
    @Override
    public void close() throws IOException {
        if (!channel.isOpen()) {
            return;
        }
        uninterrupted(
                () -> {
                    try (channel) {
                        write(channel, "");
                        if (channel.isOpen()) lock.release();
                    } finally {
                        HELD_HERE.remove(file);
                    }
                    return file;
                });
    }

    private interface FileAccess<T> {
        T result() throws IOException;
    }

    /**
     * Hides interrupts for as long as the file is used. One in the meantime closes the channel, and
     * with it the lock is lost: the file is used once more.
     */
    private static <T> T uninterrupted(FileAccess<T> access) throws IOException {
        boolean wasInterrupted = false;
        try {
            while (true) {
                wasInterrupted |= Thread.interrupted();
                try {
                    return access.result();
                } catch (ClosedByInterruptException interrupted) {
                    wasInterrupted = true;
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether this lock was not released yet. */
    public boolean isHeld() {
        return channel.isOpen();
    }

    private static LockAttempt takeFromOthers(Path file, Holder us, Locking system)
            throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = locked(channel, file, system);
            if (lock == null) {
                return new LockAttempt.Refused(file, named(file));
            }
            write(channel, us.content());
            if (!channel.isOpen()) throw new ClosedByInterruptException();
            return new LockAttempt.Held(new RunLock(file, channel, lock));
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    private static @Nullable FileLock locked(FileChannel channel, Path file, Locking system)
            throws IOException {
        try {
            return system.lock(channel);
        } catch (ClosedByInterruptException interrupted) {
            throw interrupted;
        } catch (IOException none) {
            throw new LocksUnavailable(file, none);
        }
    }

    /**
     * The system holds the lock, and the name is for messages only: a full disk does not invalidate
     * it.
     */
    private static void write(FileChannel channel, String content) {
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)), 0);
        } catch (IOException nameless) {
            return;
        }
    }

    private static Optional<Holder> named(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            Matcher content =
                    CONTENT.matcher(
                            new String(in.readNBytes(CONTENT_BYTES_MAX), StandardCharsets.UTF_8));
            return content.matches()
                    ? Optional.of(
                            new Holder(
                                    Long.parseLong(content.group(1)),
                                    Instant.parse(content.group(2)),
                                    Instant.parse(content.group(3))))
                    : Optional.empty();
        } catch (NoSuchFileException | DateTimeException nobody) {
            return Optional.empty();
        }
    }

    private static Instant startOf(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }

    /**
     * Returns one canonical name for a file, so that a different spelling cannot bypass the table
     * of held locks.
     */
    private static Path canonical(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path parent = absolute.getParent();
        Path name = absolute.getFileName();
        if (parent == null || name == null) {
            throw new IOException("not a file: " + file);
        }
        try {
            return parent.toRealPath().resolve(name);
        } catch (NoSuchFileException noRun) {
            throw new NoSuchFileException(
                    parent.toString(), null, "the directory of the run is missing");
        }
    }
}
