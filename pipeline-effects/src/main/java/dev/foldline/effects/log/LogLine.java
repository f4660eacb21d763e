package dev.foldline.effects.log;

import dev.foldline.effects.log.Scan.Unexpected;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * One line of a log. Its event stays bytes until somebody asks, so that a log can be checked without being parsed.
 *
 * <p>The format of lines is described in the package's documentation.
 */
public final class LogLine {
    /** The version written, and the newest that is read. */
    public static final int VERSION = 1;

    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final byte[] V = Scan.ascii("{\"v\":");
    private static final byte[] SEQ = Scan.ascii(",\"seq\":");
    private static final byte[] AT = Scan.ascii(",\"at\":");
    private static final byte[] TICKET = Scan.ascii(",\"ticket\":");
    private static final byte[] RULE = Scan.ascii(",\"rule\":");
    private static final byte[] MESSAGE = Scan.ascii(",\"message\":");
    private static final byte[] EVENT = Scan.ascii(",\"event\":");
    private static final byte[] PREV = Scan.ascii(",\"prev\":\"");
    private static final int HASH_DIGITS = 64;

    /** From the end of the event to the end of the line: {@code ,"prev":"<64>"} and the seal. */
    private static final int TRAILER = PREV.length + HASH_DIGITS + 1 + Seal.LENGTH;

    private final byte[] bytes;
    private final int version;
    private final long seq;
    private final int atFrom;
    private final int atTo;
    private final long ticket;
    private final int ruleFrom;
    private final int ruleTo;
    private final int messageFrom;
    private final int messageTo;
    private final int eventFrom;

    private LogLine(byte[] bytes, Scan scan) throws Unexpected {
        this.bytes = bytes;
        scan.skip(V);
        this.version = (int) scan.number();
        scan.skip(SEQ);
        this.seq = scan.number();
        scan.skip(AT);
        this.atFrom = scan.at();
        this.atTo = scan.skipString();
        this.ticket = scan.skips(TICKET) ? scan.number() : -1;
        boolean hasRule = scan.skips(RULE);
        this.ruleFrom = scan.at();
        this.ruleTo = hasRule ? scan.skipString() : ruleFrom;
        boolean hasMessage = scan.skips(MESSAGE);
        this.messageFrom = scan.at();
        this.messageTo = hasMessage ? scan.skipString() : messageFrom;
        scan.skip(EVENT);
        this.eventFrom = scan.at();
        if (eventFrom > bytes.length - TRAILER || !Scan.matches(bytes, bytes.length - TRAILER, PREV)) {
            throw new Unexpected("the hash of the line before", bytes.length);
        }
    }

    /** Reads bytes as JSON, in place: from an offset, of a length. */
    @FunctionalInterface
    public interface EventReader<T> {
        T read(byte[] bytes, int offset, int length);
    }

    /** The version of the format, at most {@link #VERSION}. */
    public int version() {
        return version;
    }

    /** The number of the event; the first line is 1. */
    public long seq() {
        return seq;
    }

    /** When it was appended, as its writer's clock said; for people. */
    public Instant at() {
        return Instant.parse(Scan.string(bytes, atFrom, atTo));
    }

    /** What the event answers, if anything. */
    public OptionalLong ticket() {
        return ticket < 0 ? OptionalLong.empty() : OptionalLong.of(ticket);
    }

    /** The rule that asked for it, if any. */
    public Optional<String> rule() {
        return ruleFrom == ruleTo ? Optional.empty() : Optional.of(Scan.string(bytes, ruleFrom, ruleTo));
    }

    /** The name of the message in the inbox that it answers, if any. */
    public Optional<String> message() {
        return messageFrom == messageTo ? Optional.empty() : Optional.of(Scan.string(bytes, messageFrom, messageTo));
    }

    /** The event as JSON text. */
    public String event() {
        return new String(bytes, eventFrom, eventLength(), StandardCharsets.UTF_8);
    }

    /** The event, read by somebody who knows what it means, from bytes that must not be changed. */
    public <T> T event(EventReader<T> reader) {
        return reader.read(bytes, eventFrom, eventLength());
    }

    /** The whole line without its line feed. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The length of the line without its line feed. */
    int length() {
        return bytes.length;
    }

    boolean continues(byte[] hashOfTheLineBefore) {
        return Scan.matches(bytes, bytes.length - TRAILER + PREV.length, hashOfTheLineBefore);
    }

    /** What the line says about the line before it. */
    String prev() {
        return new String(bytes, bytes.length - TRAILER + PREV.length, HASH_DIGITS, StandardCharsets.UTF_8);
    }

    private int eventLength() {
        return bytes.length - TRAILER - eventFrom;
    }

    /** The line, without its line feed, that an entry becomes when it follows {@code before}. */
    static byte[] write(Position before, Entry entry) {
        StringBuilder line = new StringBuilder(entry.event().length() + 256);
        line.append("{\"v\":").append(VERSION).append(",\"seq\":").append(before.seq() + 1);
        line.append(",\"at\":\"").append(MILLIS.format(entry.at())).append('"');
        entry.ticket().ifPresent(ticket -> line.append(",\"ticket\":").append(ticket));
        entry.rule().ifPresent(rule -> line.append(",\"rule\":\"").append(quoted(rule)).append('"'));
        entry.message().ifPresent(message -> line.append(",\"message\":\"").append(quoted(message)).append('"'));
        line.append(",\"event\":").append(entry.event());
        line.append(",\"prev\":\"").append(before.hash()).append('"');
        return Seal.close(line.toString());
    }

    /** Reads a line whose seal has been found whole. */
    static LogLine read(byte[] bytes) throws Unexpected {
        return new LogLine(bytes, new Scan(bytes));
    }

    /** The version a line claims, or 0 if it claims none; it may be of a format we do not know. */
    static long claimedVersion(byte[] bytes) {
        Scan scan = new Scan(bytes);
        try {
            scan.skip(V);
            return scan.number();
        } catch (Unexpected none) {
            return 0;
        }
    }

    private static char[] quoted(String text) {
        return JsonStringEncoder.getInstance().quoteAsCharArray(text);
    }
}
