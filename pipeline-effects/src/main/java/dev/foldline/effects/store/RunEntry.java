package dev.foldline.effects.store;

import io.vavr.control.Option;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The index entry of a run.
 *
 * @param beganAt the time of its first event, or of its folder if there is none
 * @param isChild whether another run started it
 * @param workflow the name of its workflow as in its log, with JSON escapes; empty without events
 * @param origin the event of another run at which it was forked
 */
public record RunEntry(
        RunDirectory run,
        Instant beganAt,
        Progress progress,
        boolean isChild,
        String workflow,
        Option<Origin> origin) {
    static final Comparator<RunEntry> LATEST_FIRST =
            Comparator.comparing(RunEntry::beganAt)
                    .reversed()
                    .thenComparing(entry -> entry.run().id());

    private static final Pattern AT = Pattern.compile("\"at\":\"([^\"]{10,40})\"");
    private static final Pattern WORKFLOW =
            Pattern.compile("\"workflow\":\\{\"name\":\"([^\"]*)\"");
    private static final Pattern ORIGIN =
            Pattern.compile("\"origin\":\\{\"run\":\"(r[a-z2-7]{16})\",\"seq\":(\\d{1,18}),");
    private static final int HEAD_BYTES_MAX = 1 << 22;
    private static final int PART_BYTES = 1 << 14;
    private static final int FIELDS = 6;

    /** An event of a run. */
    public record Origin(String run, long seq) {
        @Override
        public String toString() {
            return run + ":" + seq;
        }

        /** Returns none for an empty text. */
        private static Option<Origin> parse(String text) {
            int colon = text.indexOf(':');
            return Option.when(
                    !text.isEmpty(),
                    () ->
                            new Origin(
                                    text.substring(0, colon),
                                    Long.parseLong(text.substring(colon + 1))));
        }
    }

    /** The progress of a run, as far as it is known without reading its whole log. */
    public enum Progress {
        /** Its log has no line, so nothing about it is final. */
        EVENTLESS,
        /** It may have ended since. */
        BEGUN,
        ENDED
    }

    /** Reads the entry from a run's folder. */
    static RunEntry of(RunDirectory run) throws IOException {
        var progress = run.hasStarted() ? Progress.BEGUN : Progress.EVENTLESS;
        var head = head(run);
        return new RunEntry(
                run,
                began(run, head),
                progress,
                Files.exists(run.parent()),
                found(WORKFLOW, head),
                origin(head));
    }

    private static Option<Origin> origin(String head) {
        var matcher = ORIGIN.matcher(head);
        return Option.when(
                matcher.find(),
                () -> new Origin(matcher.group(1), Long.parseLong(matcher.group(2))));
    }

    /** Returns the first line. */
    private static String head(RunDirectory run) {
        try (InputStream in = Files.newInputStream(run.events())) {
            var line = new ByteArrayOutputStream();
            var part = in.readNBytes(PART_BYTES);
            while (part.length > 0 && line.size() < HEAD_BYTES_MAX) {
                int end = lineFeed(part);
                line.write(part, 0, end);
                if (end < part.length) break;
                part = in.readNBytes(PART_BYTES);
            }
            return line.toString(StandardCharsets.UTF_8);
        } catch (IOException notYet) {
            // The run has not started, or is unreadable: only the folder's time is known.
            return "";
        }
    }

    /** Returns the index of the first line feed, or the length without one. */
    private static int lineFeed(byte[] part) {
        for (int at = 0; at < part.length; at++) if (part[at] == '\n') return at;
        return part.length;
    }

    private static Instant began(RunDirectory run, String head) throws IOException {
        try {
            return Instant.parse(found(AT, head));
        } catch (DateTimeException none) {
            return Instant.ofEpochMilli(Files.getLastModifiedTime(run.path()).toMillis());
        }
    }

    private static String found(Pattern pattern, String head) {
        Matcher matcher = pattern.matcher(head);
        return matcher.find() ? matcher.group(1) : "";
    }

    /**
     * Returns its position in the list of all runs, which remains valid after this run is deleted.
     */
    public String cursor() {
        return beganAt.toEpochMilli() + "-" + run.id();
    }

    /** Returns whether it follows this position in the list, the latest first. */
    boolean isBehind(long millis, String id) {
        return beganAt.toEpochMilli() < millis
                || beganAt.toEpochMilli() == millis && run.id().text().compareTo(id) > 0;
    }

    RunEntry ended() {
        return new RunEntry(run, beganAt, Progress.ENDED, isChild, workflow, origin);
    }

    String line() {
        return run.id()
                + "\t"
                + beganAt.toEpochMilli()
                + "\t"
                + progress
                + "\t"
                + isChild
                + "\t"
                + workflow
                + "\t"
                + origin.map(Origin::toString).getOrElse("");
    }

    /**
     * @throws IllegalArgumentException if it is not an index line
     */
    static RunEntry read(String line, Runs runs) {
        var fields = line.split("\t", -1);
        if (fields.length != FIELDS)
            throw new IllegalArgumentException("not a line of an index: " + line);
        return new RunEntry(
                runs.directory(new RunId(fields[0])),
                Instant.ofEpochMilli(Long.parseLong(fields[1])),
                Progress.valueOf(fields[2]),
                Boolean.parseBoolean(fields[3]),
                fields[4],
                Origin.parse(fields[5]));
    }
}
