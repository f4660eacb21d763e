package dev.foldline.effects.store;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The directory of one run: its log, its lock, its inbox, its snapshot, and the raw output of its agents. */
public record RunDirectory(RunId id, Path path) {
    private static final Pattern AT = Pattern.compile("\"at\":\"([^\"]{10,40})\"");
    private static final int FIRST_LINE_PEEK_BYTES = 256;

    private static final Set<String> MADE_BEFORE = Set.of("events.jsonl", "lock", "running", "place", "configured-in", "parent");
    private static final Set<String> MADE_EMPTY = Set.of("inbox", "output");

    /** The event log, which alone is the truth. */
    public Path events() {
        return path.resolve("events.jsonl");
    }

    /** Held by the one driver of the run. */
    public Path lock() {
        return path.resolve("lock");
    }

    /** Held while the run is one of those that may run at once; only of runs of which there may not be too many. */
    public Path running() {
        return path.resolve("running");
    }

    /** Commands from other processes. */
    public Path inbox() {
        return path.resolve("inbox");
    }

    /** A cache of the state; deleting it loses nothing. */
    public Path snapshot() {
        return path.resolve("snapshot.json");
    }

    /** The tables of all runs of the repository, a projection of their logs. */
    public Path tables() {
        return path.resolve("../..").resolve(Runs.TABLES).normalize();
    }

    /** The blobs of all runs of the repository. */
    public Blobs blobs() {
        return new Blobs(path.resolve("../../blobs").normalize());
    }

    /** The working tree it works in. */
    public Path place() {
        return path.resolve("place");
    }

    /** Which run started this one, if one did. */
    public Path parent() {
        return path.resolve("parent");
    }

    /** A directory for the raw output of child processes, named by ticket; for people, never read back as truth. */
    public Path output() {
        return path.resolve("output");
    }

    /**
     * What lies in it besides its log and what is made before the first event: only a run that has worked leaves it. By name;
     * files half written do not count.
     */
    public List<Path> worked() throws IOException {
        try (Stream<Path> entries = Files.list(path)) {
            List<Path> worked = new ArrayList<>();
            for (Path entry : entries.sorted().toList()) {
                String name = String.valueOf(entry.getFileName());
                if (!MADE_BEFORE.contains(name) && !Leftovers.isAside(entry) && !(MADE_EMPTY.contains(name) && isBare(entry))) {
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
            return entries.allMatch(Leftovers::isAside);
        } catch (NotDirectoryException foreign) {
            return false;
        }
    }

    /** Removes a run that never began, as far as it can be removed: its log, if there is one, must be empty, and nothing else of it be there. */
    public void remove() {
        try (Stream<Path> files = Files.walk(path)) {
            if (Files.exists(events()) && Files.size(events()) > 0 || !worked().isEmpty()) {
                return;
            }
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException leftForDoctor) {
            return;
        }
    }

    /** Whether its log has a line, be it one that nobody can believe. What cannot be read is told by whoever reads it. */
    public boolean hasBegun() {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(events()))) {
            int last = -1;
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next == '\n') {
                    return true;
                }
                last = next;
            }
            // A whole line whose line feed was lost counts.
            return last == '}';
        } catch (NoSuchFileException none) {
            return false;
        } catch (IOException unreadable) {
            return true;
        }
    }

    /** When the run began: the time of its first event, or, with none yet, of the directory. */
    public Instant beganAt() throws IOException {
        try (InputStream in = Files.newInputStream(events())) {
            Matcher at = AT.matcher(new String(in.readNBytes(FIRST_LINE_PEEK_BYTES), StandardCharsets.UTF_8));
            if (at.find()) {
                return Instant.parse(at.group(1));
            }
        } catch (IOException | DateTimeException notYet) {
            // not begun, or not to be read: the directory's own time is all there is
        }
        return Files.getLastModifiedTime(path).toInstant();
    }
}
