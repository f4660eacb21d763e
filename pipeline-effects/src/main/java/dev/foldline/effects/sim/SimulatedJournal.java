package dev.foldline.effects.sim;

import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.effects.driver.Journal;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.Entry;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.MemoryEventLog;
import dev.foldline.effects.log.Reading;
import dev.foldline.effects.sim.CrashPoint.Crash;
import dev.foldline.effects.sim.CrashPoint.Moment;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A log in memory, which outlives the simulated process. From its first torn line on it is kept byte for byte as well, and
 * what is read back is what is believed.
 */
final class SimulatedJournal implements Journal {
    private final List<Event> events = new ArrayList<>();
    private final Crashes crashes;
    private final Answers answers;
    private Option<MemoryEventLog> lines = Option.none();
    private int torn;

    SimulatedJournal(Crashes crashes, Answers answers) {
        this.crashes = crashes;
        this.answers = answers;
    }

    List<Event> events() { return events; }

    @Override
    public void append(Event event, Decision decision, Option<String> message) {
        crashes.at(Moment.BEFORE_APPEND);
        try {
            crashes.at(Moment.IN_APPEND);
        } catch (Crash died) {
            tear(event);
            throw died;
        }
        events.add(event);
        lines.forEach(log -> log.append(entry(event)));
        answers.note(event);
        crashes.at(Moment.AFTER_APPEND);
    }

    /** What the log tells a driver that knows nothing else. */
    PipelineState replayed() {
        var told = onDisk();
        if (!(told.getFirst() instanceof RunStarted first)) throw new PipelineBug("the log does not begin with a run");
        var state = PipelineState.of(first);
        for (Event event : told.subList(1, told.size())) state = Pipeline.reduce(state, event);
        return state;
    }

    /** The events as the log tells them. */
    List<Event> onDisk() { return lines.map(log -> read(log.bytes())).getOrElse(() -> List.copyOf(events)); }

    /** A part of the line is written, another part each time; the next driver's log goes on behind it. */
    private void tear(Event event) {
        var log = lines.getOrElse(this::written);
        int before = log.bytes().length;
        log.append(entry(event));
        var whole = log.bytes();
        int length = 1 + (++torn * 37 + events.size() * 11) % (whole.length - before - 2);
        lines = Option.of(MemoryEventLog.continuing(Arrays.copyOf(whole, before + length)));
    }

    private MemoryEventLog written() {
        var log = new MemoryEventLog();
        events.forEach(event -> log.append(entry(event)));
        return log;
    }

    private static Entry entry(Event event) { return Entry.of(SimulatedWorld.DAWN, Wire.toJson(event)); }

    private static List<Event> read(byte[] log) {
        var events = new ArrayList<Event>();
        try (var reader = LogReader.of(log)) {
            while (true) {
                switch (reader.next()) {
                    case Reading.Line(var line)      -> events.add(line.event((bytes, from, length) -> Wire.event(line.version(), bytes, from, length)));
                    case Reading.Damaged(var damage) -> throw new PipelineBug("the log is damaged: " + damage.message());
                    case Reading.End _               -> { return List.copyOf(events); }
                }
            }
        } catch (IOException impossible) {
            throw new PipelineBug("memory does not fail", impossible);
        }
    }
}
