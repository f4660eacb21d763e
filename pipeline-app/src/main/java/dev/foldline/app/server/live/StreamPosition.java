package dev.foldline.app.server.live;

import io.vavr.control.Option;

import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * A place among the messages of a workflow: the event that a message came from, and which of that
 * event's it is. The last of an event is called by the event's number alone, the others by number
 * and part, such as {@code 12.1}.
 *
 * @param part counts from 1
 */
public record StreamPosition(long seq, int part) implements Comparable<StreamPosition> {
    private static final int WHOLE = Integer.MAX_VALUE;
    private static final Pattern FORM = Pattern.compile("(\\d{1,15})(?:\\.([1-9]\\d{0,5}))?");
    private static final Comparator<StreamPosition> ORDER =
            Comparator.comparingLong(StreamPosition::seq).thenComparingInt(StreamPosition::part);

    /** Before all messages. */
    public static final StreamPosition START = behind(0);

    /** Behind all messages of an event. */
    public static StreamPosition behind(long seq) {
        return new StreamPosition(seq, WHOLE);
    }

    /** As a client names it; none if it names nothing. */
    public static Option<StreamPosition> read(String text) {
        var words = FORM.matcher(text);
        if (!words.matches()) return Option.none();
        var part = words.group(2);
        return Option.of(
                new StreamPosition(
                        Long.parseLong(words.group(1)),
                        part == null ? WHOLE : Integer.parseInt(part)));
    }

    public boolean isBehind(StreamPosition other) {
        return compareTo(other) > 0;
    }

    @Override
    public int compareTo(StreamPosition other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return part == WHOLE ? Long.toString(seq) : seq + "." + part;
    }
}
