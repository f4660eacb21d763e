package dev.foldline.effects.log;

import dev.foldline.effects.log.LinePrefixParser.Unexpected;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/** The hash chain of a log: the current position, and whether a given line comes next. */
final class HashChain {
    private static final byte[] HEX = LinePrefixParser.ascii("0123456789abcdef");

    private final MessageDigest sha256 = newDigest();
    private long seq;
    private long offset;
    private byte[] hash;

    HashChain(LogPosition from) {
        this.seq = from.seq();
        this.offset = from.offset();
        this.hash = LinePrefixParser.ascii(from.hash());
    }

    LogPosition position() {
        return new LogPosition(seq, new String(hash, StandardCharsets.US_ASCII), offset);
    }

    /** Returns the number of the next line. */
    long lineNumber() {
        return seq + 1;
    }

    /** Accepts a line and moves past it and its line feed, or returns its damage without moving. */
    ReadResult accept(byte[] bytes) {
        Optional<LogDamage> damage = sealDamage(bytes);
        if (damage.isPresent()) {
            return new ReadResult.Damaged(damage.get());
        }
        try {
            LogLine line = LogLine.read(bytes);
            if (line.seq() != seq + 1) {
                return new ReadResult.Damaged(
                        new LogDamage.OutOfSequence(lineNumber(), seq + 1, line.seq()));
            }
            if (!line.continues(hash)) {
                return new ReadResult.Damaged(
                        new LogDamage.BrokenChain(lineNumber(), position().hash(), line.prev()));
            }
            advance(bytes);
            return new ReadResult.Line(line);
        } catch (Unexpected shape) {
            return new ReadResult.Damaged(
                    new LogDamage.Unreadable(lineNumber(), String.valueOf(shape.getMessage())));
        }
    }

    /** Moves past a line that is known to be valid. */
    void advance(byte[] line) {
        seq++;
        offset += line.length + 1L;
        hash = hash(line);
    }

    /** Returns whether these bytes are a complete line, whatever its position. */
    static boolean isWhole(byte[] bytes) {
        return LineChecksum.isPresent(bytes) && LineChecksum.broken(bytes).isEmpty();
    }

    byte[] hash(byte[] line) {
        byte[] digest = sha256.digest(line);
        byte[] digits = new byte[digest.length * 2];
        for (int i = 0; i < digest.length; i++) {
            digits[2 * i] = HEX[(digest[i] >>> 4) & 0xF];
            digits[2 * i + 1] = HEX[digest[i] & 0xF];
        }
        return digits;
    }

    /**
     * The checksum is verified first: before that, nothing in the line is reliable, including its
     * version.
     */
    private Optional<LogDamage> sealDamage(byte[] bytes) {
        long version = LogLine.claimedVersion(bytes);
        boolean newer = version > LogLine.VERSION;
        if (!LineChecksum.isPresent(bytes)) {
            return Optional.of(
                    newer
                            ? new LogDamage.NewerVersion(lineNumber(), version, LogLine.VERSION)
                            : new LogDamage.Unreadable(
                                    lineNumber(), "it does not end with a checksum"));
        }
        Optional<String> actual = LineChecksum.broken(bytes);
        if (actual.isPresent()) {
            return Optional.of(
                    new LogDamage.Flipped(lineNumber(), LineChecksum.stated(bytes), actual.get()));
        }
        return newer
                ? Optional.of(new LogDamage.NewerVersion(lineNumber(), version, LogLine.VERSION))
                : Optional.empty();
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java platform has SHA-256", impossible);
        }
    }
}
