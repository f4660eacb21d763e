package dev.foldline.effects.replay;

import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.LogLine;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;

/** The recorded log of a run, and how far a replay of it has come. */
public final class RecordedLog {
    private final Vector<Line> lines;
    private int position;

    /**
     * A line.
     *
     * @param text the event as it was written
     */
    public record Line(long seq, LogEntry entry, String text, Event event) {

        /** Returns whether a driver starts here; the one before has exited or died. */
        boolean isStart() {
            return event instanceof DriverStarted;
        }
    }

    private RecordedLog(Vector<Line> lines) {
        this.lines = lines;
    }

    /**
     * @throws DamagedRecording if a line is damaged
     */
    public static RecordedLog read(Path events) throws IOException {
        var lines = Vector.<Line>empty();
        try (var reader = LogReader.open(events)) {
            while (true) {
                switch (reader.next()) {
                    case ReadResult.Line(var line) -> lines = lines.append(line(line));
                    case ReadResult.Damaged(var damage) ->
                            throw new DamagedRecording(damage.line(), damage.message());
                    case ReadResult.End _ -> {
                        return new RecordedLog(lines);
                    }
                }
            }
        }
    }

    private static Line line(LogLine line) throws DamagedRecording {
        try {
            return new Line(
                    line.seq(),
                    new LogEntry(
                            line.at(),
                            line.ticket(),
                            line.rule(),
                            line.message(),
                            line.by(),
                            line.event()),
                    line.event(),
                    line.event(
                            (bytes, offset, length) ->
                                    Wire.event(line.version(), bytes, offset, length)));
        } catch (WireFault unknown) {
            throw new DamagedRecording(line.seq(), String.valueOf(unknown.getMessage()));
        }
    }

    public Vector<Line> lines() {
        return lines;
    }

    /** Returns the next line that a replay has not reached yet. */
    public Option<Line> next() {
        return position < lines.size() ? Option.of(lines.get(position)) : Option.none();
    }

    void advance() {
        position++;
    }

    /** Returns whether the current driver does nothing more. */
    boolean isDriverOver() {
        return next().forAll(Line::isStart);
    }

    /** Returns the outcome of a ticket that the current driver received. */
    Option<Event> outcome(long ticket) {
        return outcome(lines.drop(position), ticket);
    }

    /** Returns the first outcome of a ticket before the next driver starts. */
    static Option<Event> outcome(Vector<Line> rest, long ticket) {
        return rest.takeWhile(line -> !line.isStart())
                .map(Line::event)
                .find(event -> isOutcome(event, ticket));
    }

    private static boolean isOutcome(Event event, long ticket) {
        return event instanceof Event.Answer answer
                && answer.ticket() == ticket
                && !(event instanceof EffectStarted || event instanceof SessionStarted);
    }

    /** Returns the ids of the child runs that have started. */
    public Vector<String> children() {
        return lines.flatMap(
                        line ->
                                line.event() instanceof ChildSpawned child
                                        ? Option.of(child.child())
                                        : Option.none())
                .distinct();
    }

    /** An effect, and its outcome if its driver received one. */
    public record Work(long seq, long ticket, ExternalEffect effect, Option<Event> outcome) {}

    /** Returns all external effects in order. */
    public Vector<Work> work() {
        var work = Vector.<Work>empty();
        for (int at = 0; at < lines.size(); at++)
            if (lines.get(at).event() instanceof EffectStarted(var ticket, var effect))
                work =
                        work.append(
                                new Work(
                                        lines.get(at).seq(),
                                        ticket,
                                        effect,
                                        outcome(lines.drop(at + 1), ticket)));
        return work;
    }
}
