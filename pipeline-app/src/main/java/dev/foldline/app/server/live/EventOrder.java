package dev.foldline.app.server.live;

import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
    private static final int PAGE = 1_000;

    private final Path file;
    private final String tag;
    private final Map<RunId, Entry> latest = new HashMap<>();

    /** Where each page of lines starts, in bytes. */
    private volatile Vector<Long> pages = Vector.empty();

    /** The number of the last event. The lines up to it are complete. */
    private volatile long last;

    /** Of the file, in bytes. */
    private long size;

    private EventOrder(Path file, String tag) {
        this.file = file;
        this.tag = tag;
        this.size = head(tag).length();
    }

    private static String head(String tag) {
        return FORMAT + tag + "\n";
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
        var entries = new ArrayList<Entry>();
        while (lines.hasNext()) entries.add(Entry.parse(lines.next()));
        order.note(entries);
        if (order.size != end) throw new IOException("not an order of events: " + file);
        return Option.of(order);
    }

    private static void truncate(Path file, long size) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size).force(true);
        }
    }

    /** Creates the file; it starts behind these events. */
    static EventOrder create(Path file, List<Entry> known) throws IOException {
        var order =
                new EventOrder(
                        file,
                        UUID.randomUUID().toString().replace("-", "").substring(0, TAG_LENGTH));
        AtomicFile.write(file, bytes(head(order.tag), known));
        order.note(known);
        return order;
    }

    private static byte[] bytes(String head, List<Entry> entries) {
        var lines = new StringBuilder(head);
        entries.forEach(entry -> lines.append(entry.line()));
        return lines.toString().getBytes(StandardCharsets.UTF_8);
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

    /** Whether the file is no longer the one that this has written. */
    boolean isReplaced() throws IOException {
        try {
            return Files.size(file) != size;
        } catch (NoSuchFileException deleted) {
            return true;
        }
    }

    /** Returns when they are on disk. If it fails, none of them are noted. */
    void append(List<Entry> entries) throws IOException {
        var lines = bytes("", entries);
        try (var out =
                Files.newOutputStream(file, StandardOpenOption.APPEND, StandardOpenOption.SYNC)) {
            out.write(lines);
        } catch (IOException incomplete) {
            if (!(incomplete instanceof NoSuchFileException)) truncate(file, size);
            throw incomplete;
        }
        note(entries);
    }

    private void note(List<Entry> entries) {
        var starts = pages;
        var number = last;
        for (var entry : entries) {
            if (number++ % PAGE == 0) starts = starts.append(size);
            size += entry.line().length();
            latest.put(entry.run(), entry);
        }
        // One thread appends; others read up to the last complete append.
        pages = starts;
        last = number;
    }

    /**
     * Some events, the first of which has this number or is the first. May be called while others
     * are appended.
     */
    List<Entry> read(long from, int max) throws IOException {
        long first = Math.max(from, 1);
        long count = Math.clamp(last - first + 1, 0, max);
        try (var channel = FileChannel.open(file)) {
            if (!(FORMAT + tag).equals(lines(channel, 0).readLine()))
                throw new IOException("replaced while it was read: " + file);
            if (count == 0) return List.of();
            return lines(channel, pages.get((int) ((first - 1) / PAGE)))
                    .lines()
                    .skip((first - 1) % PAGE)
                    .limit(count)
                    .map(Entry::parse)
                    .toList();
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }

    private static BufferedReader lines(FileChannel channel, long start) throws IOException {
        channel.position(start);
        return new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    }
}
