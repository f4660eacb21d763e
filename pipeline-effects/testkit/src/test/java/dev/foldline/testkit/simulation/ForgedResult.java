package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Outcome;
import dev.foldline.effects.driver.DriverExit;
import dev.foldline.testkit.simulation.SimulationResult.Witness;

import io.vavr.control.Option;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * An honest run of which one thing is told otherwise than it was: whoever looks at runs must
 * notice.
 */
public record ForgedResult(SimulationResult honest) {
    public SimulationResult events(UnaryOperator<List<Event>> reported) {
        return new SimulationResult(
                departure(honest.state()),
                reported.apply(honest.events()),
                honest.moments(),
                honest.repository(),
                honest.crashes(),
                honest.witness());
    }

    public SimulationResult moments(UnaryOperator<List<SimulationStep>> reported) {
        return new SimulationResult(
                departure(honest.state()),
                honest.events(),
                reported.apply(honest.moments()),
                honest.repository(),
                honest.crashes(),
                honest.witness());
    }

    public SimulationResult witness(UnaryOperator<Witness> reported) {
        return new SimulationResult(
                departure(honest.state()),
                honest.events(),
                honest.moments(),
                honest.repository(),
                honest.crashes(),
                reported.apply(honest.witness()));
    }

    public SimulationResult crashes(int reported) {
        return new SimulationResult(
                departure(honest.state()),
                honest.events(),
                honest.moments(),
                honest.repository(),
                reported,
                honest.witness());
    }

    public SimulationResult state(UnaryOperator<PipelineState> reported) {
        return withExit(departure(reported.apply(honest.state())));
    }

    public SimulationResult outcome(Outcome reported) {
        return withExit(new DriverExit.Ended(honest.state(), reported));
    }

    private SimulationResult withExit(DriverExit reported) {
        return new SimulationResult(
                reported,
                honest.events(),
                honest.moments(),
                honest.repository(),
                honest.crashes(),
                honest.witness());
    }

    private DriverExit departure(PipelineState state) {
        return honest.outcome()
                .<DriverExit>map(outcome -> new DriverExit.Ended(state, outcome))
                .orElseGet(() -> new DriverExit.Suspended(state, honest.waitsFor().orElseThrow()));
    }

    /** In the repository itself: a commit that no driver made. */
    public void commits(long ticket, String subject) {
        honest.repository().commit(ticket, subject);
    }

    /** In the repository itself: a file, or none if the content is empty. */
    public void writes(String path, String content) {
        honest.repository().write(Map.of(path, content));
    }

    /** In the repository itself: another branch. */
    public void opens(String branch) {
        honest.repository().open(Option.of(branch));
    }

    /** In the repository itself: a working tree that the run did not ask for. */
    public void makesATree() {
        honest.repository().tree(1, "made");
    }
}
