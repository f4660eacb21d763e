package dev.foldline.effects.log;

import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;

import io.vavr.control.Option;

/** Folds a log into its state, line by line: {@code events.foldLeft(start, reduce)}. */
public final class LogFold {

    /**
     * An event and its effect on the state.
     *
     * @param before none for the event that started the run
     */
    public record Folded(Option<PipelineState> before, Event event, PipelineState after) {}

    private Option<PipelineState> state;

    private LogFold(Option<PipelineState> state) {
        this.state = state;
    }

    public static LogFold fromStart() {
        return new LogFold(Option.none());
    }

    /** Continues from a saved state. */
    public static LogFold from(PipelineState saved) {
        return new LogFold(Option.of(saved));
    }

    /**
     * Applies the next line.
     *
     * @return none until a line has started a run
     * @throws WireFault if the line contains no known event; the state is unchanged
     */
    public Option<Folded> next(LogLine line) {
        var event = event(line);
        var before = state;
        state =
                before.isEmpty() && event instanceof RunStarted started
                        ? Option.of(Pipeline.start(started))
                        : before.map(now -> Pipeline.reduce(now, event));
        return state.map(after -> new Folded(before, event, after));
    }

    /**
     * Returns the event of a line.
     *
     * @throws WireFault if the event is unknown
     */
    public static Event event(LogLine line) {
        return line.event((json, from, length) -> Wire.event(line.version(), json, from, length));
    }

    /** Returns none until a line has started a run. */
    public Option<PipelineState> state() {
        return state;
    }
}
