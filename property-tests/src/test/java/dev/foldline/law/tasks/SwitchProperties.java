package dev.foldline.law.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.arbitrary.WorkflowShapes;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.AgentEvent.ModelSwitched;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.law.Occurrences;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.FaultRates;
import dev.foldline.testkit.simulation.RandomActors;
import dev.foldline.testkit.simulation.Simulation;
import dev.foldline.testkit.simulation.SimulationResult;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Models are switched one after the other, in order and once each, in any world and wherever the
 * driver dies; nobody works before.
 */
class SwitchProperties {
    /** A workflow of a few tasks and terminals, and what they are in their order. */
    private record Trial(Vector<String> terminals, SimulationResult run) {

        static Trial of(RandomChoices choices) {
            var luck = choices.source();
            var branching =
                    new Policy.Branching.OwnTree("foldline/flow", "base", Option.of("main"));
            var started =
                    WorkflowShapes.start(
                            Tasks.workflow(Policy.DEFAULT.withBranching(branching)),
                            luck.fork("begun"));
            var simulation =
                    Simulation.of(started)
                            .seed(choices.seed())
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

    @Property
    void S1_19_switches_are_serial_in_order_and_one_for_each_terminal_before_any_task_starts(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var trial = Trial.of(luck);
        var switched = switched(trial);
        assertThat(trial.terminals().take(switched.size()))
                .as("in order, each once")
                .isEqualTo(switched);
        Occurrences.require(
                "all models are switched",
                switched.size() == trial.terminals().size() && switched.size() > 1,
                5);
    }

    private static Vector<String> switched(Trial trial) {
        var switched = Vector.<String>empty();
        for (var moment : trial.run().moments()) {
            if (moment.after() == moment.before()) continue;
            if (moment.event() instanceof EffectStarted(_, SwitchModel next)) {
                assertThat(moment.before().isFree()).as("never two at once").isTrue();
                assertThat(next.terminal())
                        .as("the next is that of the first that has not switched")
                        .isEqualTo(trial.terminals().get(switched.size()));
            }
            if (moment.event() instanceof ModelSwitched made)
                switched = switched.append(made.terminal());
            if (moment.event() instanceof EffectStarted(_, SpawnChild _))
                assertThat(switched).as("before any task begins").isEqualTo(trial.terminals());
        }
        return switched;
    }
}
