package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.effects.driver.Journal;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.MemoryEventLog;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.testkit.script.AnsweredCalls;
import dev.foldline.testkit.simulation.CrashPoint.Crash;
import dev.foldline.testkit.simulation.CrashPoint.Moment;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A log in memory that survives the simulated process. A torn line is a real one: its bytes are
 * repaired as in a file, and the next event is read back before it is applied.
 */
final class SimulatedJournal implements Journal {
    private final List<Event> events = new ArrayList<>();
    private final PendingCrashes crashes;
    private final AnsweredCalls answers;
    private final Option<SimulatedStorage> storage;
    private Option<MemoryEventLog> repaired = Option.none();
    private int tears;

    /**
     * @param storage storage of the bytes, if faults are injected
     */
    SimulatedJournal(
            PendingCrashes crashes, AnsweredCalls answers, Option<SimulatedStorage> storage) {
        this.crashes = crashes;
        this.answers = answers;
        this.storage = storage;
    }

    void begin(RunStarted first) {
        events.add(first);
        storage.forEach(each -> each.append(first));
    }

    List<Event> events() {
        return events;
    }

    @Override
    public Event append(Event event, Decision decision, Option<String> message) {
        crashes.at(Moment.BEFORE_APPEND);
        try {
            crashes.at(Moment.IN_APPEND);
        } catch (Crash died) {
            repaired = Option.of(MemoryEventLog.continuing(torn(event)));
            throw died;
        }
        var written = repaired.map(log -> behindTear(log, event)).getOrElse(event);
        events.add(written);
        storage.forEach(each -> each.append(written));
        repaired = Option.none();
        answers.note(written);
        crashes.at(Moment.AFTER_APPEND);
        return written;
    }

    @Override
    public void forceHead() {
        storage.forEach(SimulatedStorage::forceHead);
    }

    /**
     * Opens the log with another driver. @return why it does not continue; otherwise the events are
     * those that are left
     */
    Option<LogDamage> takeUp() {
        if (storage.isEmpty()) return Option.none();
        var found = storage.get().takeUp();
        if (found.isLeft()) return Option.of(found.getLeft());
        if (found.get() == events.size()) return Option.none();
        events.subList(found.get(), events.size()).clear();
        answers.renote(events);
        crashes.isLeft(events.size());
        return Option.none();
    }

    /** Returns how many times the log differed from what was written. */
    int spoiled() {
        return storage.map(SimulatedStorage::spoiled).getOrElse(0);
    }

    /** Returns the state according to the log alone. */
    PipelineState replayed() {
        if (!(events.getFirst() instanceof RunStarted first))
            throw new PipelineBug("the log does not begin with a run");
        var state = Pipeline.start(first);
        for (Event event : events.subList(1, events.size())) state = Pipeline.reduce(state, event);
        return state;
    }

    /** Returns a prefix of the line, cut at a different place each time. */
    private byte[] torn(Event event) {
        var log = new MemoryEventLog();
        log.append(entry(event));
        var line = log.bytes();
        return Arrays.copyOf(line, 1 + (++tears * 37 + events.size() * 11) % (line.length - 2));
    }

    private static Event behindTear(MemoryEventLog log, Event event) {
        log.append(entry(event));
        try (var reader = LogReader.of(log.bytes())) {
            return switch (reader.next()) {
                case ReadResult.Line(var line) ->
                        line.event(
                                (bytes, from, length) ->
                                        Wire.event(line.version(), bytes, from, length));
                case ReadResult.Damaged(var damage) ->
                        throw new PipelineBug("the log is damaged: " + damage.message());
                case ReadResult.End _ ->
                        throw new PipelineBug("the line behind a torn one is lost");
            };
        } catch (IOException impossible) {
            throw new PipelineBug("memory does not fail", impossible);
        }
    }

    private static LogEntry entry(Event event) {
        return LogEntry.of(SimulatedEnvironment.DAWN, Wire.toJson(event));
    }
}
