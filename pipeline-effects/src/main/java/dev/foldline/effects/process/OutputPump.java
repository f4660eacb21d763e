package dev.foldline.effects.process;

import dev.foldline.effects.redact.RedactedStream;
import dev.foldline.effects.redact.Redaction;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads one output of a child process to its end in all cases, so that a full pipe never blocks the
 * child.
 *
 * <p>It keeps the start in a file and the end in memory, counts all bytes, and passes lines on, all
 * of it without secrets. Redaction may delay the last line until it ends.
 */
final class OutputPump {
    static final int TAIL_BYTES = 8192;
    private static final int CHUNK_BYTES = 1 << 16;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    /** The maximum time for a listener to process the rest after the process has ended. */
    private static final Duration LISTENING_MAX = Duration.ofSeconds(30);

    private final InputStream source;
    private final Path file;
    private final OutputStream sink;
    private final long bytesMax;
    private final RedactedStream redacted;
    private final LineSplitter lines;
    private final Runnable signOfLife;
    private final Thread thread;
    private final byte[] tail = new byte[TAIL_BYTES];

    /** The time since which a read is pending; none while output is passed on. */
    private volatile Optional<Long> asking = Optional.empty();

    private long bytes;
    private long kept;
    private boolean abandoned;
    private @Nullable RuntimeException listenerFailure;

    private OutputPump(
            InputStream source,
            Path file,
            OutputStream sink,
            long bytesMax,
            Redaction redaction,
            Listening listening) {
        this.source = source;
        this.file = file;
        this.sink = sink;
        this.bytesMax = bytesMax;
        this.redacted = new RedactedStream(redaction);
        this.lines = new LineSplitter(listening.line(), listening.lineBytesMax());
        this.signOfLife = listening.anyByte();
        // A read from a pipe that another process keeps open cannot be interrupted; a daemon thread
        // does not keep the
        // JVM alive.
        this.thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("foldline output " + file.getFileName())
                        .unstarted(this::pump);
    }

    /** The callbacks for each line, and for any data. */
    record Listening(Consumer<String> line, int lineBytesMax, Runnable anyByte) {}

    /**
     * @param sink opened before the child runs, so that it cannot redirect the output to another
     *     file; closed at the end
     */
    static OutputPump start(
            InputStream source,
            Path file,
            OutputStream sink,
            long bytesMax,
            Redaction redaction,
            Listening listening) {
        OutputPump pump = new OutputPump(source, file, sink, bytesMax, redaction, listening);
        pump.thread.start();
        return pump;
    }

    /**
     * Waits for the end of the output. The output is abandoned if a read was pending all this time
     * without data, or if the listener does not return.
     *
     * @param from the start of the silence, by the monotonic clock
     */
    void finish(long from, Duration silenceMax) throws InterruptedException {
        boolean ended = thread.join(LOOK_AGAIN);
        while (!ended
                && !isSilent(from, silenceMax)
                && System.nanoTime() - from < LISTENING_MAX.toNanos()) {
            ended = thread.join(LOOK_AGAIN);
        }
        if (ended) {
            return;
        }
        synchronized (this) {
            keep(redacted.end());
            abandoned = true;
        }
        try {
            source.close();
        } catch (IOException closing) {
            return;
        }
    }

    private boolean isSilent(long from, Duration silenceMax) {
        return asking.filter(
                        since -> System.nanoTime() - Math.max(since, from) >= silenceMax.toNanos())
                .isPresent();
    }

    synchronized ProcessResult.Output output() {
        return new ProcessResult.Output(bytes, kept, file, tailText());
    }

    /** Returns the exception of a listener, if there is one. */
    synchronized Optional<RuntimeException> listenerFailure() {
        return Optional.ofNullable(listenerFailure);
    }

    private void pump() {
        try (InputStream in = source;
                OutputStream out = sink) {
            drain(in);
            pass(takeRest());
        } catch (IOException closing) {
            // All data read so far is already kept.
        }
        listen(lines::end);
    }

    private void drain(InputStream in) {
        byte[] chunk = new byte[CHUNK_BYTES];
        try {
            for (int length = read(in, chunk);
                    length >= 0 && !isAbandoned();
                    length = read(in, chunk)) {
                signOfLife.run();
                pass(take(chunk, length));
            }
        } catch (IOException closed) {
            return;
        }
    }

    private int read(InputStream in, byte[] chunk) throws IOException {
        asking = Optional.of(System.nanoTime());
        int length = in.read(chunk);
        asking = Optional.empty();
        return length;
    }

    private synchronized boolean isAbandoned() {
        return abandoned;
    }

    /** Returns the data, and earlier delayed data, that can be shown now. */
    private synchronized byte[] take(byte[] chunk, int length) {
        return abandoned ? new byte[0] : keep(redacted.add(chunk, length));
    }

    private synchronized byte[] takeRest() {
        return abandoned ? new byte[0] : keep(redacted.end());
    }

    private byte[] keep(byte[] chunk) {
        int length = chunk.length;
        for (int i = Math.max(0, length - TAIL_BYTES); i < length; i++) {
            tail[(int) ((bytes + i) % TAIL_BYTES)] = chunk[i];
        }
        int room = (int) Math.min(length, bytesMax - kept);
        // After a skipped byte no more are kept: the file is a prefix of the output.
        if (room > 0 && kept == bytes && written(chunk, room)) {
            kept += room;
        }
        bytes += length;
        return chunk;
    }

    private boolean written(byte[] chunk, int length) {
        try {
            sink.write(chunk, 0, length);
            return true;
        } catch (IOException diskFull) {
            return false;
        }
    }

    private void pass(byte[] chunk) {
        listen(() -> lines.add(chunk, chunk.length));
    }

    private void listen(Runnable listening) {
        if (listenerFailure().isPresent()) {
            return;
        }
        try {
            listening.run();
        } catch (RuntimeException failure) {
            synchronized (this) {
                listenerFailure = failure;
            }
        }
    }

    private String tailText() {
        int length = (int) Math.min(bytes, TAIL_BYTES);
        byte[] end = new byte[length];
        for (int i = 0; i < length; i++) {
            end[i] = tail[(int) ((bytes - length + i) % TAIL_BYTES)];
        }
        int from = 0;
        while (length < bytes && from < length && (end[from] & 0xC0) == 0x80) {
            from++;
        }
        return new String(end, from, length - from, StandardCharsets.UTF_8);
    }
}
