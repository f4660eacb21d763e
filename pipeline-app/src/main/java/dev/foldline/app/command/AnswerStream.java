package dev.foldline.app.command;

import io.vavr.control.Option;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Standard output that records a write error instead of throwing it. A run completes its work, and
 * the command reports the error at its end.
 */
public final class AnswerStream extends PrintStream {
    private final Sink sink;

    private AnswerStream(Sink sink) {
        super(sink, true, StandardCharsets.UTF_8);
        this.sink = sink;
    }

    public static AnswerStream to(OutputStream out) {
        return new AnswerStream(new Sink(out));
    }

    /**
     * Why answers were lost, if they were. A reader that has gone, as {@code head} does, has read
     * what it wanted.
     *
     * @param out what a command printed to; of one that remembers nothing, nothing is known
     */
    public static Option<IOException> fault(PrintStream out) {
        return out instanceof AnswerStream answers
                ? answers.sink.first.filter(fault -> !isReaderGone(fault))
                : Option.none();
    }

    private static boolean isReaderGone(IOException fault) {
        return String.valueOf(fault.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
    }

    /** Passes everything on, and keeps the first fault. */
    private static final class Sink extends FilterOutputStream {
        private volatile Option<IOException> first = Option.none();

        Sink(OutputStream out) {
            super(out);
        }

        /** What a stream does that may fail. */
        private interface Action {
            void run() throws IOException;
        }

        private void keeping(Action effect) throws IOException {
            try {
                effect.run();
            } catch (IOException fault) {
                if (first.isEmpty()) first = Option.of(fault);
                throw fault;
            }
        }

        @Override
        public void write(int octet) throws IOException {
            keeping(() -> out.write(octet));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            keeping(() -> out.write(bytes, offset, length));
        }

        @Override
        public void flush() throws IOException {
            keeping(out::flush);
        }

        @Override
        public void close() throws IOException {
            keeping(out::close);
        }
    }
}
