package dev.foldline.effects.git.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.Map;
import java.util.Optional;

/**
 * What a file system says of a file or folder: inode, mode, size and times. A change of the file,
 * or of the names in the folder, changes the last of the times, which the kernel sets and no
 * program. Like git, it does not trust a time so recent that a later change could have the same.
 */
record FileStamp(Map<String, Object> facts) {
    private static final String FACTS = "unix:ino,mode,size,lastModifiedTime,ctime";

    /** The kernel's clock for files advances every few milliseconds. */
    private static final Duration TICK = Duration.ofMillis(20);

    /** Times without a fraction of a millisecond may be those of a file system with whole ones. */
    private static final Duration COARSE_TICK = Duration.ofMillis(2_500);

    private static final int NANOS_PER_MILLISECOND = 1_000_000;

    /** Returns the stamp of a path itself, not of what it links to; none if there is nothing. */
    static Optional<FileStamp> of(Path file) throws IOException {
        try {
            return Optional.of(
                    new FileStamp(
                            Map.copyOf(
                                    Files.readAttributes(file, FACTS, LinkOption.NOFOLLOW_LINKS))));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    /** Returns whether each change after this time has another stamp. */
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

    private static int nanos(Instant time) {
        return time.get(ChronoField.NANO_OF_SECOND);
    }
}
