package dev.foldline.effects.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.redact.Redaction;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * What is kept of an output where a disk, or whoever holds its other end, does what it should not.
 */
class OutputPumpTest {
    private static final Path FILE = Path.of("pumped.out");
    private static final Duration SHORT = Duration.ofMillis(20);

    private final List<String> lines = new ArrayList<>();

    private OutputPump startPump(InputStream source, OutputStream sink) {
        return OutputPump.start(
                source,
                FILE,
                sink,
                1 << 20,
                Redaction.OF_SHAPES,
                new OutputPump.Listening(lines::add, 1 << 20, () -> {}));
    }

    private static InputStream streamOf(String text) {
        return new ByteArrayInputStream(bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ProcessResult.Output finished(OutputPump pump) throws InterruptedException {
        pump.finish(System.nanoTime(), Duration.ofMinutes(1));
        return pump.output();
    }

    @Test
    void a_disk_that_was_full_for_a_moment_leaves_no_gap_in_what_is_kept()
            throws InterruptedException {
        var kept = new ByteArrayOutputStream();
        var output =
                finished(
                        startPump(
                                new SequenceInputStream(
                                        streamOf("one\n"),
                                        new SequenceInputStream(
                                                streamOf("two\n"), streamOf("three\n"))),
                                new OutputStream() {
                                    @Override
                                    public void write(int one) throws IOException {
                                        write(new byte[] {(byte) one}, 0, 1);
                                    }

                                    @Override
                                    public void write(byte[] chunk, int from, int length)
                                            throws IOException {
                                        if (chunk[from] == 't' && chunk[from + 1] == 'w')
                                            throw new IOException("No space left on device");
                                        kept.write(chunk, from, length);
                                    }
                                }));
        assertThat(kept).hasToString("one\n");
        assertThat(output.kept()).isEqualTo(4);
        assertThat(output.bytes()).isEqualTo(14);
        assertThat(lines).containsExactly("one", "two", "three");
    }

    @Test
    void the_kept_tail_starts_with_a_whole_character() throws InterruptedException {
        var output =
                finished(
                        startPump(
                                streamOf("ü".repeat(6_000) + "x\n"),
                                OutputStream.nullOutputStream()));
        assertThat(output.tail()).hasSize(4_097).startsWith("üü").endsWith("üx\n");
        output =
                finished(
                        startPump(
                                streamOf("ü".repeat(6_000) + "\n"),
                                OutputStream.nullOutputStream()));
        assertThat(output.tail()).hasSize(4_096).startsWith("üü").endsWith("ü\n");
    }

    /**
     * An output that somebody holds open who has said half a line, and who goes on when nobody
     * waits any more.
     */
    private static final class StalledStream extends InputStream {
        private final CountDownLatch closed = new CountDownLatch(1);
        private int reads;

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] chunk, int from, int length) throws IOException {
            if (reads++ == 0) return copy("half a line", chunk, from);
            try {
                closed.await();
            } catch (InterruptedException stop) {
                throw new IOException(stop);
            }
            return copy(" and late\n", chunk, from);
        }

        private static int copy(String text, byte[] chunk, int from) {
            System.arraycopy(bytes(text), 0, chunk, from, text.length());
            return text.length();
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    @Test
    void output_that_stays_open_is_kept_up_to_then_and_the_rest_is_dropped()
            throws InterruptedException {
        var source = new StalledStream();
        var pump = startPump(source, OutputStream.nullOutputStream());
        var thread =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(one -> one.getName().equals("foldline output " + FILE))
                        .findFirst()
                        .orElseThrow();
        assertThat(thread.isDaemon()).as("it keeps no JVM alive").isTrue();
        pump.finish(System.nanoTime(), SHORT);
        assertThat(source.closed.getCount()).as("it is let go").isZero();
        assertThat(pump.output().tail()).isEqualTo("half a line");
        thread.join();
        assertThat(pump.output().tail()).isEqualTo("half a line");
    }
}
