package dev.foldline.effects.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads a log from start to end and checks each line. Its memory use does not depend on the length
 * of the log.
 *
 * <p>It never writes. It may read while the log's driver appends; an incomplete line is not visible
 * yet.
 */
public final class LogReader implements AutoCloseable {
    /**
     * No event is nearly this long; without a limit a file without line feeds would exhaust the
     * memory.
     */
    static final int LINE_BYTES_MAX = 1 << 24;

    private static final int BUFFER_BYTES = 1 << 18;

    private final Source source;
    private final HashChain chain;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int lineFrom;
    private int searchedTo;
    private int filledTo;
    private Optional<ReadResult> stuck = Optional.empty();

    private LogReader(Source source, LogPosition from) {
        this.source = source;
        this.chain = new HashChain(from);
    }

    /** The source of the bytes. */
    private interface Source extends AutoCloseable {
        /** Reads at an offset of the log and returns the number of bytes, or -1 at the end. */
        int read(ByteBuffer into, long offset) throws IOException;

        @Override
        default void close() throws IOException {}
    }

    private record FileSource(Path file, FileChannel channel) implements Source {
        @Override
        public int read(ByteBuffer into, long offset) throws IOException {
            try {
                return channel.read(into, offset);
            } catch (ClosedChannelException ours) {
                throw ours;
            } catch (IOException nameless) {
                throw new FileSystemException(file.toString(), null, nameless.getMessage());
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /**
     * Opens a log file at its beginning.
     *
     * @throws java.nio.file.NoSuchFileException if there is no such file
     */
    public static LogReader open(Path file) throws IOException {
        return new LogReader(
                new FileSource(file, FileChannel.open(file, StandardOpenOption.READ)),
                LogPosition.START);
    }

    /**
     * Opens a log file at a position; empty if the line before it is not the one the position
     * names.
     */
    public static Optional<LogReader> open(Path file, LogPosition from) throws IOException {
        LogReader reader = open(file);
        if (from.equals(LogPosition.START)) {
            return Optional.of(reader);
        }
        boolean right = false;
        try {
            right = reader.endsAt(from);
            return right ? Optional.of(new LogReader(reader.source, from)) : Optional.empty();
        } finally {
            if (!right) {
                reader.close();
            }
        }
    }

    /**
     * Returns the last line of a log file, read from its end, or none if the file does not end with
     * a complete line. Earlier lines are not checked.
     */
    public static Optional<LogLine> lastLine(Path file) throws IOException {
        try (LogReader reader = open(file)) {
            return reader.lineBefore(Files.size(file));
        }
    }

    /** Reads a log in memory. */
    public static LogReader of(byte[] log) {
        return new LogReader(
                (into, offset) -> {
                    int count = (int) Math.min(into.remaining(), log.length - offset);
                    if (count <= 0) {
                        return -1;
                    }
                    into.put(log, (int) offset, count);
                    return count;
                },
                LogPosition.START);
    }

    /** Returns the next line, or why there is none. */
    public ReadResult next() throws IOException {
        if (stuck.isPresent()) {
            return stuck.get();
        }
        while (true) {
            int lineFeed = lineFeed();
            if (lineFeed >= 0) {
                return accept(Arrays.copyOfRange(buffer, lineFrom, lineFeed));
            }
            if (filledTo - lineFrom >= LINE_BYTES_MAX) {
                return stuck(
                        new LogDamage.Unreadable(
                                chain.lineNumber(),
                                "it is longer than " + LINE_BYTES_MAX + " bytes"));
            }
            if (!fill()) {
                return end();
            }
        }
    }

    /** Returns the position after the last line that was read. */
    public LogPosition position() {
        return chain.position();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    private ReadResult accept(byte[] line) {
        ReadResult reading = chain.accept(line);
        if (reading instanceof ReadResult.Damaged) {
            stuck = Optional.of(reading);
        } else {
            lineFrom += line.length + 1;
            searchedTo = lineFrom;
        }
        return reading;
    }

    private ReadResult end() {
        byte[] rest = Arrays.copyOfRange(buffer, lineFrom, filledTo);
        // The rest is read again next time, because a repair may have truncated it.
        filledTo = lineFrom;
        searchedTo = lineFrom;
        if (rest.length == 0) {
            return new ReadResult.End(chain.position(), Optional.empty());
        }
        // A torn write is a prefix of a line. A complete line plus one byte is not: its line feed
        // was changed.
        if (HashChain.isWhole(Arrays.copyOf(rest, rest.length - 1))) {
            return stuck(new LogDamage.Unreadable(chain.lineNumber(), "its line feed has changed"));
        }
        TornTail tail =
                new TornTail(
                        chain.lineNumber(),
                        chain.position().offset(),
                        rest.length,
                        HashChain.isWhole(rest));
        return new ReadResult.End(chain.position(), Optional.of(tail));
    }

    private ReadResult stuck(LogDamage damage) {
        ReadResult reading = new ReadResult.Damaged(damage);
        stuck = Optional.of(reading);
        return reading;
    }

    private int lineFeed() {
        while (searchedTo < filledTo) {
            if (buffer[searchedTo] == '\n') {
                return searchedTo;
            }
            searchedTo++;
        }
        return -1;
    }

    private boolean fill() throws IOException {
        if (lineFrom > 0) {
            System.arraycopy(buffer, lineFrom, buffer, 0, filledTo - lineFrom);
            filledTo -= lineFrom;
            searchedTo -= lineFrom;
            lineFrom = 0;
        }
        if (filledTo == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        ByteBuffer free = ByteBuffer.wrap(buffer, filledTo, buffer.length - filledTo);
        int count = source.read(free, chain.position().offset() + filledTo);
        filledTo += Math.max(count, 0);
        return count > 0;
    }

    /**
     * Returns whether the line that ends at the position exists and has its hash, reading backwards
     * from there.
     */
    boolean endsAt(LogPosition position) throws IOException {
        Optional<byte[]> line = bytesBefore(position.offset());
        return line.isPresent() && isLine(line.get(), position);
    }

    private Optional<LogLine> lineBefore(long offset) throws IOException {
        Optional<byte[]> line = bytesBefore(offset);
        try {
            return line.isPresent() && HashChain.isWhole(line.get())
                    ? Optional.of(LogLine.read(line.get()))
                    : Optional.empty();
        } catch (LinePrefixParser.Unexpected notALine) {
            return Optional.empty();
        }
    }

    /** Returns the bytes between the line feed that ends at the offset and the one before it. */
    private Optional<byte[]> bytesBefore(long offset) throws IOException {
        byte[] chunk = new byte[0];
        for (int size = 4096; chunk.length < offset && size <= 2 * LINE_BYTES_MAX; size *= 2) {
            chunk = before(offset, size);
            int end = chunk.length - 1;
            if (end < 0 || chunk[end] != '\n') {
                return Optional.empty();
            }
            int from = end;
            while (from > 0 && chunk[from - 1] != '\n') {
                from--;
            }
            if (from > 0 || chunk.length == offset) {
                return Optional.of(Arrays.copyOfRange(chunk, from, end));
            }
        }
        return Optional.empty();
    }

    private boolean isLine(byte[] line, LogPosition position) {
        try {
            return HashChain.isWhole(line)
                    && Arrays.equals(chain.hash(line), LinePrefixParser.ascii(position.hash()))
                    && LogLine.read(line).seq() == position.seq();
        } catch (LinePrefixParser.Unexpected notALine) {
            return false;
        }
    }

    /** Returns up to {@code size} bytes that end at an offset; fewer if the file is shorter. */
    private byte[] before(long offset, int size) throws IOException {
        byte[] chunk = new byte[(int) Math.min(size, offset)];
        ByteBuffer into = ByteBuffer.wrap(chunk);
        long from = offset - chunk.length;
        while (into.hasRemaining()) {
            if (source.read(into, from + into.position()) <= 0) {
                return new byte[0];
            }
        }
        return chunk;
    }
}
