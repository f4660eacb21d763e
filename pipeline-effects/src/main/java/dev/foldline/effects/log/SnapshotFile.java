package dev.foldline.effects.log;

import dev.foldline.effects.log.LinePrefixParser.Unexpected;
import dev.foldline.effects.store.AtomicFile;

import tools.jackson.core.io.JsonStringEncoder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The snapshot file of a run. It is a cache: an invalid file counts as missing. What is made of the
 * state is stored in the same form.
 *
 * <p>One line: {@code
 * {"stamp":"...","seq":7,"line_hash":"...","offset":4711,"state":{...},"crc":"..."}}.
 */
public final class SnapshotFile {
    private static final byte[] STAMP = LinePrefixParser.ascii("{\"stamp\":");
    private static final byte[] SEQ = LinePrefixParser.ascii(",\"seq\":");
    private static final byte[] HASH = LinePrefixParser.ascii(",\"line_hash\":");
    private static final byte[] OFFSET = LinePrefixParser.ascii(",\"offset\":");
    private static final byte[] STATE = LinePrefixParser.ascii(",\"state\":");
    private static final int HASH_LENGTH = 64;

    private final Path file;
    private final byte[] stamp;

    /**
     * Creates the snapshot file object; the file need not exist.
     *
     * @param stamp identifies what produced the state (the version of the rules and of the state's
     *     JSON); a snapshot with another stamp is ignored
     */
    public SnapshotFile(Path file, String stamp) {
        this.file = file;
        this.stamp = quoted(stamp).getBytes(StandardCharsets.UTF_8);
    }

    /** Replaces the snapshot. All events of the state must be durable. */
    public void save(Snapshot snapshot) throws IOException {
        AtomicFile.write(file, content(snapshot));
    }

    /**
     * Replaces the snapshot without forcing it to disk: after a power failure it may be missing or
     * invalid.
     */
    public void saveUnforced(Snapshot snapshot) throws IOException {
        AtomicFile.replace(file, content(snapshot));
    }

    private byte[] content(Snapshot snapshot) {
        LogPosition at = snapshot.at();
        return LineChecksum.close(
                "{\"stamp\":"
                        + new String(stamp, StandardCharsets.UTF_8)
                        + ",\"seq\":"
                        + at.seq()
                        + ",\"line_hash\":\""
                        + at.hash()
                        + "\",\"offset\":"
                        + at.offset()
                        + ",\"state\":"
                        + snapshot.state());
    }

    /**
     * Returns the snapshot if it is readable, valid, has this stamp, and the log has its line at
     * its position.
     */
    public Optional<Snapshot> load(Path log) throws IOException {
        Optional<Snapshot> snapshot = read();
        return snapshot.isPresent() && isIn(log, snapshot.get().at()) ? snapshot : Optional.empty();
    }

    /**
     * Returns the snapshot if it is readable, valid and has this stamp, for a run whose log is
     * lost. The run cannot be resumed from it.
     */
    public Optional<Snapshot> withoutLog() {
        return read();
    }

    /**
     * Returns the log position of the snapshot, whatever its rules; nothing if it is unreadable or
     * invalid.
     */
    public static Optional<LogPosition> head(Path file) {
        return new SnapshotFile(file, "").read(LinePrefixParser::skipString).map(Snapshot::at);
    }

    /** Skips the stamp. */
    private interface Stamp {
        void skip(LinePrefixParser scan) throws Unexpected;
    }

    private Optional<Snapshot> read() {
        return read(scan -> scan.skip(stamp));
    }

    private Optional<Snapshot> read(Stamp its) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException none) {
            return Optional.empty();
        }
        if (!HashChain.isWhole(bytes)) {
            return Optional.empty();
        }
        try {
            return Optional.of(parse(bytes, its));
        } catch (Unexpected anotherShape) {
            return Optional.empty();
        }
    }

    private static Snapshot parse(byte[] bytes, Stamp its) throws Unexpected {
        LinePrefixParser scan = new LinePrefixParser(bytes);
        scan.skip(STAMP);
        its.skip(scan);
        scan.skip(SEQ);
        long seq = scan.number();
        scan.skip(HASH);
        int hashFrom = scan.at() + 1;
        if (scan.skipString() - 1 - hashFrom != HASH_LENGTH) {
            throw new Unexpected("a hash", hashFrom);
        }
        String hash = new String(bytes, hashFrom, HASH_LENGTH, StandardCharsets.US_ASCII);
        scan.skip(OFFSET);
        LogPosition at = new LogPosition(seq, hash, scan.number());
        scan.skip(STATE);
        int length = bytes.length - LineChecksum.LENGTH - scan.at();
        return new Snapshot(at, new String(bytes, scan.at(), length, StandardCharsets.UTF_8));
    }

    private static boolean isIn(Path log, LogPosition at) throws IOException {
        try {
            Optional<LogReader> there = LogReader.open(log, at);
            if (there.isPresent()) {
                there.get().close();
            }
            return there.isPresent();
        } catch (NoSuchFileException noLog) {
            return false;
        }
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + '"';
    }
}
