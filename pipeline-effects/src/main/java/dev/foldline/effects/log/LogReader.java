package dev.foldline.effects.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads a log from front to back, checking each line; memory use does not depend on the length of the log.
 *
 * <p>It never writes. It may read while the log's driver appends: what is not yet a whole line is not seen yet.
 */
public final class LogReader implements AutoCloseable {
    /** No event of ours comes near this; without a bound a file without line feeds would fill the memory. */
    static final int LINE_BYTES_MAX = 1 << 24;

    private static final int BUFFER_BYTES = 1 << 18;

    private final Source source;
    private final Chain chain;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int lineFrom;
    private int searchedTo;
    private int filledTo;
    private Optional<Reading> stuck = Optional.empty();

    private LogReader(Source source, Position from) {
        this.source = source;
        this.chain = new Chain(from);
    }

    /** Where the bytes come from. */
    private interface Source extends AutoCloseable {
        /** Reads at an offset of the log; returns how many bytes, -1 at the end. */
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
     * Reads a log file from its beginning.
     *
     * @throws java.nio.file.NoSuchFileException if there is no such file
     */
    public static LogReader open(Path file) throws IOException {
        return new LogReader(new FileSource(file, FileChannel.open(file, StandardOpenOption.READ)), Position.START);
    }

    /** Reads a log file from a place in it; empty if the line before that place is not the one the position names. */
    public static Optional<LogReader> open(Path file, Position from) throws IOException {
        LogReader reader = open(file);
        if (from.equals(Position.START)) {
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

    /** Reads a log that is held in memory. */
    public static LogReader of(byte[] log) {
        return new LogReader(
                (into, offset) -> {
                    int count = (int) Math.min(into.remaining(), log.length - offset);
                    into.put(log, (int) offset, Math.max(count, 0));
                    return count > 0 ? count : -1;
                },
                Position.START);
    }

    /** The next line, or why there is none. */
    public Reading next() throws IOException {
        if (stuck.isPresent()) {
            return stuck.get();
        }
        while (true) {
            int lineFeed = lineFeed();
            if (lineFeed >= 0) {
                return accept(Arrays.copyOfRange(buffer, lineFrom, lineFeed));
            }
            if (filledTo - lineFrom >= LINE_BYTES_MAX) {
                return stuck(new Damage.Unreadable(chain.lineNumber(), "it is longer than " + LINE_BYTES_MAX + " bytes"));
            }
            if (!fill()) {
                return end();
            }
        }
    }

    /** The place after the last line that was read. */
    public Position position() {
        return chain.position();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    private Reading accept(byte[] line) {
        Reading reading = chain.accept(line);
        if (reading instanceof Reading.Damaged) {
            stuck = Optional.of(reading);
        } else {
            lineFrom += line.length + 1;
            searchedTo = lineFrom;
        }
        return reading;
    }

    private Reading end() {
        byte[] rest = Arrays.copyOfRange(buffer, lineFrom, filledTo);
        // Looked at afresh next time: a repair may have cut off what is in the buffer.
        filledTo = lineFrom;
        searchedTo = lineFrom;
        if (rest.length == 0) {
            return new Reading.End(chain.position(), Optional.empty());
        }
        // A torn write is the beginning of a line. A whole line and one byte more is not: its line feed was changed.
        if (Chain.isWhole(Arrays.copyOf(rest, rest.length - 1))) {
            return stuck(new Damage.Unreadable(chain.lineNumber(), "its line feed has changed"));
        }
        TornTail tail = new TornTail(chain.lineNumber(), chain.position().offset(), rest.length, Chain.isWhole(rest));
        return new Reading.End(chain.position(), Optional.of(tail));
    }

    private Reading stuck(Damage damage) {
        Reading reading = new Reading.Damaged(damage);
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

    /** Whether the line that ends at the position is there and has its hash: looked up backwards, without reading the rest. */
    private boolean endsAt(Position position) throws IOException {
        byte[] chunk = new byte[0];
        for (int size = 4096; chunk.length < position.offset() && size <= 2 * LINE_BYTES_MAX; size *= 2) {
            chunk = before(position.offset(), size);
            int end = chunk.length - 1;
            if (end < 0 || chunk[end] != '\n') {
                return false;
            }
            int from = end;
            while (from > 0 && chunk[from - 1] != '\n') {
                from--;
            }
            if (from > 0 || chunk.length == position.offset()) {
                return isLine(Arrays.copyOfRange(chunk, from, end), position);
            }
        }
        return false;
    }

    private boolean isLine(byte[] line, Position position) {
        try {
            return Chain.isWhole(line)
                    && Arrays.equals(chain.hash(line), Scan.ascii(position.hash()))
                    && LogLine.read(line).seq() == position.seq();
        } catch (Scan.Unexpected notALine) {
            return false;
        }
    }

    /** Up to {@code size} bytes that end at an offset; fewer than there should be if the file is shorter. */
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
