package dev.foldline.effects.git.local;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The folders of a working tree as they were listed last. A folder with the same stamp has the same
 * names, so a walk through all folders lists only those that have changed, and reads no files.
 */
final class FolderMemory {
    private static final String GIT = ".git";
    private static final int FOLDERS_MAX = 20_000;

    private final AtomicReference<Map<Path, Known>> last = new AtomicReference<>(Map.of());
    private final Clock clock;

    FolderMemory(Clock clock) {
        this.clock = clock;
    }

    /**
     * What is in a folder.
     *
     * @param folders its folders, without one named {@code .git}
     * @param git the entry named {@code .git}, whatever it is
     */
    record Listing(List<Path> folders, Optional<Path> git) {
        static final Listing EMPTY = new Listing(List.of(), Optional.empty());
    }

    private record Known(FileStamp stamp, Listing listing) {}

    /** A walk, which remembers what it has seen when it ends. */
    final class Walk {
        private final Map<Path, Known> seen = new HashMap<>();

        /** Returns what is in a folder; nothing if it cannot be read. */
        Listing list(Path folder) {
            try {
                var now = clock.instant();
                var stamp = stamp(folder);
                var known = last.get().get(folder);
                if (known != null && stamp.equals(Optional.of(known.stamp()))) {
                    seen.put(folder, known);
                    return known.listing();
                }
                var listing = read(folder);
                if (seen.size() < FOLDERS_MAX && stamp.isPresent() && stamp.get().isSettledAt(now))
                    seen.put(folder, new Known(stamp.get(), listing));
                return listing;
            } catch (IOException unreadable) {
                return Listing.EMPTY;
            }
        }

        void end() {
            last.set(seen);
        }
    }

    Walk walk() {
        return new Walk();
    }

    /** Other systems have no stamps; there every folder is listed. */
    private static Optional<FileStamp> stamp(Path folder) throws IOException {
        try {
            return FileStamp.of(folder);
        } catch (UnsupportedOperationException | IllegalArgumentException noSuchFacts) {
            return Optional.empty();
        }
    }

    private static Listing read(Path folder) throws IOException {
        var folders = new ArrayList<Path>();
        var git = Optional.<Path>empty();
        try (var entries = Files.newDirectoryStream(folder)) {
            for (var entry : entries) {
                if (entry.endsWith(GIT)) git = Optional.of(entry);
                else if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) folders.add(entry);
            }
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
        return new Listing(List.copyOf(folders), git);
    }
}
