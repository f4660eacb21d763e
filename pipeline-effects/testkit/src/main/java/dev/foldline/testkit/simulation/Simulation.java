package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.script.AgentPlay;
import dev.foldline.testkit.script.CheckPlay;
import dev.foldline.testkit.script.GatePlay;
import dev.foldline.testkit.script.Precedents;

import io.vavr.collection.Vector;

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

    private final SimulationSetting setting;

    private Simulation(SimulationSetting setting) {
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
                        started.workflow().with(withAgents(started.workflow())),
                        "task",
                        Pipeline.RULES_VERSION,
                        SimulatedEnvironment.DAWN,
                        started.given(),
                        started.until(),
                        started.parent(),
                        started.definition(),
                        started.series());
        return new Simulation(new SimulationSetting(first));
    }

    /** Sets the seed of all random numbers. */
    public Simulation seed(long seed) {
        return new Simulation(setting.with(seed));
    }

    /** Sets the fault rates where no script applies. */
    public Simulation mood(FaultRates mood) {
        return new Simulation(setting.with(mood));
    }

    /**
     * Sets what the agents of a role do, call by call; the last play repeats. A call that a crash
     * lost does not count.
     */
    public Simulation agent(String role, AgentPlay... plays) {
        return new Simulation(setting.with(setting.script().withAgent(role, List.of(plays))));
    }

    /** Sets the results of a named check in order; the last play repeats. */
    public Simulation check(String name, CheckPlay... plays) {
        return new Simulation(setting.with(setting.script().withCheck(name, List.of(plays))));
    }

    /** Sets the user's answers when a phase's gate opens, in order; the last play repeats. */
    public Simulation gate(String phase, GatePlay... plays) {
        return new Simulation(setting.with(setting.script().withGate(phase, List.of(plays))));
    }

    /**
     * Repeats recorded outcomes wherever the run reaches the same point; scripts and fault rates
     * apply elsewhere.
     */
    public Simulation happened(Precedents before) {
        return new Simulation(setting.with(setting.script().with(before)));
    }

    /** Crashes the driver's process at this point; another driver resumes the run. */
    public Simulation crashAt(CrashPoint.Moment moment, int nth) {
        return new Simulation(setting.with(new CrashPoint(moment, nth)));
    }

    /** Adds actors that send commands. */
    public Simulation visitors(ExternalActors visitors) {
        return new Simulation(setting.with(visitors));
    }

    /** Injects this fault into the log after each crash of the driver's process. */
    public Simulation storage(StorageFault fault) {
        return new Simulation(setting.with(fault));
    }

    /** Makes effects take no time, so that a crash cannot change which limits have ended. */
    public Simulation timeless() {
        return new Simulation(setting.withoutTime());
    }

    /** Sets how many events the run may have, 400,000 by default; a longer one is an error. */
    public Simulation eventsMax(int eventsMax) {
        return new Simulation(setting.withEventsMax(eventsMax));
    }

    /** Runs another workflow in the same environment. */
    public Simulation workflow(Workflow workflow) {
        var first = setting.first();
        var other =
                of(
                        new RunStarted(
                                "",
                                workflow,
                                first.task(),
                                first.rules(),
                                first.at(),
                                first.given(),
                                first.until(),
                                first.parent(),
                                first.definition(),
                                first.series()));
        return new Simulation(setting.with(other.setting.first()));
    }

    /** Returns how the run starts. */
    public RunStarted started() {
        return setting.first();
    }

    /** Removes all crashes. */
    public Simulation withoutCrashes() {
        return new Simulation(setting.withoutCrashes());
    }

    /**
     * Sets everything that happens from outside, instead of fault rates, visitors and crashes. The
     * seed still gives the content of files.
     */
    public Simulation world(WorldScript world) {
        return new Simulation(setting.with(world));
    }

    /**
     * Runs, and returns everything that happened from outside. A simulation of this script, {@link
     * #world}, has the same result. A run that breaks is recorded until then.
     */
    public WorldScript recorded() {
        var course = new SimulationCourse(setting, setting.draws(Draws.recording()));
        try {
            course.run();
        } catch (RuntimeException | StackOverflowError broken) {
            return course.script();
        }
        return course.script();
    }

    /**
     * Runs until the run ends, or waits for an input that never comes.
     *
     * @throws PipelineBug if the pipeline breaks its own promises, such as its bound on effects
     */
    public SimulationResult run() {
        return new SimulationCourse(setting, setting.draws(Draws.FREE)).run();
    }

    private static Policy withAgents(Workflow workflow) {
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
                                                    Step.Forge _,
                                                    Step.WorkerRequest _,
                                                    Step.Change _,
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
}
