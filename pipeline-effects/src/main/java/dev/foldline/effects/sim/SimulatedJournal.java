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
import dev.foldline.effects.sim.play.Answers;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A log in memory, which outlives the simulated process. A torn line is a real one: its bytes are repaired as a file's are,
 * and the event after it is believed as it is read back.
 */
final class SimulatedJournal implements Journal {
    private final List<Event> events = new ArrayList<>();
    private final Crashes crashes;
    private final Answers answers;
    private Option<MemoryEventLog> mended = Option.none();
    private int tears;

    SimulatedJournal(Crashes crashes, Answers answers) {
        this.crashes = crashes;
        this.answers = answers;
    }

    List<Event> events() { return events; }

    @Override
    public Event append(Event event, Decision decision, Option<String> message) {
        crashes.at(Moment.BEFORE_APPEND);
        try {
            crashes.at(Moment.IN_APPEND);
        } catch (Crash died) {
            mended = Option.of(MemoryEventLog.continuing(torn(event)));
            throw died;
        }
        var written = mended.map(log -> behindTear(log, event)).getOrElse(event);
        events.add(written);
        mended = Option.none();
        answers.note(written);
        crashes.at(Moment.AFTER_APPEND);
        return written;
    }

    /** What the log tells a driver that knows nothing else. */
    PipelineState replayed() {
        if (!(events.getFirst() instanceof RunStarted first)) throw new PipelineBug("the log does not begin with a run");
        var state = PipelineState.of(first);
        for (Event event : events.subList(1, events.size())) state = Pipeline.reduce(state, event);
        return state;
    }

    /** The beginning of the line, cut elsewhere each time. */
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
                case Reading.Line(var line)      -> line.event((bytes, from, length) -> Wire.event(line.version(), bytes, from, length));
                case Reading.Damaged(var damage) -> throw new PipelineBug("the log is damaged: " + damage.message());
                case Reading.End _               -> throw new PipelineBug("the line behind a torn one is lost");
            };
        } catch (IOException impossible) {
            throw new PipelineBug("memory does not fail", impossible);
        }
    }

    private static Entry entry(Event event) { return Entry.of(SimulatedWorld.DAWN, Wire.toJson(event)); }
}
