package dev.foldline.effects.sim.crash;

import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.effects.sim.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run that happened, played again: its own workflow, in which every deed has the outcome that the log tells, and what was
 * asked from outside is asked again.
 *
 * @param deeds how many deeds the log tells of, without those that were stopped
 * @param followed how many of them the simulation does at the same places and in the same order before it does another
 * @param parting where the simulation does another, in words; nothing if it follows to the log's end
 */
public record Recorded(Simulation simulation, int deeds, int followed, Optional<String> parting) {

    /**
     * Scripts a simulation from a log. What lies behind its end is played calmly, with nobody at the gates.
     *
     * @param events a whole log, from the run's beginning on
     */
    public static Recorded of(List<Event> events) {
        if (!(events.getFirst() instanceof RunStarted first)) throw new IllegalArgumentException("a log begins with the run's beginning");
        var simulation = Simulation.of(first).happened(new Precedence(PipelineState.of(first)).of(events)).timeless();
        var told = answered(events);
        var played = answered(simulation.run().events());
        int followed = 0;
        while (followed < Math.min(told.size(), played.size()) && told.get(followed).equals(played.get(followed))) followed++;
        return new Recorded(simulation, told.size(), followed, parting(told, played, followed));
    }

    private static Optional<String> parting(List<String> told, List<String> played, int followed) {
        return followed == told.size() ? Optional.empty() : Optional.of("the record goes on with " + told.get(followed) + ", the simulation "
                + (followed < played.size() ? "with " + played.get(followed) : "ends"));
    }

    private static List<String> answered(List<Event> events) {
        var answered = new ArrayList<String>();
        if (!(events.getFirst() instanceof RunStarted first)) return answered;
        var state = PipelineState.of(first);
        for (Event event : events.subList(1, events.size())) {
            if (Precedence.isAnswer(state, event)) state.slots().inFlight().underway().map(Deed::fingerprint).forEach(answered::add);
            state = Pipeline.reduce(state, event);
        }
        return answered;
    }
}
