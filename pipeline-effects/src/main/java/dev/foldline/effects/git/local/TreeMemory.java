package dev.foldline.effects.git.local;

import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitReads.Place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The last tree of a working tree. It is the tree of the next time too if everything is as it was:
 * the status by git, and of each file in it, of the index and of git's settings the inode, mode,
 * size and times. The time of the last change of a file is set by the kernel and by no program.
 * Like git, it does not trust a time so recent that a later change could have the same.
 */
final class TreeMemory {
    /** The kernel's clock for files advances every few milliseconds. */
    private static final Duration TICK = Duration.ofMillis(20);

    /** Times without a fraction of a millisecond may be those of a file system with whole ones. */
    private static final Duration COARSE_TICK = Duration.ofMillis(2_500);

    private static final int NANOS_PER_MILLISECOND = 1_000_000;
    private static final int FILES_MAX = 2_000;

    private final AtomicReference<Optional<Known>> last = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Optional<Latest>> latest =
            new AtomicReference<>(Optional.empty());
    private final Place place;
    private final Clock clock;

    TreeMemory(Place place, Clock clock) {
        this.place = place;
        this.clock = clock;
    }

    private static int nanos(Instant time) {
        return time.get(ChronoField.NANO_OF_SECOND);
    }

    /** Everything from which a tree follows. */
    record Sight(
            String head,
            Exclusions exclusions,
            List<StatusEntry> entries,
            List<Optional<Stamp>> stamps) {}

    /** What a file system says of a file; a change of the file changes its last time. */
    private record Stamp(Map<String, Object> facts) {
        static final String FACTS = "unix:ino,mode,size,lastModifiedTime,ctime";

        boolean isSettledAt(Instant now) {
            var times =
                    facts.values().stream()
                            .filter(FileTime.class::isInstance)
                            .map(time -> ((FileTime) time).toInstant())
                            .toList();
            boolean isCoarse =
                    times.stream().allMatch(time -> nanos(time) % NANOS_PER_MILLISECOND == 0);
            var before = now.minus(isCoarse ? COARSE_TICK : TICK);
            return times.stream().allMatch(time -> time.isBefore(before));
        }
    }

    private record Known(Sight sight, Read read) {}

    /** A tree that was read, and what was staged for it. */
    record Read(String tree, Optional<KeptIndex> staged) {}

    /** The latest read, whether or not it can be told when it is over. */
    record Latest(String head, Exclusions exclusions, Read read) {}

    /** Returns what is seen now; empty if no tree can be told from it alone. */
    Optional<Sight> sight(String head, Exclusions exclusions, List<StatusEntry> entries) {
        if (entries.size() > FILES_MAX) return Optional.empty();
        var now = clock.instant();
        var stamps = new ArrayList<Optional<Stamp>>();
        try {
            for (var file : settings()) stamps.add(stamp(file));
            for (var entry : entries)
                if (!exclusions.covers(entry.path())) {
                    var file = place.root().resolve(entry.path());
                    // A folder is a repository, with a state of its own.
                    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
                    stamps.add(stamp(file));
                }
        } catch (IOException | InvalidPathException unknown) {
            return Optional.empty();
        }
        boolean isSettled =
                stamps.stream().allMatch(each -> each.isEmpty() || each.get().isSettledAt(now));
        return isSettled
                ? Optional.of(new Sight(head, exclusions, entries, stamps))
                : Optional.empty();
    }

    /** Returns the last tree, if everything is the same. */
    Optional<Read> read(Sight sight) {
        return last.get().filter(known -> known.sight().equals(sight)).map(Known::read);
    }

    void remember(Sight sight, Read read) {
        last.set(Optional.of(new Known(sight, read)));
    }

    void remember(Latest read) {
        latest.set(Optional.of(read));
    }

    Optional<Latest> latest() {
        return latest.get();
    }

    /** The index, and what decides on filters and line ends beside the files of the tree. */
    private List<Path> settings() {
        return List.of(
                place.gitFolder().resolve("index"),
                place.gitFolder().resolve("config.worktree"),
                place.commonFolder().resolve("config"),
                place.commonFolder().resolve("info/attributes"),
                place.commonFolder().resolve("info/sparse-checkout"));
    }

    private static Optional<Stamp> stamp(Path file) throws IOException {
        try {
            return Optional.of(
                    new Stamp(
                            Map.copyOf(
                                    Files.readAttributes(
                                            file, Stamp.FACTS, LinkOption.NOFOLLOW_LINKS))));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }
}
