package dev.foldline.testkit.simulation;

import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.MemoryEventLog;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A fault of the storage that changes a log unnoticed. It takes effect when the driver has crashed
 * and the next one reads the log. Lines count from the last one, which is 1. A log that is too
 * short is not affected.
 */
public sealed interface StorageFault {

    /**
     * A power failure loses lines that the disk reported as forced. The forced part of the head
     * remains.
     */
    record LostLines(int count) implements StorageFault {}

    /** A power failure loses lines and the head. */
    record LostLinesAndHead(int count) implements StorageFault {}

    /** The log is read as it was this many lines ago. */
    record StaleRead(int count) implements StorageFault {}

    /** A line was written to the log of another run. */
    record MissingLine(int fromLast) implements StorageFault {}

    /** A line was written twice. */
    record DoubledLine(int fromLast) implements StorageFault {}

    /** A line is replaced by one of another run. */
    record ForeignLine(int fromLast) implements StorageFault {}

    /** Returns whether unforced data is lost as well. */
    default boolean isLossOfPower() {
        return this instanceof LostLines;
    }

    /** Returns whether the head remains. */
    default boolean leavesHead() {
        return !(this instanceof LostLinesAndHead);
    }

    /** Returns what is left of a log. Its first line remains. */
    default byte[] strike(byte[] log) {
        var lines = new ArrayList<>(new String(log, StandardCharsets.UTF_8).lines().toList());
        switch (this) {
            case LostLines(var count) -> cut(lines, count);
            case LostLinesAndHead(var count) -> cut(lines, count);
            case StaleRead(var count) -> cut(lines, count);
            case MissingLine(var fromLast) -> {
                if (fromLast < lines.size()) lines.remove(lines.size() - fromLast);
            }
            case DoubledLine(var fromLast) -> {
                if (fromLast < lines.size())
                    lines.add(lines.size() - fromLast, lines.get(lines.size() - fromLast));
            }
            case ForeignLine(var fromLast) -> {
                if (fromLast < lines.size())
                    lines.set(lines.size() - fromLast, foreign(lines.size() - fromLast + 1));
            }
        }
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static void cut(List<String> lines, int count) {
        if (count < lines.size()) lines.subList(lines.size() - count, lines.size()).clear();
    }

    /** Returns the line with this number of another run. */
    private static String foreign(int number) {
        var other = new MemoryEventLog();
        for (int i = 1; i <= number; i++)
            other.append(
                    LogEntry.of(SimulatedEnvironment.DAWN, "{\"type\":\"other\",\"n\":" + i + "}"));
        return new String(other.bytes(), StandardCharsets.UTF_8)
                .lines()
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    /** Returns whether the log is unchanged. */
    static boolean isSpared(byte[] before, byte[] after) {
        return Arrays.equals(before, after);
    }
}
