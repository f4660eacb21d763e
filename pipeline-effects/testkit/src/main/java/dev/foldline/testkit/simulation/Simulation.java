package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.Control;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.driver.Driver;
import dev.foldline.effects.driver.DriverExit;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.testkit.script.AgentPlay;
import dev.foldline.testkit.script.AnsweredCalls;
import dev.foldline.testkit.script.CheckPlay;
import dev.foldline.testkit.script.GatePlay;
import dev.foldline.testkit.script.Precedents;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.ArrayList;
import java.util.List;

/**
 * A run of a workflow in a simulated environment. It is an immutable value: each method returns a
 * new simulation, and the same simulation always has the same result.
 *
 * <pre>
 *   var run = Simulation.of(workflow).agent("developer", edits("hello.txt", "hi")).check("checks", passes()).run();
 * </pre>
 *
 * Agents and checks without a script follow the fault rates, {@link FaultRates#CALM} by default.
 * Gates without a script stay open, which suspends the run. A role without agents gets one of its
 * own name.
 */
public final class Simulation {

    private record Setting(
            RunStarted first,
            long seed,
            FaultRates mood,
            SimulationScript script,
            List<CrashPoint> crashes,
            Vector<ExternalActors> visitors,
            boolean timeless,
            Option<StorageFault> fault) {

        Setting with(SimulationScript other) {
            return new Setting(first, seed, mood, other, crashes, visitors, timeless, fault);
        }
    }

    private static final int MOMENTS_MAX = 400_000;

    private final Setting setting;

    private Simulation(Setting setting) {
        this.setting = setting;
    }

    public static Simulation of(Workflow workflow) {
        return of(
                new RunStarted(
                        "", workflow, "task", Pipeline.RULES_VERSION, SimulatedEnvironment.DAWN));
    }

    /**
     * Returns a simulation that starts like this run: with its workflow, its initial state, and its
     * pause.
     */
    public static Simulation of(RunStarted started) {
        var first =
                new RunStarted(
                        "",
                        started.workflow().with(staffed(started.workflow())),
                        "task",
                        Pipeline.RULES_VERSION,
                        SimulatedEnvironment.DAWN,
                        started.given(),
                        started.until(),
                        started.parent(),
                        started.definition(),
                        started.series());
        return new Simulation(
                new Setting(
                        first,
                        1,
                        FaultRates.CALM,
                        SimulationScript.EMPTY,
                        List.of(),
                        Vector.empty(),
                        false,
                        Option.none()));
    }

    /** Sets the seed of all random numbers. */
    public Simulation seed(long seed) {
        return new Simulation(
                new Setting(
                        setting.first,
                        seed,
                        setting.mood,
                        setting.script,
                        setting.crashes,
                        setting.visitors,
                        setting.timeless,
                        setting.fault));
    }

    /** Sets the fault rates where no script applies. */
    public Simulation mood(FaultRates mood) {
        return new Simulation(
                new Setting(
                        setting.first,
                        setting.seed,
                        mood,
                        setting.script,
                        setting.crashes,
                        setting.visitors,
                        setting.timeless,
                        setting.fault));
    }

    /**
     * Sets what the agents of a role do, call by call; the last play repeats. A call that a crash
     * lost does not count.
     */
    public Simulation agent(String role, AgentPlay... plays) {
        return new Simulation(setting.with(setting.script.withAgent(role, List.of(plays))));
    }

    /** Sets the results of a named check in order; the last play repeats. */
    public Simulation check(String name, CheckPlay... plays) {
        return new Simulation(setting.with(setting.script.withCheck(name, List.of(plays))));
    }

    /** Sets the user's answers when a phase's gate opens, in order; the last play repeats. */
    public Simulation gate(String phase, GatePlay... plays) {
        return new Simulation(setting.with(setting.script.withGate(phase, List.of(plays))));
    }

    /**
     * Repeats recorded outcomes wherever the run reaches the same point; scripts and fault rates
     * apply elsewhere.
     */
    public Simulation happened(Precedents before) {
        return new Simulation(setting.with(setting.script.with(before)));
    }

    /** Crashes the driver's process at this point; another driver resumes the run. */
    public Simulation crashAt(CrashPoint.Moment moment, int nth) {
        var points = new ArrayList<>(setting.crashes);
        points.add(new CrashPoint(moment, nth));
        return new Simulation(
                new Setting(
                        setting.first,
                        setting.seed,
                        setting.mood,
                        setting.script,
                        List.copyOf(points),
                        setting.visitors,
                        setting.timeless,
                        setting.fault));
    }

    /** Adds actors that send commands. */
    public Simulation visitors(ExternalActors visitors) {
        return new Simulation(
                new Setting(
                        setting.first,
                        setting.seed,
                        setting.mood,
                        setting.script,
                        setting.crashes,
                        setting.visitors.append(visitors),
                        setting.timeless,
                        setting.fault));
    }

    /** Injects this fault into the log after each crash of the driver's process. */
    public Simulation storage(StorageFault fault) {
        return new Simulation(
                new Setting(
                        setting.first,
                        setting.seed,
                        setting.mood,
                        setting.script,
                        setting.crashes,
                        setting.visitors,
                        setting.timeless,
                        Option.of(fault)));
    }

    /** Makes effects take no time, so that a crash cannot change which limits have ended. */
    public Simulation timeless() {
        return new Simulation(
                new Setting(
                        setting.first,
                        setting.seed,
                        setting.mood,
                        setting.script,
                        setting.crashes,
                        setting.visitors,
                        true,
                        setting.fault));
    }

    /**
     * Runs until the run ends, or waits for an input that never comes.
     *
     * @throws PipelineBug if the pipeline breaks its own promises, such as its bound on effects
     */
    public SimulationResult run() {
        return new Course(setting).run();
    }

    private static Policy staffed(Workflow workflow) {
        var called =
                workflow.phases()
                        .flatMap(phase -> phase.steps())
                        .flatMap(
                                step ->
                                        switch (step) {
                                            case Step.Agent(var role) -> Vector.of(role);
                                            case Step.Prompt(var role, _) -> Vector.of(role);
                                            case Step.Clean _,
                                                    Step.Collect _,
                                                    Step.Check _,
                                                    Step.Git _,
                                                    Step.WorkerRequest _,
                                                    Step.Children _,
                                                    Step.Switch _ ->
                                                    Vector.<String>empty();
                                        })
                        .appendAll(workflow.policy().recovery().fixer());
        return called.foldLeft(
                workflow.policy(),
                (policy, role) ->
                        policy.chain(role).isEmpty()
                                ? policy.withRoles(policy.roles().put(role, Vector.of(role)))
                                : policy);
    }

    /** One run of a simulation, from its first driver to its last. */
    private static final class Course {
        /** A log that is not driven waits for the user. */
        private static final Control.Wait NOBODY = new Control.Wait(Vector.empty(), Option.none());

        private final PendingCrashes crashes;
        private final AnsweredCalls answers = new AnsweredCalls();
        private final FakeRepository repository = new FakeRepository();
        private final SimulatedJournal journal;
        private final SimulatedEnvironment world;
        private final List<SimulationStep> moments = new ArrayList<>();
        private PipelineState state;

        Course(Setting setting) {
            this.crashes = new PendingCrashes(setting.crashes);
            this.journal =
                    new SimulatedJournal(
                            crashes, answers, setting.fault.map(SimulatedStorage::new));
            var luck = SeededRandom.of(setting.seed);
            var started = setting.first;
            var first =
                    new RunStarted(
                            SeededRandom.hash("r", setting.seed),
                            started.workflow(),
                            started.task(),
                            started.rules(),
                            started.at(),
                            started.given(),
                            started.until(),
                            started.parent(),
                            started.definition(),
                            started.series());
            this.world =
                    new SimulatedEnvironment(
                            new SimulationContext(
                                    luck,
                                    setting.mood,
                                    setting.script,
                                    answers,
                                    tags(started.workflow())),
                            repository,
                            ExternalActors.all(
                                    setting.visitors.prepend(
                                            new ScriptedUsers(setting.script, answers))),
                            crashes,
                            setting.timeless);
            this.state = Pipeline.start(first);
            journal.begin(first);
        }

        private static Vector<String> tags(Workflow workflow) {
            return workflow.phases()
                    .flatMap(
                            phase ->
                                    phase.entry()
                                                    instanceof
                                                    PhaseEntry.WhenTagged(var all, var none)
                                            ? all.appendAll(none)
                                            : Vector.<String>empty())
                    .distinct();
        }

        SimulationResult run() {
            while (true) {
                try {
                    var departure =
                            new Driver(world, journal, world::stays, this::folded).run(state);
                    return run(departure, Option.none());
                } catch (CrashPoint.Crash died) {
                    world.died();
                    var damage = journal.takeUp();
                    if (damage.isDefined())
                        return run(new DriverExit.Suspended(state, NOBODY), damage);
                    caughtUp(journal.replayed());
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                    throw new PipelineBug("a simulation waits for nothing real", stopped);
                }
            }
        }

        private SimulationResult run(DriverExit departure, Option<LogDamage> damage) {
            return new SimulationResult(
                    departure,
                    List.copyOf(journal.events()),
                    List.copyOf(moments),
                    repository,
                    crashes.happened(),
                    crashes.witness(new SimulationResult.Storage(damage, journal.spoiled())));
        }

        private void folded(Decision decision, Event event, PipelineState after) {
            if (moments.size() >= MOMENTS_MAX)
                throw new PipelineBug("more than " + MOMENTS_MAX + " events at " + after.cursor());
            moments.add(new SimulationStep(moments.size() + 1, state, decision, event, after));
            state = after;
            world.shows(after, event);
        }

        /**
         * The driver died after writing the last event and before reporting it; or the storage has
         * lost events.
         */
        private void caughtUp(PipelineState replayed) {
            while (moments.size() > journal.events().size() - 1) moments.removeLast();
            if (journal.events().size() == moments.size() + 2)
                folded(Pipeline.decide(state), journal.events().getLast(), replayed);
            state = replayed;
        }
    }
}
