package dev.foldline.arbitrary;

import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.sim.CrashPoint;
import dev.foldline.effects.sim.Luck;
import dev.foldline.effects.sim.Mood;
import dev.foldline.effects.sim.Mood.Trouble;
import dev.foldline.effects.sim.Passersby;
import dev.foldline.effects.sim.Simulation;
import java.util.function.LongFunction;

/** A legal walk through a workflow, all of it from one seed. */
public record Walk(long seed, Workflow workflow, Mood mood, Simulation simulation) {

    /** Any workflow, any mood, commands in flight or not, no crash. */
    public static Walk of(long seed) { return in(mood(Luck.of(seed).fork("mood")), seed); }

    /** The same, in worlds where one of these troubles always strikes, alone or among others. */
    public static LongFunction<Walk> where(Trouble... troubles) {
        return seed -> {
            var luck = Luck.of(seed).fork("where");
            var trouble = luck.pick(troubles);
            return in(luck.pick(Mood.CALM, Mood.CALM, Mood.RANDOM).named("always " + trouble).with(trouble, 100), seed);
        };
    }

    /** Runs that count as stuck after a few identical effects, in worlds where something is tried again for ever. */
    public static Walk repeating(long seed) {
        var luck = Luck.of(seed).fork("repeating");
        var workflow = workflow(Luck.of(seed).fork("workflow"));
        var limits = workflow.policy().limits().withIdenticalMax(luck.between(2, 4)).withWaysBackMax(luck.between(20, 60));
        var trouble = luck.pick(Trouble.AGENT_FAILS, Trouble.AGENT_LIMITED, Trouble.OUTPUT_REFUSED, Trouble.OTHER_LABEL, Trouble.CHECK_FAILS, Trouble.COMMIT_REJECTED);
        return in(Mood.CALM.named("always " + trouble).with(trouble, 100), workflow.with(workflow.policy().withLimits(limits)), seed);
    }

    /** Runs that somebody aborts, sooner or later, and that nobody else comes to; some crash on the way. */
    public static Walk aborted(long seed) {
        var walk = of(seed);
        var luck = Luck.of(seed).fork("aborted");
        var simulation = Simulation.of(Shapes.begun(walk.workflow, luck.fork("begun"))).seed(seed).mood(walk.mood).visitors(new Aborting(luck.between(0, 60)));
        return new Walk(seed, walk.workflow, walk.mood, luck.chance(50) ? simulation
                : simulation.crashAt(luck.pick(CrashPoint.Moment.values()), luck.between(1, 40)));
    }

    private static Walk in(Mood world, long seed) { return in(world, workflow(Luck.of(seed).fork("workflow")), seed); }

    private static Walk in(Mood world, Workflow workflow, long seed) {
        var luck = Luck.of(seed);
        var mood = world.with(Trouble.AGENT_MEDDLES, luck.fork("meddling").pick(0, 10, 60));
        var visited = luck.fork("visitors");
        var simulation = Simulation.of(Shapes.begun(workflow, luck.fork("begun"))).seed(seed).mood(mood)
                .visitors(new Passersby(visited, visited.chance(40) ? 0 : visited.between(1, 60), visited.between(0, 40)));
        return new Walk(seed, workflow, mood, simulation);
    }

    /** The same, with up to six crashes. */
    public static Walk withCrashes(long seed) {
        var walk = of(seed);
        var luck = Luck.of(seed).fork("crashes");
        var simulation = walk.simulation;
        for (int i = luck.between(1, 6); i > 0; i--) {
            simulation = simulation.crashAt(luck.pick(CrashPoint.Moment.values()), luck.chance(70) ? luck.between(1, 40) : luck.between(1, 300));
        }
        return new Walk(seed, walk.workflow, walk.mood, simulation);
    }

    /** Runs with gates, to which people speak in random words; half in a calm world, half with crashes. */
    public static Walk worded(long seed) {
        var luck = Luck.of(seed).fork("worded");
        var workflow = luck.chance(60) ? ArbitraryFeature.of(luck.fork("feature")) : workflow(luck.fork("workflow"));
        var mood = luck.chance(50) ? Mood.CALM : Mood.CALM.named("now and then").with(Trouble.AGENT_FAILS, 12).with(Trouble.OUTPUT_REFUSED, 12);
        var simulation = Simulation.of(Shapes.begun(workflow, luck.fork("begun"))).seed(seed).mood(mood).visitors(Words.of(luck.fork("word"))).visitors(new Passersby(luck.fork("others"), 0, 60));
        for (int i = luck.chance(50) ? 0 : luck.between(1, 4); i > 0; i--)
            simulation = simulation.crashAt(luck.pick(CrashPoint.Moment.values()), luck.between(1, 60));
        return new Walk(seed, workflow, mood, simulation);
    }

    /** Half with crashes; a quarter in words. */
    public static Walk any(long seed) { return Luck.of(seed).fork("said").chance(25) ? worded(seed) : visited(seed); }

    private static Walk visited(long seed) { return Luck.of(seed).fork("any").chance(50) ? of(seed) : withCrashes(seed); }

    /** Half arbitrary, the rest ralph, feature and the shapes of systems to come. */
    public static Workflow workflow(Luck luck) {
        return switch (luck.below(20)) {
            case 0, 1, 2, 3, 4 -> ArbitraryRalph.of(luck.fork("ralph"));
            case 5, 6          -> ArbitraryFeature.of(luck.fork("feature"));
            case 7, 8          -> Shapes.of(luck.fork("shape"));
            default            -> ArbitraryWorkflows.of(luck.fork("arbitrary"));
        };
    }

    /** Troubled worlds more often than quiet ones. */
    public static Mood mood(Luck luck) {
        return switch (luck.below(10)) {
            case 0, 1 -> Mood.CALM;
            case 2, 3, 4 -> Mood.RANDOM;
            case 5, 6 -> Mood.ROUGH;
            default -> luck.pick(Mood.WORST);
        };
    }
}
