package dev.foldline.effects.log;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Checks that a log still has every line that another source knows of. */
public final class HeadCheck {
    private HeadCheck() {}

    /**
     * Looks up each known line in the log. If its driver may be appending, read the known heads
     * before the log.
     *
     * @return the damage according to the latest missing line; nothing for a log that does not
     *     exist or is damaged in another way, which its reader reports
     */
    public static Optional<LogDamage> of(Path log, List<KnownHead> heads) throws IOException {
        try {
            return ofReader(() -> LogReader.open(log), heads);
        } catch (NoSuchFileException noLog) {
            return Optional.empty();
        }
    }

    /** Opens the log from its beginning. */
    @FunctionalInterface
    public interface Opener {
        LogReader open() throws IOException;
    }

    /** Checks a log that is opened in this way. */
    public static Optional<LogDamage> ofReader(Opener log, List<KnownHead> heads)
            throws IOException {
        List<KnownHead> missing =
                heads.stream()
                        .filter(head -> head.position().seq() > 0)
                        .sorted(
                                Comparator.comparingLong((KnownHead head) -> head.position().seq())
                                        .reversed())
                        .toList();
        for (KnownHead head : missing) {
            Optional<LogDamage> damage =
                    isIn(log, head.position()) ? Optional.empty() : damage(log, head);
            if (damage.isPresent()) {
                return damage;
            }
        }
        return Optional.empty();
    }

    private static boolean isIn(Opener log, LogPosition position) throws IOException {
        try (LogReader reader = log.open()) {
            return reader.endsAt(position);
        }
    }

    private static Optional<LogDamage> damage(Opener log, KnownHead head) throws IOException {
        long known = head.position().seq();
        try (LogReader reader = log.open()) {
            ReadResult reading = reader.next();
            while (reading instanceof ReadResult.Line && reader.position().seq() < known) {
                reading = reader.next();
            }
            return switch (reading) {
                case ReadResult.Line _ -> Optional.of(new LogDamage.Replaced(known, head.source()));
                case ReadResult.Damaged _ -> Optional.empty();
                // Resuming restores the line feed.
                case ReadResult.End(LogPosition end, Optional<TornTail> tail)
                        when tail.isPresent() && tail.get().whole() && end.seq() + 1 == known ->
                        Optional.empty();
                case ReadResult.End(LogPosition end, var _) ->
                        Optional.of(new LogDamage.Cut(end.seq() + 1, known, head.source()));
            };
        }
    }
}
