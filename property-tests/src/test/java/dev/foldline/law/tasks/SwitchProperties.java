package dev.foldline.law.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.Shapes;
import dev.foldline.arbitrary.Tries;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.AgentEvent.ModelSwitched;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.FaultRates;
import dev.foldline.testkit.simulation.RandomActors;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.Simulation;
import dev.foldline.testkit.simulation.SimulationResult;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/**
 * Models are switched one after the other, in order and once each, in any world and wherever the
 * driver dies; nobody works before.
 */
class SwitchProperties {
    private static final int SEEDS = Tries.PER_LAW;

    /** A workflow of a few tasks and terminals, and what they are in their order. */
    private record Trial(Vector<String> terminals, SimulationResult run) {

        static Trial of(SeededRandom luck, long seed) {
            var branching =
                    new Policy.Branching.OwnTree("foldline/flow", "base", Option.of("main"));
            var started =
                    Shapes.begun(
                            Tasks.workflow(Policy.DEFAULT.withBranching(branching)),
                            luck.fork("begun"));
            var simulation =
                    Simulation.of(started)
                            .seed(seed)
                            .mood(
                                    luck.fork("mood")
                                            .pick(
                                                    FaultRates.CALM,
                                                    FaultRates.CALM,
                                                    FaultRates.RANDOM,
                                                    FaultRates.ROUGH))
                            .visitors(new RandomActors(luck.fork("visitors"), 0, 60));
            for (int crash = luck.fork("crashes").below(4); crash > 0; crash--)
                simulation =
                        simulation.crashAt(
                                luck.fork("when", crash).pick(CrashPoint.Moment.values()),
                                luck.fork("nth", crash).between(1, 25));
            return new Trial(
                    started.given()
                            .get()
                            .progress()
                            .get()
                            .items()
                            .get(Tasks.TERMINALS)
                            .get()
                            .map(Item::id),
                    simulation.run());
        }
    }

    @Test
    void S1_19_switches_are_serial_in_order_and_one_for_each_terminal_before_any_task_starts() {
        int complete = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            var trial = Trial.of(SeededRandom.of(seed), seed);
            var switched = switched(trial, seed);
            assertThat(trial.terminals().take(switched.size()))
                    .as("seed %d: in order, each once", seed)
                    .isEqualTo(switched);
            if (switched.size() == trial.terminals().size() && switched.size() > 1) complete++;
        }
        assertThat(complete).as("worlds in which all switched").isGreaterThan(SEEDS / 20);
    }

    private static Vector<String> switched(Trial trial, long seed) {
        var switched = Vector.<String>empty();
        for (var moment : trial.run().moments()) {
            if (moment.after() == moment.before()) continue;
            if (moment.event() instanceof EffectStarted(_, SwitchModel next)) {
                assertThat(moment.before().isFree())
                        .as("seed %d: never two at once", seed)
                        .isTrue();
                assertThat(next.terminal())
                        .as("seed %d: the next is that of the first that has not switched", seed)
                        .isEqualTo(trial.terminals().get(switched.size()));
            }
            if (moment.event() instanceof ModelSwitched made)
                switched = switched.append(made.terminal());
            if (moment.event() instanceof EffectStarted(_, SpawnChild _))
                assertThat(switched)
                        .as("seed %d: before any task begins", seed)
                        .isEqualTo(trial.terminals());
        }
        return switched;
    }
}
