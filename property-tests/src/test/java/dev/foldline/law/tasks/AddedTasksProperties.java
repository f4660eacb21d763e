package dev.foldline.law.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.arbitrary.WorkflowShapes;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.event.AgentEvent.ModelSwitched;
import dev.foldline.core.event.InputEvent.ItemsAdded;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.AddedItems;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.law.Occurrences;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.ExternalActors;
import dev.foldline.testkit.simulation.FaultRates;
import dev.foldline.testkit.simulation.RandomActors;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.Simulation;
import dev.foldline.testkit.simulation.SimulationResult;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tasks that are added at any moment of a workflow, in any world and wherever the driver dies. */
class AddedTasksProperties {
    private static final int ADDITIONS_MAX = 3;

    /** Users who add tasks, next to other users. */
    private record TaskAddingActors(ExternalActors others, SeededRandom luck)
            implements ExternalActors {
        @Override
        public Option<Command> comesBy(PipelineState state) {
            int number =
                    state.items().list(Tasks.TASKS).count(item -> item.id().startsWith("more"));
            return number < ADDITIONS_MAX
                            && luck.fork(
                                            "adds",
                                            state.header().lastInput(),
                                            state.effectKey().spot())
                                    .chance(12)
                    ? Option.of(addition(state, "more-" + number))
                    : others.comesBy(state);
        }

        private static Command addition(PipelineState state, String id) {
            var task = new Item(id, id, Vector.empty(), Item.TODO, Option.of("branch-of-" + id));
            return new Command.AddItems(
                    new AddedItems(
                            LinkedHashMap.of(
                                    Tasks.TASKS,
                                    Vector.of(task),
                                    Tasks.MERGES,
                                    Vector.of(task),
                                    Tasks.TERMINALS,
                                    Vector.of(
                                            Tasks.terminal(
                                                    id,
                                                    "developer",
                                                    "developer",
                                                    Vector.of("agent")))),
                            LinkedHashMap.of(Tasks.DEFINITION, "definition-with-" + id),
                            state.ledger().artifacts().filterKeys(Tasks.DEFINITION::equals)));
        }

        @Override
        public Option<Command> answers(PipelineState state, Wait wait, int refused) {
            return others.answers(state, wait, refused);
        }
    }

    private static SimulationResult run(RandomChoices choices) {
        var luck = choices.source();
        var branching = new Policy.Branching.OwnTree("foldline/flow", "base", Option.of("main"));
        var simulation =
                Simulation.of(
                                WorkflowShapes.start(
                                        Tasks.workflow(Policy.DEFAULT.withBranching(branching)),
                                        luck.fork("begun")))
                        .seed(choices.seed())
                        .mood(luck.fork("mood").pick(FaultRates.CALM, FaultRates.RANDOM))
                        .visitors(
                                new TaskAddingActors(
                                        new RandomActors(luck.fork("visitors"), 2, 60),
                                        luck.fork("additions")));
        for (int crash = luck.fork("crashes").below(4); crash > 0; crash--)
            simulation =
                    simulation.crashAt(
                            luck.fork("when", crash).pick(CrashPoint.Moment.values()),
                            luck.fork("nth", crash).between(1, 40));
        return simulation.run();
    }

    @Property
    void S1_19_added_terminals_are_resolved_once_and_before_their_task_starts(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var switched = Vector.<String>empty();
        boolean late = false;
        for (var moment : run(luck).moments()) {
            if (moment.after() == moment.before()) continue;
            if (moment.event() instanceof ModelSwitched made)
                switched = switched.append(made.terminal());
            if (moment.event() instanceof ItemsAdded)
                late = late || moment.before().items().children().nonEmpty();
            if (moment.event() instanceof EffectStarted(_, SpawnChild spawned))
                assertThat(
                                Tasks.terminals(moment.before(), spawned.item().id())
                                        .map(each -> Tasks.terminalId(spawned.item().id(), each))
                                        .removeAll(switched))
                        .as("before the task begins")
                        .isEmpty();
            assertThat(
                            moment.after()
                                    .items()
                                    .list(Tasks.TERMINALS)
                                    .map(Item::id)
                                    .take(switched.size()))
                    .as("once each, in order")
                    .isEqualTo(switched);
        }
        Occurrences.require("tasks are added beside running ones", late, 5);
    }

    @Property
    void a_completed_workflow_has_merged_added_tasks_too_and_last(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var result = run(luck);
        var end = result.moments().getLast().after();
        var tasks = end.items().list(Tasks.TASKS).map(Item::id);
        var added =
                Vector.ofAll(result.moments())
                        .filter(each -> each.after() != each.before())
                        .flatMap(
                                each ->
                                        each.event() instanceof ItemsAdded event
                                                ? event.added().list(Tasks.TASKS).map(Item::id)
                                                : Vector.<String>empty());
        assertThat(tasks)
                .as("none is lost, each comes last")
                .endsWith(added.toJavaArray(String[]::new));
        boolean completed =
                end.lifecycle() instanceof Lifecycle.Ended(var outcome)
                        && outcome instanceof Outcome.Completed;
        if (completed) assertThat(end.items().done(Tasks.MERGES)).isEqualTo(tasks);
        Occurrences.require("added tasks are merged", completed && added.nonEmpty(), 5);
    }
}
