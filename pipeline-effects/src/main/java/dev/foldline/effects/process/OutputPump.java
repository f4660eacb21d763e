package dev.foldline.effects.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one output of a child process to its end, whatever happens, so that the child is never held up by a full pipe.
 *
 * <p>It keeps the beginning in a file and the end in memory, counts everything, and passes the lines on.
 */
final class OutputPump {
    private static final int TAIL_BYTES = 8192;
    private static final int CHUNK_BYTES = 1 << 16;

    private final InputStream source;
    private final Path file;
    private final OutputStream sink;
    private final long bytesMax;
    private final LineSplitter lines;
    private final Runnable signOfLife;
    private final Thread thread;
    private final byte[] tail = new byte[TAIL_BYTES];

    private long bytes;
    private long kept;
    private boolean abandoned;
    private @Nullable RuntimeException listenerFailure;

    private OutputPump(InputStream source, Path file, OutputStream sink, long bytesMax, Consumer<String> line, Runnable signOfLife) {
        this.source = source;
        this.file = file;
        this.sink = sink;
        this.bytesMax = bytesMax;
        this.lines = new LineSplitter(line, Listener.LINE_BYTES_MAX);
        this.signOfLife = signOfLife;
        // A read from a pipe that somebody else holds open cannot be interrupted; such a thread must not keep the JVM alive.
        this.thread = Thread.ofPlatform().daemon().name("foldline output " + file.getFileName()).unstarted(this::pump);
    }

    /** @param sink opened before the child ran, so that nothing the child puts in the file's place is written to; closed at the end */
    static OutputPump start(
            InputStream source, Path file, OutputStream sink, long bytesMax, Consumer<String> line, Runnable signOfLife) {
        OutputPump pump = new OutputPump(source, file, sink, bytesMax, line, signOfLife);
        pump.thread.start();
        return pump;
    }

    /** Waits for the end of the output, but not longer than this; then it is abandoned. */
    void finish(Duration patience) throws InterruptedException {
        if (thread.join(patience)) {
            return;
        }
        synchronized (this) {
            abandoned = true;
        }
        try {
            source.close();
        } catch (IOException closing) {
            return;
        }
    }

    synchronized ProcessResult.Output output() {
        return new ProcessResult.Output(bytes, kept, file, tailText());
    }

    /** What a listener threw, if it did. */
    synchronized Optional<RuntimeException> listenerFailure() {
        return Optional.ofNullable(listenerFailure);
    }

    private void pump() {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (InputStream in = source;
                OutputStream out = sink) {
            int length = in.read(chunk);
            while (length >= 0 && take(chunk, length, out)) {
                signOfLife.run();
                pass(chunk, length);
                length = in.read(chunk);
            }
            pass(chunk, -1);
        } catch (IOException closed) {
            pass(chunk, -1);
        }
    }

    private synchronized boolean take(byte[] chunk, int length, OutputStream out) {
        if (abandoned) {
            return false;
        }
        for (int i = Math.max(0, length - TAIL_BYTES); i < length; i++) {
            tail[(int) ((bytes + i) % TAIL_BYTES)] = chunk[i];
        }
        int room = (int) Math.min(length, bytesMax - kept);
        // Once a byte was left out, none after it is kept: the file is the beginning of the output.
        if (room > 0 && kept == bytes && written(chunk, room, out)) {
            kept += room;
        }
        bytes += length;
        return true;
    }

    private static boolean written(byte[] chunk, int length, OutputStream out) {
        try {
            out.write(chunk, 0, length);
            return true;
        } catch (IOException diskFull) {
            return false;
        }
    }

    private void pass(byte[] chunk, int length) {
        if (listenerFailure().isPresent()) {
            return;
        }
        try {
            if (length < 0) {
                lines.end();
            } else {
                lines.add(chunk, length);
            }
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
