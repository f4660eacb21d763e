package dev.foldline.effects.store;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The directory of one run: its log, its lock, its inbox, its snapshot, and the raw output of its
 * agents.
 */
public record RunDirectory(RunId id, Path path) {
    private static final Set<String> MADE_BEFORE =
            Set.of("events.jsonl", "lock", "running", "place", "configured-in", "parent");
    private static final Set<String> MADE_EMPTY = Set.of("inbox", "output");

    /** Returns the event log, the single source of truth. */
    public Path events() {
        return path.resolve("events.jsonl");
    }

    /** Returns the lock file, held by the run's only driver. */
    public Path lock() {
        return path.resolve("lock");
    }

    /**
     * Returns the lock file held while the run occupies a slot, for runs whose number is limited.
     */
    public Path running() {
        return path.resolve("running");
    }

    /** Returns the lock file held while a process waits for a slot for the run. */
    public Path queued() {
        return path.resolve("queued");
    }

    /** Returns the inbox for commands from other processes. */
    public Path inbox() {
        return path.resolve("inbox");
    }

    /** Returns the snapshot, a cache of the state; deleting it loses nothing. */
    public Path snapshot() {
        return path.resolve("snapshot.json");
    }

    /** Returns the status of an ended run, a cache of its log; deleting it loses nothing. */
    public Path status() {
        return path.resolve("status.json");
    }

    /** Returns the tables of all runs of the repository, a projection of their logs. */
    public Path tables() {
        return path.resolve("../..").resolve(Runs.TABLES).normalize();
    }

    /** Returns the blobs of all runs of the repository. */
    public Blobs blobs() {
        return new Blobs(path.resolve("../../blobs").normalize());
    }

    /** Returns the file that names its working tree. */
    public Path place() {
        return path.resolve("place");
    }

    /** Returns the file that names the run that started this one, if there is one. */
    public Path parent() {
        return path.resolve("parent");
    }

    /**
     * Returns the directory of the raw output of child processes, named by ticket. It is
     * informational and never read back as truth.
     */
    public Path output() {
        return path.resolve("output");
    }

    /**
     * Returns files other than the log and those created before the first event, sorted by name:
     * only a run that has worked leaves them. Temporary files do not count.
     */
    public List<Path> worked() throws IOException {
        try (Stream<Path> entries = Files.list(path)) {
            List<Path> worked = new ArrayList<>();
            for (Path entry : entries.sorted().toList()) {
                String name = String.valueOf(entry.getFileName());
                if (!MADE_BEFORE.contains(name)
                        && !StaleTemporaryFiles.isAside(entry)
                        && !(MADE_EMPTY.contains(name) && isBare(entry))) {
                    worked.add(entry);
                }
            }
            return worked;
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (UncheckedIOException listing) {
            throw new IOException("cannot list " + path, listing);
        }
    }

    private static boolean isBare(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.allMatch(StaleTemporaryFiles::isAside);
        } catch (NotDirectoryException foreign) {
            return false;
        }
    }

    /**
     * Deletes a run that never started: its log must be missing or without a whole line, and no
     * other traces of it may exist.
     */
    public void remove() {
        try (Stream<Path> files = Files.walk(path)) {
            if (hasStarted() || !worked().isEmpty()) {
                return;
            }
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException leftForDoctor) {
            return;
        }
    }

    /** Returns whether its log has a line, valid or not. Its reader reports an unreadable log. */
    public boolean hasStarted() {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(events()))) {
            int last = -1;
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next == '\n') {
                    return true;
                }
                last = next;
            }
            // A complete line without its line feed counts.
            return last == '}';
        } catch (NoSuchFileException none) {
            return false;
        } catch (IOException unreadable) {
            return true;
        }
    }

    /**
     * Returns when the run started: the time of its first event, or of the directory if there is
     * none.
     */
    public Instant beganAt() throws IOException {
        return RunEntry.of(this).beganAt();
    }
}
