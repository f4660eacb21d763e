package dev.foldline.app.server.live;

import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The order in which the events of all runs are sent, as a file: the first line is its name, each
 * other line one event. A line is on disk before the event is sent, so an event has the same number
 * for every client and every later server.
 */
final class EventOrder {
    private static final String FORMAT = "foldline.event-order/1 ";
    private static final int TAG_LENGTH = 8;

    private final Path file;
    private final String tag;
    private final Map<RunId, Entry> latest = new HashMap<>();
    private long last;

    private EventOrder(Path file, String tag) {
        this.file = file;
        this.tag = tag;
    }

    /**
     * An event.
     *
     * @param offset the size of the run's log up to it, in bytes
     * @param isSent false for the last event of a run that is older than this file: what happened
     *     before is not sent
     */
    record Entry(RunId run, long seq, long offset, boolean isSent) {
        private String line() {
            return run.text() + " " + seq + " " + offset + (isSent ? "\n" : " -\n");
        }

        private static Entry parse(String line) {
            var words = line.split(" ", -1);
            return new Entry(
                    new RunId(words[0]),
                    Long.parseLong(words[1]),
                    Long.parseLong(words[2]),
                    words.length == 3);
        }
    }

    /** Opens the file, without a line that was not written completely. */
    static Option<EventOrder> open(Path file) throws IOException {
        if (Files.notExists(file)) return Option.none();
        var content = Files.readAllBytes(file);
        int end = content.length;
        while (end > 0 && content[end - 1] != '\n') end--;
        if (end < content.length) truncate(file, end);
        var lines = new String(content, 0, end, StandardCharsets.UTF_8).lines().iterator();
        if (!lines.hasNext()) return Option.none();
        var head = lines.next();
        if (!head.startsWith(FORMAT)) throw new IOException("not an order of events: " + file);
        var order = new EventOrder(file, head.substring(FORMAT.length()));
        while (lines.hasNext()) order.note(Entry.parse(lines.next()));
        return Option.of(order);
    }

    private static void truncate(Path file, long size) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size).force(true);
        }
    }

    /** Creates the file; it starts behind these events. */
    static EventOrder create(Path file, Vector<Entry> known) throws IOException {
        var order =
                new EventOrder(
                        file,
                        UUID.randomUUID().toString().replace("-", "").substring(0, TAG_LENGTH));
        order.write(FORMAT + order.tag + "\n" + known.map(Entry::line).mkString());
        known.forEach(order::note);
        return order;
    }

    /** Distinguishes this file from one that was there before. */
    String tag() {
        return tag;
    }

    long last() {
        return last;
    }

    /** The last event of a run in this file. */
    Option<Entry> latest(RunId run) {
        return Option.of(latest.get(run));
    }

    /** Returns when they are on disk. */
    void append(List<Entry> entries) throws IOException {
        var lines = new StringBuilder();
        entries.forEach(entry -> lines.append(entry.line()));
        write(lines.toString());
        entries.forEach(this::note);
    }

    /** A stream, because an interrupt closes a channel in the middle of a line. */
    private void write(String lines) throws IOException {
        try (var out = new FileOutputStream(file.toFile(), true)) {
            out.write(lines.getBytes(StandardCharsets.UTF_8));
            out.getFD().sync();
        }
    }

    private void note(Entry entry) {
        latest.put(entry.run(), entry);
        last++;
    }

    /** Some events, the first of which has this number or is the first. */
    static List<Entry> read(Path file, long from, int max) throws IOException {
        var entries = new ArrayList<Entry>();
        try (var lines = Files.lines(file)) {
            lines.skip(Math.max(from, 1)).limit(max).map(Entry::parse).forEach(entries::add);
        }
        return entries;
    }
}
