package dev.foldline.effects.log;

import dev.foldline.core.command.Author;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LinePrefixParser.Unexpected;

import tools.jackson.core.io.JsonStringEncoder;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A line of a log. Its event stays bytes until it is requested, so that a log can be checked
 * without parsing it.
 *
 * <p>The package documentation describes the line format.
 */
public final class LogLine {
    /** The version that is written, and the newest that is read. */
    public static final int VERSION = 1;

    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final byte[] V = LinePrefixParser.ascii("{\"v\":");
    private static final byte[] SEQ = LinePrefixParser.ascii(",\"seq\":");
    private static final byte[] AT = LinePrefixParser.ascii(",\"at\":");
    private static final byte[] TICKET = LinePrefixParser.ascii(",\"ticket\":");
    private static final byte[] RULE = LinePrefixParser.ascii(",\"rule\":");
    private static final byte[] MESSAGE = LinePrefixParser.ascii(",\"message\":");
    private static final byte[] BY = LinePrefixParser.ascii(",\"by\":");
    private static final byte[] EVENT = LinePrefixParser.ascii(",\"event\":");
    private static final byte[] PREV = LinePrefixParser.ascii(",\"prev\":\"");
    private static final int HASH_DIGITS = 64;

    /**
     * From the end of the event to the end of the line: {@code ,"prev":"<64>"} and the checksum.
     */
    private static final int TRAILER = PREV.length + HASH_DIGITS + 1 + LineChecksum.LENGTH;

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
    private final int byFrom;
    private final int byTo;
    private final int eventFrom;

    private LogLine(byte[] bytes, LinePrefixParser scan) throws Unexpected {
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
        boolean hasAuthor = scan.skips(BY);
        this.byFrom = scan.at();
        this.byTo = hasAuthor ? scan.skipAuthor() : byFrom;
        scan.skip(EVENT);
        this.eventFrom = scan.at();
        if (eventFrom > bytes.length - TRAILER
                || !LinePrefixParser.matches(bytes, bytes.length - TRAILER, PREV)) {
            throw new Unexpected("the hash of the line before", bytes.length);
        }
    }

    /** Parses JSON bytes in place, from an offset and with a length. */
    @FunctionalInterface
    public interface EventReader<T> {
        T read(byte[] bytes, int offset, int length);
    }

    /** Returns the version of the format, at most {@link #VERSION}. */
    public int version() {
        return version;
    }

    /** Returns the number of the event; the first line is 1. */
    public long seq() {
        return seq;
    }

    /** Returns when it was appended by its writer's clock, for information. */
    public Instant at() {
        return LineTime.read(bytes, atFrom, atTo);
    }

    /** Returns the ticket that the event answers, if any. */
    public OptionalLong ticket() {
        return ticket < 0 ? OptionalLong.empty() : OptionalLong.of(ticket);
    }

    /** Returns the rule that requested it, if any. */
    public Optional<String> rule() {
        return ruleFrom == ruleTo
                ? Optional.empty()
                : Optional.of(LinePrefixParser.string(bytes, ruleFrom, ruleTo));
    }

    /** Returns the name of the inbox message that it answers, if any. */
    public Optional<String> message() {
        return messageFrom == messageTo
                ? Optional.empty()
                : Optional.of(LinePrefixParser.string(bytes, messageFrom, messageTo));
    }

    /** Returns the user who requested it, if known. */
    public Optional<Author> by() {
        return byFrom == byTo
                ? Optional.empty()
                : Wire.author(new String(bytes, byFrom, byTo - byFrom, StandardCharsets.UTF_8))
                        .toJavaOptional();
    }

    /** Returns the event as JSON text. */
    public String event() {
        return new String(bytes, eventFrom, eventLength(), StandardCharsets.UTF_8);
    }

    /** Returns the event, parsed by the reader from bytes it must not change. */
    public <T> T event(EventReader<T> reader) {
        return reader.read(bytes, eventFrom, eventLength());
    }

    /** Returns the whole line without its line feed. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns the length of the line without its line feed. */
    int length() {
        return bytes.length;
    }

    boolean continues(byte[] hashOfTheLineBefore) {
        return LinePrefixParser.matches(
                bytes, bytes.length - TRAILER + PREV.length, hashOfTheLineBefore);
    }

    /** Returns the hash of the line before, as stated in this line. */
    String prev() {
        return new String(
                bytes, bytes.length - TRAILER + PREV.length, HASH_DIGITS, StandardCharsets.UTF_8);
    }

    private int eventLength() {
        return bytes.length - TRAILER - eventFrom;
    }

    /** Returns the line of an entry that follows {@code before}, without its line feed. */
    static byte[] write(LogPosition before, LogEntry entry) {
        StringBuilder line = new StringBuilder(entry.event().length() + 256);
        line.append("{\"v\":").append(VERSION).append(",\"seq\":").append(before.seq() + 1);
        line.append(",\"at\":\"").append(MILLIS.format(entry.at())).append('"');
        entry.ticket().ifPresent(ticket -> line.append(",\"ticket\":").append(ticket));
        entry.rule()
                .ifPresent(rule -> line.append(",\"rule\":\"").append(quoted(rule)).append('"'));
        entry.message()
                .ifPresent(
                        message ->
                                line.append(",\"message\":\"").append(quoted(message)).append('"'));
        entry.by().ifPresent(author -> line.append(",\"by\":").append(Wire.toJson(author)));
        line.append(",\"event\":").append(entry.event());
        line.append(",\"prev\":\"").append(before.hash()).append('"');
        return LineChecksum.close(line.toString());
    }

    /** Parses a line whose checksum is verified. */
    static LogLine read(byte[] bytes) throws Unexpected {
        return new LogLine(bytes, new LinePrefixParser(bytes));
    }

    /** Returns the version a line claims, or 0 if it claims none; the version may be unknown. */
    static long claimedVersion(byte[] bytes) {
        LinePrefixParser scan = new LinePrefixParser(bytes);
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
