package dev.foldline.effects.git.local;

import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitReads.Place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The last tree of a working tree. It is the tree of the next time too if everything is as it was:
 * the status by git, and of each file in it, of the index and of git's settings the inode, mode,
 * size and times.
 */
final class TreeMemory {
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

    /** Everything from which a tree follows. */
    record Sight(
            String head,
            Exclusions exclusions,
            List<StatusEntry> entries,
            List<Optional<FileStamp>> stamps) {}

    private record Known(Sight sight, Read read) {}

    /** A tree that was read, and what was staged for it. */
    record Read(String tree, Optional<KeptIndex> staged) {}

    /**
     * The latest read, whether or not its end can be recognized.
     *
     * @param ignored what git ignored
     */
    record Latest(String head, Exclusions exclusions, Read read, List<String> ignored) {}

    /** Returns what is seen now; empty if it alone does not determine a tree. */
    Optional<Sight> sight(String head, Exclusions exclusions, List<StatusEntry> entries) {
        if (entries.size() > FILES_MAX) return Optional.empty();
        var now = clock.instant();
        var stamps = new ArrayList<Optional<FileStamp>>();
        try {
            for (var file : settings()) stamps.add(FileStamp.of(file));
            for (var entry : entries)
                if (!exclusions.covers(entry.path())) {
                    var file = place.root().resolve(entry.path());
                    // A folder is a repository, with a state of its own.
                    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
                    stamps.add(FileStamp.of(file));
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
}
