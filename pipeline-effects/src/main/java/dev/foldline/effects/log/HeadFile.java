package dev.foldline.effects.log;

import dev.foldline.effects.log.LinePrefixParser.Unexpected;
import dev.foldline.effects.store.AtomicFile;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * The known end of a log, stored in a file beside it, because a log that has lost its last lines
 * looks complete.
 *
 * <p>The file has two slots of equal length, written alternately, so that an interrupted write
 * leaves the other slot. A slot is written only after its event was forced, so the file is never
 * ahead of the log. It may be behind until {@link #force}.
 *
 * <p>A slot: {@code {"seq":7,"line_hash":"...","offset":4711,"crc":"..."}}, then spaces and a line
 * feed.
 */
public final class HeadFile implements AutoCloseable {
    private static final byte[] SEQ = LinePrefixParser.ascii("{\"seq\":");
    private static final byte[] HASH = LinePrefixParser.ascii(",\"line_hash\":");
    private static final byte[] OFFSET = LinePrefixParser.ascii(",\"offset\":");
    private static final int HASH_LENGTH = 64;
    private static final int SLOT_BYTES = 256;
    private static final int SLOTS = 2;

    private final Path file;
    private @Nullable RandomAccessFile open;
    private LogPosition at = LogPosition.START;
    private boolean isWritten = true;
    private boolean isForced = true;

    HeadFile(Path log) {
        this.file = of(log);
    }

    /** Returns the head file of a log. */
    public static Path of(Path log) {
        return log.resolveSibling(
                String.valueOf(log.getFileName()).replaceFirst("\\.jsonl$", "") + ".head");
    }

    /** Returns the known end of the log, if the file exists and one of its slots is valid. */
    public static Optional<LogPosition> read(Path log) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(of(log))) {
            bytes = in.readNBytes(SLOTS * SLOT_BYTES);
        } catch (IOException none) {
            return Optional.empty();
        }
        Optional<LogPosition> latest = Optional.empty();
        for (int slot = 0; slot < SLOTS && (slot + 1) * SLOT_BYTES <= bytes.length; slot++) {
            Optional<LogPosition> found =
                    parse(Arrays.copyOfRange(bytes, slot * SLOT_BYTES, (slot + 1) * SLOT_BYTES));
            if (found.isPresent() && (latest.isEmpty() || found.get().seq() > latest.get().seq())) {
                latest = found;
            }
        }
        return latest;
    }

    /** Replaces the content durably, for a log that was truncated on purpose. */
    public static void reset(Path log, LogPosition at) throws IOException {
        byte[] slots = new byte[SLOTS * SLOT_BYTES];
        Arrays.fill(slots, (byte) ' ');
        System.arraycopy(slot(at), 0, slots, offset(at), SLOT_BYTES);
        AtomicFile.write(of(log), slots);
    }

    /** Records a new durable end of the log. {@link #force} reports write errors. */
    void advance(LogPosition to) {
        at = to;
        isForced = false;
        try {
            write();
        } catch (IOException toldByForce) {
            isWritten = false;
        }
    }

    /** Makes the recorded end durable. */
    void force() throws IOException {
        if (isForced) {
            return;
        }
        if (!isWritten) {
            write();
        }
        opened().getFD().sync();
        isForced = true;
    }

    /** Closing does not force the file. */
    @Override
    public void close() throws IOException {
        if (open != null) {
            open.close();
        }
        open = null;
    }

    private void write() throws IOException {
        RandomAccessFile there = opened();
        there.seek(offset(at));
        there.write(slot(at));
        isWritten = true;
    }

    private RandomAccessFile opened() throws IOException {
        if (open == null) {
            boolean isNew = Files.notExists(file);
            open = new RandomAccessFile(file.toFile(), "rw");
            if (isNew) {
                open.setLength((long) SLOTS * SLOT_BYTES);
                AtomicFile.forceName(file);
            }
        }
        return open;
    }

    private static int offset(LogPosition at) {
        return (int) (at.seq() % SLOTS) * SLOT_BYTES;
    }

    private static byte[] slot(LogPosition at) {
        byte[] text =
                LineChecksum.close(
                        "{\"seq\":"
                                + at.seq()
                                + ",\"line_hash\":\""
                                + at.hash()
                                + "\",\"offset\":"
                                + at.offset());
        byte[] slot = Arrays.copyOf(text, SLOT_BYTES);
        Arrays.fill(slot, text.length, SLOT_BYTES - 1, (byte) ' ');
        slot[SLOT_BYTES - 1] = '\n';
        return slot;
    }

    private static Optional<LogPosition> parse(byte[] slot) {
        byte[] bytes =
                new String(slot, StandardCharsets.ISO_8859_1)
                        .stripTrailing()
                        .getBytes(StandardCharsets.ISO_8859_1);
        if (!HashChain.isWhole(bytes)) {
            return Optional.empty();
        }
        try {
            LinePrefixParser scan = new LinePrefixParser(bytes);
            scan.skip(SEQ);
            long seq = scan.number();
            scan.skip(HASH);
            int hashFrom = scan.at() + 1;
            if (scan.skipString() - 1 - hashFrom != HASH_LENGTH) {
                return Optional.empty();
            }
            scan.skip(OFFSET);
            return Optional.of(
                    new LogPosition(
                            seq,
                            new String(bytes, hashFrom, HASH_LENGTH, StandardCharsets.US_ASCII),
                            scan.number()));
        } catch (Unexpected anotherShape) {
            return Optional.empty();
        }
    }
}
