package dev.foldline.effects.sim;

import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.driver.Departure;
import dev.foldline.effects.driver.Driver;
import dev.foldline.effects.sim.play.AgentPlay;
import dev.foldline.effects.sim.play.Answers;
import dev.foldline.effects.sim.play.CheckPlay;
import dev.foldline.effects.sim.play.GatePlay;
import dev.foldline.effects.sim.play.Precedents;
import io.vavr.collection.Vector;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of a workflow in a world that is not there. A value: each word gives a new simulation, and the same simulation
 * runs the same way every time.
 *
 * <pre>
 *   var run = Simulation.of(workflow).agent("developer", edits("hello.txt", "hi")).check("checks", passes()).run();
 * </pre>
 *
 * Agents and checks without a script follow the mood, {@link Mood#CALM} by default; gates without one stay open, which
 * parks the run. A role without agents gets one of its own name.
 */
public final class Simulation {

    private record Setting(RunStarted first, long seed, Mood mood, Script script, List<CrashPoint> crashes,
            Vector<Visitors> visitors, boolean timeless) {

        Setting with(Script other) { return new Setting(first, seed, mood, other, crashes, visitors, timeless); }
    }

    private static final int MOMENTS_MAX = 400_000;

    private final Setting setting;

    private Simulation(Setting setting) { this.setting = setting; }

    public static Simulation of(Workflow workflow) {
        return of(new RunStarted("", workflow, "task", Pipeline.RULES_VERSION, SimulatedWorld.DAWN));
    }

    /** A run that begins as this one did: its workflow, what it was given, and how far it was to go. */
    public static Simulation of(RunStarted begun) {
        var first = new RunStarted("", begun.workflow().with(staffed(begun.workflow())), "task", Pipeline.RULES_VERSION, SimulatedWorld.DAWN,
                begun.given(), begun.until(), begun.parent());
        return new Simulation(new Setting(first, 1, Mood.CALM, Script.EMPTY, List.of(), Vector.empty(), false));
    }

    /** Where all chance comes from. */
    public Simulation seed(long seed) {
        return new Simulation(new Setting(setting.first, seed, setting.mood, setting.script, setting.crashes,
                setting.visitors, setting.timeless));
    }

    /** What the world is like where no script says it. */
    public Simulation mood(Mood mood) {
        return new Simulation(new Setting(setting.first, setting.seed, mood, setting.script, setting.crashes,
                setting.visitors, setting.timeless));
    }

    /** What the agents of a role do, call by call; the last play repeats. A call that a crash lost does not count. */
    public Simulation agent(String role, AgentPlay... plays) {
        return new Simulation(setting.with(setting.script.withAgent(role, List.of(plays))));
    }

    /** How a named check turns out, time by time; the last play repeats. */
    public Simulation check(String name, CheckPlay... plays) {
        return new Simulation(setting.with(setting.script.withCheck(name, List.of(plays))));
    }

    /** What a person answers when a phase's gate opens, time by time; the last play repeats. */
    public Simulation gate(String phase, GatePlay... plays) {
        return new Simulation(setting.with(setting.script.withGate(phase, List.of(plays))));
    }

    /** What happened before happens again, wherever the run comes to the same place; scripts and the mood say the rest. */
    public Simulation happened(Precedents before) { return new Simulation(setting.with(setting.script.with(before))); }

    /** The driver's process dies there, and another takes the run up. */
    public Simulation crashAt(CrashPoint.Moment moment, int nth) {
        var points = new ArrayList<>(setting.crashes);
        points.add(new CrashPoint(moment, nth));
        return new Simulation(new Setting(setting.first, setting.seed, setting.mood, setting.script, List.copyOf(points),
                setting.visitors, setting.timeless));
    }

    /** Somebody else sends commands, too. */
    public Simulation visitors(Visitors visitors) {
        return new Simulation(new Setting(setting.first, setting.seed, setting.mood, setting.script, setting.crashes,
                setting.visitors.append(visitors), setting.timeless));
    }

    /** Deeds take no time. Then a crash cannot change which limits have ended. */
    public Simulation timeless() {
        return new Simulation(new Setting(setting.first, setting.seed, setting.mood, setting.script, setting.crashes,
                setting.visitors, true));
    }

    /**
     * Runs until the run ends, or waits for somebody who does not come.
     *
     * @throws PipelineBug if the pipeline breaks its own promises, such as its bound on effects
     */
    public Run run() { return new Course(setting).run(); }

    private static Policy staffed(Workflow workflow) {
        var called = workflow.phases().flatMap(phase -> phase.steps()).flatMap(step -> switch (step) {
            case Step.Agent(var role)     -> Vector.of(role);
            case Step.Prompt(var role, _) -> Vector.of(role);
            case Step.Clean _, Step.Collect _, Step.Check _, Step.Git _, Step.External _, Step.Children _, Step.Switch _ -> Vector.<String>empty();
        }).appendAll(workflow.policy().recovering().fixer());
        return called.foldLeft(workflow.policy(), (policy, role) -> policy.chain(role).isEmpty()
                ? policy.withRoles(policy.roles().put(role, Vector.of(role))) : policy);
    }

    /** One run of a simulation, from its first driver to its last. */
    private static final class Course {
        private final Crashes crashes;
        private final Answers answers = new Answers();
        private final FakeRepository repository = new FakeRepository();
        private final SimulatedJournal journal;
        private final SimulatedWorld world;
        private final List<Moment> moments = new ArrayList<>();
        private PipelineState state;

        Course(Setting setting) {
            this.crashes = new Crashes(setting.crashes);
            this.journal = new SimulatedJournal(crashes, answers);
            var luck = Luck.of(setting.seed);
            var begun = setting.first;
            var first = new RunStarted(Luck.hash("r", setting.seed), begun.workflow(), begun.task(), begun.rules(), begun.at(), begun.given(), begun.until(), begun.parent());
            this.world = new SimulatedWorld(new Circumstances(luck, setting.mood, setting.script, answers), repository,
                    Visitors.all(setting.visitors.prepend(new ScriptedPeople(setting.script, answers))), crashes, setting.timeless);
            this.state = PipelineState.of(first);
            journal.events().add(first);
        }

        Run run() {
            while (true) {
                try {
                    var departure = new Driver(world, journal, world::stays, this::folded).run(state);
                    return new Run(departure, List.copyOf(journal.events()), List.copyOf(moments), repository, crashes.happened(), crashes.witness());
                } catch (CrashPoint.Crash died) {
                    world.died();
                    caughtUp(journal.replayed());
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                    throw new PipelineBug("a simulation waits for nothing real", stopped);
                }
            }
        }

        private void folded(Decision decision, Event event, PipelineState after) {
            if (moments.size() >= MOMENTS_MAX) throw new PipelineBug("more than " + MOMENTS_MAX + " events at " + after.cursor());
            moments.add(new Moment(moments.size() + 1, state, decision, event, after));
            state = after;
            world.shows(after, event);
        }

        /** The last event was on disk, and its driver died before it could say so. */
        private void caughtUp(PipelineState replayed) {
            if (journal.events().size() == moments.size() + 2)
                folded(Pipeline.decide(state), journal.events().getLast(), replayed);
            state = replayed;
        }
    }
}
