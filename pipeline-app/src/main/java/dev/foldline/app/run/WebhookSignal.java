package dev.foldline.app.run;

import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.DirectoryWatch;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Lets the driver of a run ask the forge at once, in whichever process it waits: a number in the
 * run's directory grows with each delivery of the forge's webhook.
 */
public record WebhookSignal(RunDirectory run) {
    private static final String FILE = "webhook";
    private static final String NUMBER = "\\d{1,18}";

    /** Reports a delivery. Only one process at a time does. */
    public void send() throws IOException {
        long next = latest().filter(each -> each.matches(NUMBER)).map(Long::parseLong).orElse(0L);
        AtomicFile.write(file(), Long.toString(next + 1));
    }

    /** Returns what tells the latest delivery from later ones; none before the first. */
    Optional<String> latest() {
        try {
            return Optional.of(Files.readString(file()).strip());
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /** Waits for a delivery after this one, at most this long. */
    void await(Optional<String> known, Duration pause) throws InterruptedException {
        long until = System.nanoTime() + pause.toNanos();
        try (var watch = DirectoryWatch.on(run.path())) {
            for (long left = pause.toNanos();
                    left > 0 && latest().equals(known);
                    left = until - System.nanoTime()) watch.awaitChange(left, TimeUnit.NANOSECONDS);
        } catch (IOException unwatched) {
            TimeUnit.NANOSECONDS.sleep(until - System.nanoTime());
        }
    }

    private Path file() {
        return run.path().resolve(FILE);
    }
}
