package dev.foldline.effects.replay;

import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogLine;
import io.vavr.control.Option;

/** The state that a log tells, line by line: {@code events.foldLeft(start, reduce)}. */
public final class Fold {

    /**
     * One event and what it did to the state.
     *
     * @param before none for the event that began the run
     */
    public record Folded(Option<PipelineState> before, Event event, PipelineState after) {}

    private Option<PipelineState> state;

    private Fold(Option<PipelineState> state) { this.state = state; }

    public static Fold fromStart() { return new Fold(Option.none()); }

    /** Goes on from a state that was saved. */
    public static Fold from(PipelineState saved) { return new Fold(Option.of(saved)); }

    /**
     * Folds the next line in.
     *
     * @return none as long as no line has begun a run
     * @throws WireFault if the line tells of no event known here; the state is as it was
     */
    public Option<Folded> next(LogLine line) {
        var event = line.event((json, from, length) -> Wire.event(line.version(), json, from, length));
        var before = state;
        state = before.isEmpty() && event instanceof RunStarted started ? Option.of(PipelineState.of(started))
                : before.map(now -> Pipeline.reduce(now, event));
        return state.map(after -> new Folded(before, event, after));
    }

    /** None as long as no line has begun a run. */
    public Option<PipelineState> state() { return state; }
}
