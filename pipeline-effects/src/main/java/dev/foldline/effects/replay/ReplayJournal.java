package dev.foldline.effects.replay;

import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.effects.driver.Journal;
import dev.foldline.effects.driver.JournalFault;
import dev.foldline.effects.json.EventComparison;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.EventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.LogFault;

import io.vavr.control.Option;

import java.util.Optional;

/** Writes the log of a replay, and compares each event with the recorded one. */
final class ReplayJournal implements Journal {
    private final RecordedLog recorded;
    private final EventLog log;
    private PipelineState state;

    ReplayJournal(RecordedLog recorded, EventLog log, PipelineState state) {
        this.recorded = recorded;
        this.log = log;
        this.state = state;
    }

    /** Returns the state after the last event. */
    PipelineState state() {
        return state;
    }

    @Override
    public Event append(Event event, Decision decision, Option<String> message) {
        var line = recorded.next().getOrElseThrow(DriverKilledException::new);
        if (line.isStart() && !(event instanceof DriverStarted)) throw new DriverKilledException();
        for (var difference : EventComparison.difference(event, line.event()))
            throw new ReplayDivergence(line.seq(), difference);
        if (!line.entry().rule().equals(Optional.of(decision.rule())))
            throw new ReplayDivergence(
                    line.seq(),
                    "the rule is '"
                            + decision.rule()
                            + "' instead of '"
                            + line.entry().rule().orElse("none")
                            + "'");
        return write(line, event);
    }

    /** Writes the first line, which the state already has. */
    void begin(RecordedLog.Line line) {
        var before = state;
        write(line, line.event());
        state = before;
    }

    /** Appends the recorded event itself, which came from outside. */
    Event copy(RecordedLog.Line line) {
        return write(line, line.event());
    }

    private Event write(RecordedLog.Line line, Event event) {
        var entry = line.entry();
        try {
            log.append(
                    new LogEntry(
                            entry.at(),
                            entry.ticket(),
                            entry.rule(),
                            entry.message(),
                            entry.by(),
                            Wire.toJson(event)));
        } catch (LogFault fault) {
            throw new JournalFault("cannot write the log: " + fault.getMessage(), fault);
        }
        recorded.advance();
        state = Pipeline.reduce(state, event);
        return event;
    }

    @Override
    public void forceHead() {
        try {
            log.forceHead();
        } catch (LogFault fault) {
            throw new JournalFault("cannot write the log: " + fault.getMessage(), fault);
        }
    }
}
