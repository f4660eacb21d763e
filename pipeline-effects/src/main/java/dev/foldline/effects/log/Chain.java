package dev.foldline.effects.log;

import dev.foldline.effects.log.Scan.Unexpected;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/** The thread through a log: the place reached so far, and whether a given line is the one that comes next. */
final class Chain {
    private static final byte[] HEX = Scan.ascii("0123456789abcdef");

    private final MessageDigest sha256 = newDigest();
    private long seq;
    private long offset;
    private byte[] hash;

    Chain(Position from) {
        this.seq = from.seq();
        this.offset = from.offset();
        this.hash = Scan.ascii(from.hash());
    }

    Position position() {
        return new Position(seq, new String(hash, StandardCharsets.US_ASCII), offset);
    }

    /** The number of the line that comes next. */
    long lineNumber() {
        return seq + 1;
    }

    /** The line, and the chain moves past it and its line feed; or what is wrong with it, and the chain stays. */
    Reading accept(byte[] bytes) {
        Optional<Damage> damage = sealDamage(bytes);
        if (damage.isPresent()) {
            return new Reading.Damaged(damage.get());
        }
        try {
            LogLine line = LogLine.read(bytes);
            if (line.seq() != seq + 1) {
                return new Reading.Damaged(new Damage.OutOfSequence(lineNumber(), seq + 1, line.seq()));
            }
            if (!line.continues(hash)) {
                return new Reading.Damaged(
                        new Damage.BrokenChain(lineNumber(), position().hash(), line.prev()));
            }
            advance(bytes);
            return new Reading.Line(line);
        } catch (Unexpected shape) {
            return new Reading.Damaged(new Damage.Unreadable(lineNumber(), String.valueOf(shape.getMessage())));
        }
    }

    /** Moves past a line that is known to be right. */
    void advance(byte[] line) {
        seq++;
        offset += line.length + 1L;
        hash = hash(line);
    }

    /** Whether these bytes are a whole line, whatever its place. */
    static boolean isWhole(byte[] bytes) {
        return Seal.isPresent(bytes) && Seal.broken(bytes).isEmpty();
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

    /** The seal first: until it is known to be whole, nothing the line says, its version included, is evidence. */
    private Optional<Damage> sealDamage(byte[] bytes) {
        long version = LogLine.claimedVersion(bytes);
        boolean newer = version > LogLine.VERSION;
        if (!Seal.isPresent(bytes)) {
            return Optional.of(
                    newer
                            ? new Damage.NewerVersion(lineNumber(), version, LogLine.VERSION)
                            : new Damage.Unreadable(lineNumber(), "it does not end with a checksum"));
        }
        Optional<String> actual = Seal.broken(bytes);
        if (actual.isPresent()) {
            return Optional.of(new Damage.Flipped(lineNumber(), Seal.stated(bytes), actual.get()));
        }
        return newer ? Optional.of(new Damage.NewerVersion(lineNumber(), version, LogLine.VERSION)) : Optional.empty();
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java platform has SHA-256", impossible);
        }
    }
}
