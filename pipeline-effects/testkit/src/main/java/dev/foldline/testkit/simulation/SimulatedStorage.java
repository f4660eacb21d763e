package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.event.Event;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.HeadCheck;
import dev.foldline.effects.log.KnownHead;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.LogPosition;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.MemoryEventLog;
import dev.foldline.effects.log.ReadResult;

import io.vavr.control.Either;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The bytes of a log and its head on an unreliable disk, read as from a file. */
final class SimulatedStorage {
    private final StorageFault fault;
    private MemoryEventLog log = new MemoryEventLog();
    private LogPosition forced = LogPosition.START;
    private int spoiled;

    SimulatedStorage(StorageFault fault) {
        this.fault = fault;
    }

    void append(Event event) {
        log.append(LogEntry.of(SimulatedEnvironment.DAWN, Wire.toJson(event)));
    }

    /** Records the current end of the log durably. */
    void forceHead() {
        forced = log.end();
    }

    /** Returns how many times the log differed from what was written. */
    int spoiled() {
        return spoiled;
    }

    /** Returns the number of events that the next driver finds, or why the log cannot be driven. */
    Either<LogDamage, Integer> takeUp() {
        var before = log.bytes();
        var found = fault.strike(before);
        if (!StorageFault.isSpared(before, found)) spoiled++;
        var head = fault.isLossOfPower() ? forced : log.end();
        try {
            var missing =
                    fault.leavesHead()
                            ? HeadCheck.ofReader(
                                    () -> LogReader.of(found),
                                    List.of(new KnownHead("the head", head)))
                            : Optional.<LogDamage>empty();
            if (missing.isPresent()) return Either.left(missing.get());
            return read(found).peek(_ -> log = MemoryEventLog.continuing(found));
        } catch (IOException impossible) {
            throw new PipelineBug("memory does not fail", impossible);
        }
    }

    private static Either<LogDamage, Integer> read(byte[] found) throws IOException {
        try (var reader = LogReader.of(found)) {
            var reading = reader.next();
            while (reading instanceof ReadResult.Line) reading = reader.next();
            return reading instanceof ReadResult.Damaged(var damage)
                    ? Either.left(damage)
                    : Either.right((int) reader.position().seq());
        }
    }
}
