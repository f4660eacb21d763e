package dev.foldline.effects.git.local;

import java.io.IOException;
import java.lang.ref.SoftReference;
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
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The folders of a working tree as they were listed last. A folder with the same stamp has the same
 * names, so a walk through all folders lists only those that have changed, and reads no files.
 */
final class FolderMemory {
    private static final String GIT = ".git";
    private static final int FOLDERS_MAX = 20_000;

    /** Those that change the time of a folder with its names; some others never do. */
    private static final Set<String> TRUSTED =
            Set.of(
                    "ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "tmpfs", "overlay",
                    "apfs");

    /** Given up if memory is short: then every folder is listed. */
    private final AtomicReference<SoftReference<Map<Path, Known>>> last =
            new AtomicReference<>(new SoftReference<>(Map.of()));

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
        private final Map<Path, Known> before;
        private final boolean trusted;
        private final Map<Path, Known> seen = new HashMap<>();

        private Walk(Map<Path, Known> before, boolean trusted) {
            this.before = before;
            this.trusted = trusted;
        }

        /** Returns what is in a folder; nothing if it cannot be read. */
        Listing list(Path folder) {
            try {
                if (!trusted) return read(folder);
                var now = clock.instant();
                var stamp = stamp(folder);
                var known = before.get(folder);
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
            last.set(new SoftReference<>(seen));
        }
    }

    /** Begins a walk through the folders below a root. */
    Walk walk(Path root) {
        return new Walk(Optional.ofNullable(last.get().get()).orElse(Map.of()), isTrusted(root));
    }

    private static boolean isTrusted(Path root) {
        try {
            return TRUSTED.contains(Files.getFileStore(root).type());
        } catch (IOException unknown) {
            return false;
        }
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
