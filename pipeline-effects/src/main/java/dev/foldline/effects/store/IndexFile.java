package dev.foldline.effects.store;

import dev.foldline.effects.store.RunEntry.Progress;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The index file: a header with the folder's stamp, and a line for each run, the latest first.
 * Lines are parsed on demand, so that the latest run is found quickly among thousands.
 *
 * @param stamp the stamp of the folder of runs when it was listed; empty if later changes might not
 *     alter it
 */
record IndexFile(Runs runs, String stamp, int count, int eventless, String lines) {
    private static final String NAME = "runs.index";
    private static final Pattern HEAD =
            Pattern.compile(
                    "runs 2 crc ([0-9a-f]{1,8}) count (\\d{1,9}) eventless (\\d{1,9}) stamp (.*)");

    static IndexFile empty(Runs runs) {
        return new IndexFile(runs, "", 0, 0, "");
    }

    /**
     * @param entries the latest first
     */
    static IndexFile of(Runs runs, FolderStamp stamp, List<RunEntry> entries) {
        return new IndexFile(runs, stamp.isSettled(Instant.now()) ? stamp.text() : "", 0, 0, "")
                .with(entries);
    }

    /** Returns the same folder with other entries. */
    IndexFile with(List<RunEntry> entries) {
        return new IndexFile(
                runs,
                stamp,
                entries.size(),
                (int)
                        entries.stream()
                                .filter(entry -> entry.progress() == Progress.EVENTLESS)
                                .count(),
                entries.stream().map(entry -> entry.line() + "\n").collect(Collectors.joining()));
    }

    /** Returns none without a valid file. */
    static Optional<IndexFile> read(Runs runs) {
        try {
            var text = Files.readString(runs.root().resolve(NAME));
            int end = text.indexOf('\n');
            var head = HEAD.matcher(end < 0 ? "" : text.substring(0, end));
            if (!head.matches()) return Optional.empty();
            var found =
                    new IndexFile(
                            runs,
                            head.group(4),
                            Integer.parseInt(head.group(2)),
                            Integer.parseInt(head.group(3)),
                            text.substring(end + 1));
            return head.group(1).equals(found.checksum()) ? Optional.of(found) : Optional.empty();
        } catch (IOException lostOrNoText) {
            return Optional.empty();
        }
    }

    /**
     * If the file cannot be deleted, it cannot be written either, and becomes invalid when a run is
     * added or removed.
     */
    static void forget(Runs runs) {
        try {
            Files.deleteIfExists(runs.root().resolve(NAME));
        } catch (IOException projectionOnly) {
            return;
        }
    }

    boolean isOf(FolderStamp now) {
        return stamp.equals(now.text());
    }

    Stream<RunEntry> entries() {
        return lines.lines().map(line -> RunEntry.read(line, runs));
    }

    /**
     * Replaces the file. If that fails, the next reader reads all folders, with no other effect.
     */
    void save() {
        try {
            AtomicFile.replace(
                    runs.root().resolve(NAME),
                    ("runs 2 crc " + checksum() + " " + head() + "\n" + lines)
                            .getBytes(StandardCharsets.UTF_8));
        } catch (IOException projectionOnly) {
            return;
        }
    }

    private String head() {
        return "count " + count + " eventless " + eventless + " stamp " + stamp;
    }

    private String checksum() {
        var crc = new CRC32();
        crc.update((head() + "\n" + lines).getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(crc.getValue());
    }
}
