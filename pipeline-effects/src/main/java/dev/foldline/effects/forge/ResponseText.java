package dev.foldline.effects.forge;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The text of an answer. The timeout of a request ends with the headers before it. */
final class ResponseText {
    private static final int BYTES_MAX = 16 << 20;
    private static final int PART_BYTES = 1 << 16;

    private ResponseText() {}

    /**
     * Reads its start; it may take long as long as something arrives.
     *
     * @param timeout how long nothing may arrive
     */
    static String read(InputStream input, Duration timeout) throws IOException {
        var isLate = new AtomicBoolean();
        var latest = new AtomicLong(System.nanoTime());
        var watch = Thread.ofVirtual().start(() -> closeWhenIdle(input, timeout, latest, isLate));
        var text = new ByteArrayOutputStream();
        var part = new byte[PART_BYTES];
        try {
            int length = 0;
            while (length != -1 && text.size() < BYTES_MAX) {
                length = input.read(part, 0, Math.min(part.length, BYTES_MAX - text.size()));
                latest.set(System.nanoTime());
                if (length > 0) text.write(part, 0, length);
            }
            if (!isLate.get()) return text.toString(StandardCharsets.UTF_8);
        } catch (IOException broken) {
            if (!isLate.get()) throw broken;
        } finally {
            watch.interrupt();
        }
        throw new IOException("the forge's response stopped for " + timeout.toSeconds() + " s");
    }

    /** Closes an answer of which nothing arrives for the time of the timeout. */
    private static void closeWhenIdle(
            InputStream input, Duration timeout, AtomicLong latest, AtomicBoolean isLate) {
        try {
            var left = timeout;
            while (left.isPositive()) {
                Thread.sleep(left);
                left = timeout.minusNanos(System.nanoTime() - latest.get());
            }
            isLate.set(true);
            input.close();
        } catch (InterruptedException complete) {
            Thread.currentThread().interrupt();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
