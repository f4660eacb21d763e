package dev.foldline.effects.git.local;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Which commands may be followed by {@code git maintenance}. That is a process after each commit,
 * which looks for thousands of loose objects. The first commit of a driver may start it, and each
 * hundredth after that, for runs that make so many objects.
 */
final class MaintenanceTurns {
    private static final int COMMITS = 100;
    private static final List<String> WITHOUT = List.of("-c", "maintenance.auto=false");

    private final AtomicLong commits = new AtomicLong();

    /** Returns the words of the next command, with the setting that it needs. */
    String[] next(String... command) {
        var isTurn = commits.getAndIncrement() % COMMITS == 0;
        return Stream.concat(isTurn ? Stream.empty() : WITHOUT.stream(), Stream.of(command))
                .toArray(String[]::new);
    }
}
