package dev.foldline.effects.log;

import dev.foldline.effects.log.Scan.Unexpected;
import dev.foldline.effects.store.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * The file of a run's snapshot: a cache, so whatever is wrong with it, it is as if it were not there.
 *
 * <p>One line: {@code {"stamp":"...","seq":7,"line_hash":"...","offset":4711,"state":{...},"crc":"..."}}.
 */
public final class SnapshotFile {
    private static final byte[] STAMP = Scan.ascii("{\"stamp\":");
    private static final byte[] SEQ = Scan.ascii(",\"seq\":");
    private static final byte[] HASH = Scan.ascii(",\"line_hash\":");
    private static final byte[] OFFSET = Scan.ascii(",\"offset\":");
    private static final byte[] STATE = Scan.ascii(",\"state\":");
    private static final int HASH_LENGTH = 64;

    private final Path file;
    private final byte[] stamp;

    /**
     * A snapshot file, whether it exists or not.
     *
     * @param stamp names what made the state (the version of the rules and of the state's JSON); a snapshot with another stamp is
     *     ignored
     */
    public SnapshotFile(Path file, String stamp) {
        this.file = file;
        this.stamp = quoted(stamp).getBytes(StandardCharsets.UTF_8);
    }

    /** Replaces the snapshot. Save only a state whose events are all durable. */
    public void save(Snapshot snapshot) throws IOException {
        Position at = snapshot.at();
        AtomicFile.write(
                file,
                Seal.close("{\"stamp\":" + new String(stamp, StandardCharsets.UTF_8)
                        + ",\"seq\":" + at.seq()
                        + ",\"line_hash\":\"" + at.hash()
                        + "\",\"offset\":" + at.offset()
                        + ",\"state\":" + snapshot.state()));
    }

    /** The snapshot, if it can be read, is whole, has our stamp, and the log really has its line at its place. */
    public Optional<Snapshot> load(Path log) throws IOException {
        Optional<Snapshot> snapshot = read();
        return snapshot.isPresent() && isIn(log, snapshot.get().at()) ? snapshot : Optional.empty();
    }

    /** The snapshot, if it can be read, is whole and has our stamp: the last word of a run whose log is lost, and nothing to go on from. */
    public Optional<Snapshot> withoutLog() { return read(); }

    private Optional<Snapshot> read() {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException none) {
            return Optional.empty();
        }
        if (!Chain.isWhole(bytes)) {
            return Optional.empty();
        }
        try {
            return Optional.of(parse(bytes));
        } catch (Unexpected anotherShape) {
            return Optional.empty();
        }
    }

    private Snapshot parse(byte[] bytes) throws Unexpected {
        Scan scan = new Scan(bytes);
        scan.skip(STAMP);
        scan.skip(stamp);
        scan.skip(SEQ);
        long seq = scan.number();
        scan.skip(HASH);
        int hashFrom = scan.at() + 1;
        if (scan.skipString() - 1 - hashFrom != HASH_LENGTH) {
            throw new Unexpected("a hash", hashFrom);
        }
        String hash = new String(bytes, hashFrom, HASH_LENGTH, StandardCharsets.US_ASCII);
        scan.skip(OFFSET);
        Position at = new Position(seq, hash, scan.number());
        scan.skip(STATE);
        int length = bytes.length - Seal.LENGTH - scan.at();
        return new Snapshot(at, new String(bytes, scan.at(), length, StandardCharsets.UTF_8));
    }

    private static boolean isIn(Path log, Position at) throws IOException {
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
