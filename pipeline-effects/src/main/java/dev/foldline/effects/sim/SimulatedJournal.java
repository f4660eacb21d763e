package dev.foldline.effects.sim;

import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.effects.driver.Journal;
import dev.foldline.effects.sim.CrashPoint.Moment;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** A log in memory, which outlives the simulated process. */
final class SimulatedJournal implements Journal {
    private final List<Event> events = new ArrayList<>();
    private final Crashes crashes;
    private final Answers answers;

    SimulatedJournal(Crashes crashes, Answers answers) {
        this.crashes = crashes;
        this.answers = answers;
    }

    List<Event> events() { return events; }

    @Override
    public void append(Event event, Decision decision, Option<String> message) {
        crashes.at(Moment.BEFORE_APPEND);
        crashes.at(Moment.IN_APPEND);
        events.add(event);
        answers.note(event);
        crashes.at(Moment.AFTER_APPEND);
    }

    /** What the log tells a driver that knows nothing else. */
    PipelineState replayed() {
        if (!(events.getFirst() instanceof RunStarted first)) throw new PipelineBug("the log does not begin with a run");
        var state = PipelineState.of(first);
        for (Event event : events.subList(1, events.size())) state = Pipeline.reduce(state, event);
        return state;
    }
}
