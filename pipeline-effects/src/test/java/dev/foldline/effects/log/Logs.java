package dev.foldline.effects.log;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Logs for tests: how they are made, read and spoiled. */
final class Logs {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private Logs() {}

    static LogEntry entry(int number) {
        return new LogEntry(
                NOON.plusMillis(number),
                OptionalLong.of(number),
                Optional.of("do the phase's \"next\" step"),
                "{\"type\":\"noted\",\"number\":"
                        + number
                        + ",\"text\":\"grün, ,\\\"prev\\\":\\\"\"}");
    }

    static byte[] write(Path file, int events) throws IOException {
        try (FileEventLog log = open(file)) {
            for (int number = 1; number <= events; number++) {
                log.append(entry(number));
            }
        }
        return Files.readAllBytes(file);
    }

    static FileEventLog open(Path file) throws IOException {
        return assertInstanceOf(OpenLogResult.Opened.class, FileEventLog.open(file, line -> {}))
                .log();
    }

    static List<LogLine> lines(Path file) throws IOException {
        List<LogLine> lines = new ArrayList<>();
        try (LogReader reader = LogReader.open(file)) {
            while (reader.next() instanceof ReadResult.Line(LogLine line)) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** What stops a reader. */
    static ReadResult last(byte[] log) throws IOException {
        try (LogReader reader = LogReader.of(log)) {
            ReadResult reading = reader.next();
            while (reading instanceof ReadResult.Line) {
                reading = reader.next();
            }
            return reading;
        }
    }

    static LogDamage damage(byte[] log) throws IOException {
        return assertInstanceOf(ReadResult.Damaged.class, last(log)).damage();
    }
}
