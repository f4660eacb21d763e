package dev.foldline.effects.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Checks the lines of a log before a position, while its driver already appends behind it. The line
 * that ends at the position is known to be right, and its hash depends on all lines before it.
 */
final class PrefixCheck {
    private final Path file;
    private final LogPosition to;
    private final CompletableFuture<Optional<LogFault>> found = new CompletableFuture<>();
    private volatile boolean stopped;

    private PrefixCheck(Path file, LogPosition to) {
        this.file = file;
        this.to = to;
    }

    /** A check that has found nothing, since all lines were checked before. */
    static PrefixCheck done() {
        var check = new PrefixCheck(Path.of(""), LogPosition.START);
        check.found.complete(Optional.empty());
        return check;
    }

    /**
     * @param damaged is called by another thread before the damage is known here
     */
    static PrefixCheck start(Path file, LogPosition to, Runnable damaged) {
        var check = new PrefixCheck(file, to);
        Thread.ofPlatform().daemon().name("log-check").start(() -> check.run(damaged));
        return check;
    }

    private void run(Runnable damaged) {
        Optional<LogFault> fault = Optional.of(new LogFault("cannot check " + file, true));
        try {
            fault = damage().map(this::fault);
        } catch (IOException unreadable) {
            fault =
                    Optional.of(
                            new LogFault(
                                    "cannot check " + file + ": " + unreadable.getMessage(),
                                    true,
                                    unreadable));
        } finally {
            if (fault.isPresent()) damaged.run();
            found.complete(fault);
        }
    }

    private LogFault fault(LogDamage damage) {
        return new LogFault("the log " + file + " is damaged: " + damage.message(), true);
    }

    private Optional<LogDamage> damage() throws IOException {
        try (var reader = LogReader.open(file)) {
            while (!stopped && reader.position().offset() < to.offset())
                switch (reader.next()) {
                    case ReadResult.Line _ -> {}
                    case ReadResult.Damaged(var damage) -> {
                        return Optional.of(damage);
                    }
                    case ReadResult.End(var end, _) -> {
                        return Optional.of(
                                new LogDamage.Cut(end.seq() + 1, to.seq(), "the snapshot"));
                    }
                }
            return stopped || reader.position().equals(to)
                    ? Optional.empty()
                    : Optional.of(new LogDamage.Replaced(to.seq(), "the snapshot"));
        }
    }

    /** Throws if damage has been found so far. */
    void refuseIfDamaged() throws LogFault {
        throwIf(found.getNow(Optional.empty()));
    }

    /** Returns whether all lines have been checked, and none is damaged. */
    boolean isRight() {
        return !stopped && found.isDone() && found.join().isEmpty();
    }

    /** Waits until all lines have been checked, and throws if one is damaged. */
    void await() throws LogFault {
        throwIf(found.join());
    }

    private static void throwIf(Optional<LogFault> fault) throws LogFault {
        if (fault.isPresent()) throw fault.get();
    }

    /** Ends the check. */
    void stop() {
        stopped = true;
        found.join();
    }
}
