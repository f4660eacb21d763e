package dev.foldline.arbitrary;

import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Guard.OnChange;
import dev.foldline.core.workflow.Guard.Witness;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.FaultRates;
import dev.foldline.testkit.simulation.FaultRates.Trouble;
import dev.foldline.testkit.simulation.RandomActors;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.Simulation;
import dev.foldline.testkit.simulation.WorldScript;

import io.vavr.Tuple2;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.LongFunction;

/**
 * A legal walk through a workflow in an environment.
 *
 * @param seed gives the content of files, and everything that happens as long as there is no script
 * @param mood the fault rates as long as there is no script
 * @param script everything that happens
 */
public record Walk(
        long seed,
        Workflow workflow,
        FaultRates mood,
        Simulation simulation,
        Option<WorldScript> script)
        implements ReportableSample {

    public Walk(long seed, Workflow workflow, FaultRates mood, Simulation simulation) {
        this(seed, workflow, mood, simulation, Option.none());
    }

    @Override
    public Vector<String> lines() {
        return WalkText.lines(this);
    }

    @Override
    public String toString() {
        return WalkText.size(this);
    }

    /** Returns the same walk with a script of what happens in it, and nothing else. */
    public Walk scripted() {
        return with(simulation.recorded());
    }

    /**
     * Runs of workflows that are still to be guarded: what some roles write judges the change, and
     * what others write tests it.
     */
    public static Walk guarded(long seed) {
        var luck = SeededRandom.of(seed).fork("guarded");
        var shape = SeededRandom.of(seed).fork("workflow");
        var workflow =
                luck.fork("deliveries").chance(50)
                        ? ArbitraryDeliveries.of(shape)
                        : ArbitraryDeliveries.separate(workflow(shape));
        var written = workflow.policy().roles().keySet().toVector().map(Walk::writtenBy);
        var guard =
                new Guard(
                        written.filter(path -> luck.fork(path, "judges").chance(40)),
                        written.filter(path -> luck.fork(path, "tests").chance(40)),
                        luck.pick(OnChange.GATE, OnChange.GATE, OnChange.REFUSE, OnChange.REPORT),
                        luck.fork("files").pick(1, 100),
                        2_000,
                        luck.pick(Witness.values()),
                        new CleanCheckout(Vector.empty(), Vector.empty()));
        var policy =
                luck.fork("rerun").chance(60)
                        ? workflow.policy().withChecks(named(workflow.policy()))
                        : workflow.policy();
        return in(workflow.with(policy.withGuard(Option.of(guard))), seed);
    }

    /** Commands that run once more if they fail. */
    private static Map<String, Vector<CommandLine>> named(Policy policy) {
        return policy.checks()
                .mapValues(
                        commands ->
                                commands.map(
                                        each ->
                                                new CommandLine.Check(
                                                        each.text(), each, CheckForm.PLAIN)));
    }

    private static String writtenBy(String role) {
        return "work/" + role + ".txt";
    }

    /** Returns a walk of the same workflow, in which this happens. */
    public Walk with(WorldScript happens) {
        return new Walk(seed, workflow, mood, simulation.world(happens), Option.of(happens));
    }

    /** Returns a walk of another workflow, in which the same happens. */
    public Walk with(Workflow other) {
        return new Walk(seed, other, mood, simulation.workflow(other), script);
    }

    /** Returns the same walk without crashes. */
    public Walk undisturbed() {
        return new Walk(
                seed,
                workflow,
                mood,
                simulation.withoutCrashes(),
                script.map(each -> each.withCrashes(Vector.empty())));
    }

    /** Returns whether it starts at a position within its workflow, which cannot be simplified. */
    boolean isGiven() {
        return simulation.started().given().isDefined();
    }

    /** Any workflow, any mood, commands in flight or not, no crash. */
    public static Walk of(long seed) {
        return in(mood(SeededRandom.of(seed).fork("mood")), seed);
    }

    /** The same, in worlds where one of these troubles always strikes, alone or among others. */
    public static LongFunction<Walk> where(Trouble... troubles) {
        return seed -> {
            var luck = SeededRandom.of(seed).fork("where");
            var trouble = luck.pick(troubles);
            return in(
                    luck.pick(FaultRates.CALM, FaultRates.CALM, FaultRates.RANDOM)
                            .named("always " + trouble)
                            .with(trouble, 100),
                    seed);
        };
    }

    /**
     * Runs in which one failure always occurs in the same way, alone or among others that also come
     * in the same way.
     */
    public static Walk failingAlike(long seed) {
        var luck = SeededRandom.of(seed).fork("alike");
        var mood = luck.chance(70) ? luck.pick(FaultRates.WORST) : mood(luck.fork("mood"));
        return in(mood.failingAlike(), seed);
    }

    /** Runs whose agents often ask, or do nothing, with crashes or without. */
    public static Walk asking(long seed) {
        var luck = SeededRandom.of(seed).fork("asking");
        var mood =
                luck.pick(FaultRates.CALM, FaultRates.CALM, FaultRates.RANDOM)
                        .named("agents ask")
                        .with(Trouble.AGENT_ASKS, luck.pick(20, 50, 90))
                        .with(Trouble.AGENT_IDLE, luck.pick(0, 50, 100))
                        .with(Trouble.OTHER_LABEL, luck.pick(0, 50));
        return in(mood, seed);
    }

    /** Runs of a task, in any mood; users declare its terminals done. */
    public static Walk ofTask(long seed) {
        return in(WorkflowShapes.task(SeededRandom.of(seed).fork("task")), seed);
    }

    /**
     * Runs that count as stuck after a few identical effects, in worlds where something is tried
     * again for ever.
     */
    public static Walk repeating(long seed) {
        var luck = SeededRandom.of(seed).fork("repeating");
        var workflow = workflow(SeededRandom.of(seed).fork("workflow"));
        var limits =
                workflow.policy()
                        .limits()
                        .withIdenticalMax(luck.between(2, 4))
                        .withRewindsMax(luck.between(20, 60));
        var trouble =
                luck.pick(
                        Trouble.AGENT_FAILS,
                        Trouble.AGENT_LIMITED,
                        Trouble.OUTPUT_REFUSED,
                        Trouble.OTHER_LABEL,
                        Trouble.CHECK_FAILS,
                        Trouble.COMMIT_REJECTED);
        return in(
                FaultRates.CALM.named("always " + trouble).with(trouble, 100),
                workflow.with(workflow.policy().withLimits(limits)),
                seed);
    }

    /**
     * Runs whose roles have three agents each, which are limited, die, forget their conversations
     * or are signed out.
     */
    public static Walk chained(long seed) {
        var luck = SeededRandom.of(seed).fork("chained");
        var workflow = workflow(SeededRandom.of(seed).fork("workflow"));
        var chains =
                workflow.policy()
                        .roles()
                        .map(
                                (role, _) ->
                                        new Tuple2<>(
                                                role,
                                                Vector.of("ada", "bob", "cyd")
                                                        .rotateLeft(luck.fork(role).below(3))));
        var limits =
                workflow.policy()
                        .limits()
                        .withRewindsMax(luck.between(40, 200))
                        .withIdenticalMax(100)
                        .withCyclesMax(luck.between(1, 4));
        var mood =
                FaultRates.CALM
                        .named("agents come and go")
                        .with(Trouble.AGENT_LIMITED, luck.pick(10, 30, 50))
                        .with(Trouble.AGENT_FAILS, luck.pick(20, 50, 70))
                        .with(Trouble.OUTPUT_REFUSED, luck.pick(0, 20))
                        .with(Trouble.GIT_FAILS, luck.pick(0, 0, 20))
                        .failingOf(
                                Kind.AGENT_FAILED,
                                Kind.AGENT_FAILED,
                                Kind.AGENT_FAILED,
                                Kind.TIMEOUT,
                                Kind.SESSION_UNKNOWN,
                                Kind.SESSION_UNKNOWN,
                                luck.pick(Kind.AGENT_FAILED, Kind.AUTHENTICATION));
        return in(
                mood, workflow.with(workflow.policy().withLimits(limits).withRoles(chains)), seed);
    }

    /**
     * Runs that somebody aborts, sooner or later, and that nobody else comes to; some crash on the
     * way.
     */
    public static Walk aborted(long seed) {
        var walk = of(seed);
        var luck = SeededRandom.of(seed).fork("aborted");
        var simulation =
                Simulation.of(WorkflowShapes.start(walk.workflow, luck.fork("begun")))
                        .seed(seed)
                        .mood(walk.mood)
                        .visitors(new AbortingActor(luck.between(0, 60)));
        return new Walk(
                seed,
                walk.workflow,
                walk.mood,
                luck.chance(50)
                        ? simulation
                        : simulation.crashAt(
                                luck.pick(CrashPoint.Moment.values()), luck.between(1, 40)));
    }

    /** Any mood and actors for this workflow. */
    static Walk in(Workflow workflow, long seed) {
        return in(mood(SeededRandom.of(seed).fork("mood")), workflow, seed);
    }

    private static Walk in(FaultRates world, long seed) {
        return in(world, workflow(SeededRandom.of(seed).fork("workflow")), seed);
    }

    private static Walk in(FaultRates world, Workflow workflow, long seed) {
        var luck = SeededRandom.of(seed);
        var mood = world.with(Trouble.AGENT_MEDDLES, luck.fork("meddling").pick(0, 10, 60));
        var visited = luck.fork("visitors");
        var simulation =
                Simulation.of(WorkflowShapes.start(workflow, luck.fork("begun")))
                        .seed(seed)
                        .mood(mood)
                        .visitors(
                                new RandomActors(
                                        visited,
                                        visited.chance(40) ? 0 : visited.between(1, 60),
                                        visited.between(0, 40)));
        return new Walk(seed, workflow, mood, simulation);
    }

    /** Runs whose children are charged to a small budget; half of them crash. */
    public static Walk spawning(long seed) {
        var luck = SeededRandom.of(seed).fork("spawning");
        var policy =
                workflow(SeededRandom.of(seed).fork("workflow"))
                        .policy()
                        .withRoles(LinkedHashMap.of("planner", Vector.of("ada", "bob")))
                        .withChecks(Policy.checking("checks", "true").checks())
                        .withRecovery(Policy.RecoveryPolicy.DEFAULT)
                        .withPhases(LinkedHashMap.empty())
                        .withBudget(
                                new Budget(
                                        Option.of((long) luck.between(1, 40)),
                                        Option.none(),
                                        Option.none(),
                                        Option.of((long) luck.between(500, 5000))));
        var ofChild =
                luck.fork("child").chance(30)
                        ? Budget.UNLIMITED
                        : Budget.UNLIMITED
                                .withAgentCallsMax(Option.of((long) luck.between(1, 3)))
                                .withTokensMax(Option.of(1000L));
        var walk =
                in(
                        mood(SeededRandom.of(seed).fork("mood")),
                        WorkflowShapes.parts(
                                policy,
                                ofChild,
                                luck.fork("until").pick(Step.Until.ALL, Step.Until.ANY)),
                        seed);
        return luck.fork("crash").chance(50)
                ? new Walk(
                        seed,
                        walk.workflow,
                        walk.mood,
                        walk.simulation.crashAt(
                                luck.pick(CrashPoint.Moment.values()), luck.between(1, 60)))
                : walk;
    }

    /** The same, with up to six crashes. */
    public static Walk withCrashes(long seed) {
        var walk = of(seed);
        var luck = SeededRandom.of(seed).fork("crashes");
        var simulation = walk.simulation;
        for (int i = luck.between(1, 6); i > 0; i--) {
            simulation =
                    simulation.crashAt(
                            luck.pick(CrashPoint.Moment.values()),
                            luck.chance(70) ? luck.between(1, 40) : luck.between(1, 300));
        }
        return new Walk(seed, walk.workflow, walk.mood, simulation);
    }

    /**
     * Runs with gates, to which people speak in random words; half in a calm world, half with
     * crashes.
     */
    public static Walk withMessages(long seed) {
        var luck = SeededRandom.of(seed).fork("worded");
        var workflow =
                luck.chance(60)
                        ? ArbitraryFeature.of(luck.fork("feature"))
                        : workflow(luck.fork("workflow"));
        var mood =
                luck.chance(50)
                        ? FaultRates.CALM
                        : FaultRates.CALM
                                .named("now and then")
                                .with(Trouble.AGENT_FAILS, 12)
                                .with(Trouble.OUTPUT_REFUSED, 12);
        var simulation =
                Simulation.of(WorkflowShapes.start(workflow, luck.fork("begun")))
                        .seed(seed)
                        .mood(mood)
                        .visitors(UserMessages.of(luck.fork("word")))
                        .visitors(new RandomActors(luck.fork("others"), 0, 60));
        for (int i = luck.chance(50) ? 0 : luck.between(1, 4); i > 0; i--)
            simulation =
                    simulation.crashAt(luck.pick(CrashPoint.Moment.values()), luck.between(1, 60));
        return new Walk(seed, workflow, mood, simulation);
    }

    /** Half with crashes; a quarter in words. */
    public static Walk any(long seed) {
        return SeededRandom.of(seed).fork("said").chance(25) ? withMessages(seed) : visited(seed);
    }

    private static Walk visited(long seed) {
        return SeededRandom.of(seed).fork("any").chance(50) ? of(seed) : withCrashes(seed);
    }

    /** Half arbitrary, the rest ralph, feature and the shapes of systems to come. */
    public static Workflow workflow(SeededRandom luck) {
        return switch (luck.below(20)) {
            case 0, 1, 2, 3, 4 -> ArbitraryRalph.of(luck.fork("ralph"));
            case 5, 6 -> ArbitraryFeature.of(luck.fork("feature"));
            case 7, 8 -> WorkflowShapes.of(luck.fork("shape"));
            default -> ArbitraryWorkflows.of(luck.fork("arbitrary"));
        };
    }

    /** Troubled worlds more often than quiet ones. */
    public static FaultRates mood(SeededRandom luck) {
        return switch (luck.below(10)) {
            case 0, 1 -> FaultRates.CALM;
            case 2, 3, 4 -> FaultRates.RANDOM;
            case 5, 6 -> FaultRates.ROUGH;
            default -> luck.pick(FaultRates.WORST);
        };
    }
}
