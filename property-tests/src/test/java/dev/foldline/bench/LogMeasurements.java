package dev.foldline.bench;

import dev.foldline.effects.log.EventLog;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.HeadFile;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.MemoryEventLog;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.log.ReadResult;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Measurements of the event log: what checking costs beside parsing, and what an append costs
 * beside the disk.
 */
final class LogMeasurements {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private LogMeasurements() {}

    /** The yardstick: Jackson makes a tree of each line. */
    static Measurement parsesLines(Path log, int events) {
        return new Measurement(
                "Jackson parses each line to a tree",
                events,
                () -> {
                    try (MappingIterator<JsonNode> trees =
                            JSON.readerFor(JsonNode.class).readValues(log.toFile())) {
                        int lines = 0;
                        while (trees.hasNext()) {
                            require(trees.next().isObject());
                            lines++;
                        }
                        require(lines == events);
                    }
                });
    }

    static Measurement checks(Path log, int events) {
        return new Measurement(
                "LogReader checks each line",
                events,
                () -> {
                    try (LogReader reader = LogReader.open(log)) {
                        while (reader.next() instanceof ReadResult.Line) {
                            continue;
                        }
                        require(reader.position().seq() == events);
                    }
                });
    }

    static Measurement checksAndParses(Path log, int events) {
        return new Measurement(
                "LogReader checks, Jackson parses the event",
                events,
                () -> {
                    try (LogReader reader = LogReader.open(log)) {
                        while (reader.next() instanceof ReadResult.Line(var line)) {
                            JsonNode event =
                                    line.event(
                                            (bytes, from, length) ->
                                                    JSON.readTree(bytes, from, length));
                            require(event.isObject());
                        }
                        require(reader.position().seq() == events);
                    }
                });
    }

    static Measurement appends(int count) {
        return new Measurement(
                "FileEventLog.append",
                count,
                () -> {
                    Path folder = Files.createTempDirectory("foldline-bench");
                    Path file = folder.resolve("events.jsonl");
                    try (EventLog log = opened(file)) {
                        for (int number = 1; number <= count; number++) {
                            log.append(entry(number));
                        }
                    } finally {
                        Files.delete(file);
                        Files.delete(HeadFile.of(file));
                        Files.delete(folder);
                    }
                });
    }

    /** A log as it might be, without waiting for the disk at each line. */
    static Path logOf(int events) throws IOException {
        MemoryEventLog log = new MemoryEventLog();
        for (int number = 1; number <= events; number++) {
            log.append(entry(number));
        }
        Path file = Files.createTempFile("foldline-bench", ".jsonl");
        file.toFile().deleteOnExit();
        return Files.write(file, log.bytes());
    }

    private static LogEntry entry(int number) {
        return new LogEntry(
                NOON.plusMillis(number),
                OptionalLong.of(number),
                Optional.of("perform the phase's next step"),
                "{\"type\":\"agent_finished\",\"ticket\":"
                        + number
                        + ",\"tokens\":"
                        + 7L * number
                        + "}");
    }

    private static EventLog opened(Path file) throws IOException {
        return switch (FileEventLog.open(file, line -> {})) {
            case OpenLogResult.Opened(FileEventLog log, var repaired) -> log;
            case OpenLogResult.Refused(var damage) -> throw new IOException(damage.message());
        };
    }

    private static void require(boolean expected) {
        if (!expected) {
            throw new IllegalStateException("what was measured did not do its work");
        }
    }
}
