package dev.foldline.testkit.crash;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.testkit.script.AnsweredCalls;
import dev.foldline.testkit.script.Precedents;
import dev.foldline.testkit.simulation.Simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A recorded run that is replayed: with its own workflow, in which every effect has the recorded
 * outcome, and external input is repeated.
 *
 * @param effects number of effects in the log, without cancelled ones
 * @param followed number of them that the simulation repeats in order before the first difference
 * @param parting description of the first difference; empty if there is none up to the log's end
 */
public record RecordedRun(
        Simulation simulation, int effects, int followed, Optional<String> parting) {

    /**
     * Scripts a simulation from a log. After its end, the simulation is calm and gates are not
     * answered.
     *
     * @param events a complete log, from the start of the run
     */
    public static RecordedRun of(List<Event> events) {
        if (!(events.getFirst() instanceof RunStarted first))
            throw new IllegalArgumentException("a log begins with the run's beginning");
        var simulation = Simulation.of(first).happened(precedents(events)).timeless();
        var reported = answered(events);
        var played = answered(simulation.run().events());
        int followed = 0;
        while (followed < Math.min(reported.size(), played.size())
                && reported.get(followed).equals(played.get(followed))) followed++;
        return new RecordedRun(
                simulation, reported.size(), followed, parting(reported, played, followed));
    }

    /** Returns the outcomes of a log, by position. */
    public static Precedents precedents(List<Event> events) {
        return new PrecedentLog(start(events)).of(events);
    }

    /** Returns what was answered in a log. */
    public static AnsweredCalls answers(List<Event> events) {
        var answers = new AnsweredCalls();
        for (Event event : events.subList(1, events.size()))
            answers.note(PrecedentLog.remembered(event));
        return answers;
    }

    private static PipelineState start(List<Event> events) {
        if (events.getFirst() instanceof RunStarted first) return Pipeline.start(first);
        throw new IllegalArgumentException("a log begins with the run's beginning");
    }

    private static Optional<String> parting(
            List<String> reported, List<String> played, int followed) {
        return followed == reported.size()
                ? Optional.empty()
                : Optional.of(
                        "the record continues with "
                                + reported.get(followed)
                                + ", the simulation "
                                + (followed < played.size()
                                        ? "with " + played.get(followed)
                                        : "ends"));
    }

    private static List<String> answered(List<Event> events) {
        var answered = new ArrayList<String>();
        if (!(events.getFirst() instanceof RunStarted first)) return answered;
        var state = Pipeline.start(first);
        for (Event event : events.subList(1, events.size())) {
            if (PrecedentLog.isAnswer(state, event))
                state.slots()
                        .inFlight()
                        .running()
                        .map(ExternalEffect::fingerprint)
                        .forEach(answered::add);
            state = Pipeline.reduce(state, event);
        }
        return answered;
    }
}
