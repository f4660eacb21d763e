package dev.foldline.law.tasks;

import static dev.foldline.scenario.EffectSelector.preparingMerge;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.projection.runtime.TaskProjection;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.ParentRun;
import dev.foldline.core.state.WatchedBranches.Seen;
import dev.foldline.core.state.WatchedBranches.Sighting;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.scenario.ScenarioRun;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.FaultRates;
import dev.foldline.testkit.simulation.RandomActors;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.Simulation;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A workflow of tasks in which everything is luck: its tasks are runs that are simulated, with
 * their crashes and those who come by.
 */
final class RandomTaskWorkflow {
    static final Policy POLICY =
            Policy.DEFAULT.withBranching(
                    new Policy.Branching.OwnTree("foldline/flow", "base", Option.of("main")));

    private static final int BEATS = 400;
    private static final Vector<String> TERMINALS = Vector.of("developer", "fixer", "reviewer");

    private final SeededRandom luck;
    private final ScenarioRun parent;
    private final Map<Long, Deque<Command>> words = new TreeMap<>();
    private final List<Command> told = new ArrayList<>();

    private RandomTaskWorkflow(SeededRandom luck) {
        this.luck = luck;
        this.parent = ScenarioRun.walk(created(luck.fork("tasks")));
        if (luck.fork("conflict").chance(30))
            parent.but(preparingMerge().on(1).fails(Fault.Kind.CONFLICT));
    }

    /** One that nobody has called ready. */
    static RandomTaskWorkflow of(RandomChoices luck) {
        return new RandomTaskWorkflow(luck.source().fork("family"));
    }

    private static RunStarted created(SeededRandom luck) {
        var tasks =
                Vector.range(0, luck.below(4))
                        .map(
                                i ->
                                        new Item(
                                                "t" + i,
                                                "Task " + i,
                                                Vector.empty(),
                                                Item.TODO,
                                                Option.of("foldline/t" + i)));
        var terminals =
                tasks.flatMap(
                        task ->
                                terminals(luck, task.id())
                                        .map(
                                                id ->
                                                        Tasks.terminal(
                                                                task.id(),
                                                                id,
                                                                id,
                                                                Vector.of("agent"))));
        return new RunStarted(
                        "r-parent",
                        Tasks.workflow(POLICY),
                        "task",
                        Pipeline.RULES_VERSION,
                        Instant.EPOCH)
                .knowing(
                        Option.of(
                                new InitialState(
                                        LinkedHashMap.of(Tasks.DEFINITION, "blob"),
                                        Vector.empty(),
                                        Option.of(Tasks.created(tasks, terminals)))));
    }

    private static Vector<String> terminals(SeededRandom luck, String task) {
        return TERMINALS.take(luck.fork("terminals", task).below(4));
    }

    SeededRandom random() {
        return luck;
    }

    PipelineState state() {
        return parent.state();
    }

    /**
     * The log of a whole life, or of most of it: what the parent does, its children tell, and
     * people ask, in any order.
     */
    Vector<Event> life() {
        submit(call(Tasks.READY), call(Tasks.START));
        for (int beat = 0; beat < BEATS; beat++) {
            var fate = luck.fork("beat", beat);
            if (fate.chance(3)) submit(somebody(fate.fork("who")));
            else if (fate.chance(40) || parent.isOver()) speaks(fate.fork("child"));
            else steps(fate.fork("step"));
        }
        return parent.log();
    }

    /** Started, with all its children, of which nothing was heard. */
    RandomTaskWorkflow start() {
        submit(call(Tasks.READY), call(Tasks.START));
        parent.toEnd();
        return this;
    }

    /** Started, and about to start its first child. */
    RandomTaskWorkflow starting() {
        submit(call(Tasks.READY), call(Tasks.START));
        while (!isSpawning() && !parent.isOver()) parent.step();
        return this;
    }

    boolean isSpawning() {
        return parent.next().effect() instanceof SpawnChild
                || parent.state().slots().inFlight().running().exists(SpawnChild.class::isInstance);
    }

    /** One step; the start of a child may be all that is heard of it for a while. */
    void steps(SeededRandom fate) {
        if (parent.next().effect() instanceof SpawnChild spawn && fate.chance(50))
            parent.submit(new EffectStarted(parent.state().header().ticket(), spawn));
        else parent.step();
    }

    /** One of the children that run tells its next word; now and then an old one comes again. */
    void speaks(SeededRandom fate) {
        if (!told.isEmpty() && fate.fork("again").chance(25)) submit(fate.pick(told));
        var speakers = running().filter(ticket -> !words(ticket).isEmpty());
        if (speakers.isEmpty()) return;
        var word = words(fate.pick(speakers.asJava())).removeFirst();
        told.add(word);
        submit(word);
    }

    boolean isSilent() {
        return running().forAll(ticket -> words(ticket).isEmpty());
    }

    /** All that the children of this state tell, one child after the other. */
    void speakInOrder() {
        for (var ticket : running()) words(ticket).forEach(this::submit);
    }

    /** What is legal now is heard; the rest is refused. */
    void submit(Command... commands) {
        for (var command : commands)
            Pipeline.admit(parent.state(), command).forEach((Consumer<Event>) parent::submit);
    }

    private Vector<Long> running() {
        return parent.state()
                .items()
                .list(Tasks.TASKS)
                .flatMap(
                        item ->
                                item.status() instanceof Item.Running(var ticket)
                                        ? Option.of(ticket)
                                        : Option.<Long>none());
    }

    private Deque<Command> words(long ticket) {
        return words.computeIfAbsent(
                ticket,
                _ ->
                        new ArrayDeque<>(
                                words(
                                                parent.state()
                                                        .items()
                                                        .list(Tasks.TASKS)
                                                        .find(
                                                                item ->
                                                                        item.status()
                                                                                .equals(
                                                                                        new Item
                                                                                                .Running(
                                                                                                ticket)))
                                                        .get()
                                                        .id(),
                                                ticket)
                                        .asJava()));
    }

    private Vector<Command> words(String task, long ticket) {
        var fate = luck.fork("child", ticket);
        var run =
                simulation(
                                new ParentRun("r-parent", Tasks.TASKS, task, ticket),
                                terminals(luck.fork("tasks"), task),
                                fate)
                        .run();
        var reports =
                Vector.ofAll(run.moments())
                        .filter(
                                moment ->
                                        !TaskProjection.report(moment.after())
                                                .standsAs(TaskProjection.report(moment.before())))
                        .<Command>map(moment -> report(task, ticket, moment));
        return run.outcome()
                .map(
                        outcome ->
                                reports.append(
                                        new Command.ReportChildEnd(
                                                Tasks.TASKS,
                                                task,
                                                ticket,
                                                outcome instanceof Outcome.Completed,
                                                "because")))
                .orElse(reports);
    }

    private static Command report(String task, long ticket, SimulationStep moment) {
        return new Command.ReportChild(
                Tasks.TASKS,
                task,
                ticket,
                "child-" + task,
                moment.number() + 1L,
                TaskProjection.report(moment.after()));
    }

    private static Simulation simulation(
            ParentRun parent, Vector<String> terminals, SeededRandom fate) {
        var policy =
                POLICY.withRoles(
                        LinkedHashMap.ofEntries(
                                terminals.map(id -> Tuple.of(id, Vector.of(id + "-agent")))));
        var started =
                new RunStarted(
                                "",
                                Task.workflow(
                                        terminals.map(id -> new Task.Terminal(id, id)), policy),
                                "task",
                                Pipeline.RULES_VERSION,
                                Instant.EPOCH)
                        .childOf(parent);
        var visited =
                Simulation.of(started)
                        .seed(fate.next())
                        .mood(fate.pick(FaultRates.CALM, FaultRates.RANDOM, FaultRates.ROUGH))
                        .visitors(new RandomActors(fate.fork("visitors"), 4, 20));
        return fate.chance(50)
                ? visited
                : visited.crashAt(fate.pick(CrashPoint.Moment.values()), fate.between(1, 30));
    }

    private static Command call(String what) {
        return new Command.Call(
                "", CallKind.SUBMIT, "", LinkedHashMap.of(Tasks.CALL, what), Instant.EPOCH);
    }

    /** One of a few commits, for this workflow, for another, or for none. */
    private static Command commit(SeededRandom fate) {
        var hash = "c" + fate.below(4);
        var message =
                fate.fork("whose")
                        .pick(
                                "By hand",
                                CommitMetadata.of(
                                                new TerminalAgent("r-parent", "t0", "developer"),
                                                "completed")
                                        .print(),
                                CommitMetadata.of(
                                                new TerminalAgent("r-other", "t0", "developer"),
                                                "completed")
                                        .print());
        return new Command.SeeCommits(
                new Sighting(
                        LinkedHashMap.of("foldline/t0", hash),
                        Vector.empty(),
                        Vector.empty(),
                        Vector.of(new Seen(hash, "foldline/t0", message))));
    }

    private static Command somebody(SeededRandom fate) {
        if (fate.fork("commits").chance(30)) return commit(fate.fork("commit"));
        return fate.chance(8)
                ? new Command.Abort("enough")
                : fate.pick(
                        new Command.Pause(Urgency.NOW),
                        new Command.Pause(Urgency.WHEN_DONE),
                        new Command.Resume(),
                        new Command.Resume(),
                        new Command.RetryHalted(),
                        new Command.RetryHalted());
    }
}
