package dev.foldline.effects.git.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Reads a child's stream on a separate thread and keeps a limited part of its start or its end. */
final class StreamCollector {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private final InputStream stream;
    private final int bytesMax;
    private final boolean keepsTheEnd;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final Thread thread;
    private volatile Optional<Long> asking = Optional.empty();
    private boolean cut;

    private StreamCollector(InputStream stream, int bytesMax, boolean keepsTheEnd) {
        this.stream = stream;
        this.bytesMax = bytesMax;
        this.keepsTheEnd = keepsTheEnd;
        // A blocking read pins a virtual thread's carrier, which could make a child that has ended
        // seem silent; so this
        // is a platform thread.
        this.thread =
                Thread.ofPlatform().daemon().name("foldline git output").unstarted(this::empty);
    }

    static StreamCollector head(InputStream stream, int bytesMax) {
        return started(new StreamCollector(stream, bytesMax, false));
    }

    static StreamCollector tail(InputStream stream, int bytesMax) {
        return started(new StreamCollector(stream, bytesMax, true));
    }

    private static StreamCollector started(StreamCollector drain) {
        drain.thread.start();
        return drain;
    }

    /** Waits until the stream ends, or until a read has been pending without data for this long. */
    void await(Duration silenceMax) throws InterruptedException {
        long from = System.nanoTime();
        boolean hasEnded = thread.join(LOOK_AGAIN);
        while (!hasEnded && !isSilent(from, silenceMax)) hasEnded = thread.join(LOOK_AGAIN);
    }

    private boolean isSilent(long from, Duration silenceMax) {
        return asking.filter(
                        since -> System.nanoTime() - Math.max(since, from) >= silenceMax.toNanos())
                .isPresent();
    }

    synchronized byte[] bytes() {
        return kept.toByteArray();
    }

    synchronized boolean cut() {
        return cut;
    }

    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    private void empty() {
        byte[] buffer = new byte[16 << 10];
        try {
            for (int read = read(buffer); read >= 0; read = read(buffer)) keep(buffer, read);
        } catch (IOException killed) {
            // The stream of a killed child ends like this; earlier output is kept.
        }
    }

    private int read(byte[] buffer) throws IOException {
        asking = Optional.of(System.nanoTime());
        int read = stream.read(buffer);
        asking = Optional.empty();
        return read;
    }

    private synchronized void keep(byte[] buffer, int length) {
        int room = bytesMax - kept.size();
        if (!keepsTheEnd) {
            kept.write(buffer, 0, Math.min(room, length));
            cut |= length > room;
            return;
        }
        kept.write(buffer, 0, length);
        if (kept.size() <= 2 * bytesMax) return;
        byte[] all = kept.toByteArray();
        kept.reset();
        kept.write(all, all.length - bytesMax, bytesMax);
        cut = true;
    }
}
