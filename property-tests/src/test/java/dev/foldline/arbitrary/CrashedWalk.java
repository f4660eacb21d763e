package dev.foldline.arbitrary;

import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.simulation.CrashPoint.Moment;
import dev.foldline.testkit.simulation.FaultRates;
import dev.foldline.testkit.simulation.FaultRates.Trouble;
import dev.foldline.testkit.simulation.RandomActors;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.Simulation;
import dev.foldline.testkit.simulation.StorageFault;
import dev.foldline.testkit.simulation.WorldScript.SentCommand;

import io.vavr.collection.LinkedHashMap;

/**
 * Two walks of the same seed, one with crashes: in worlds where a crash is the only difference.
 * Caps are far, deeds take no time, and nothing goes wrong that would go wrong otherwise the second
 * time.
 */
public final class CrashedWalk {
    private CrashedWalk() {}

    private static final int WAYS_BACK_MAX = 300;

    public static Walk calm(long seed) {
        return calm(
                seed,
                Walk.mood(SeededRandom.of(seed).fork("mood"))
                        .with(Trouble.FILES_FAIL, 0)
                        .with(Trouble.CHECK_REWRITES, 0));
    }

    /** The calm one in a world where files fail and checks rewrite the tree as well. */
    public static Walk inAnyMood(long seed) {
        return calm(seed, Walk.mood(SeededRandom.of(seed).fork("mood")));
    }

    private static Walk calm(long seed, FaultRates mood) {
        var luck = SeededRandom.of(seed);
        var workflow = uncapped(Walk.workflow(luck.fork("workflow")));
        return new Walk(
                seed,
                workflow,
                mood,
                Simulation.of(WorkflowShapes.start(workflow, luck.fork("begun")))
                        .seed(seed)
                        .mood(mood)
                        .timeless()
                        .visitors(
                                new RandomActors(
                                        luck.fork("visitors"),
                                        unasked(seed),
                                        luck.fork("visits").between(0, 30))));
    }

    /** Whether nobody comes unasked, so that a crash cannot change what is heard. */
    public static boolean isQuiet(Walk walk) {
        return walk.script()
                .map(script -> script.commands().forAll(SentCommand::awaited))
                .getOrElse(() -> unasked(walk.seed()) == 0);
    }

    private static int unasked(long seed) {
        var luck = SeededRandom.of(seed).fork("unasked");
        return luck.chance(60) ? 0 : luck.between(5, 60);
    }

    public static Walk crashed(long seed) {
        var walk = calm(seed);
        var luck = SeededRandom.of(seed).fork("crashes");
        Simulation simulation = walk.simulation();
        for (int i = luck.between(1, 6); i > 0; i--) {
            var moment = luck.pick(Moment.values());
            boolean ofDeeds = moment == Moment.IN_EFFECT || moment == Moment.AFTER_EFFECT;
            simulation =
                    simulation.crashAt(
                            moment,
                            luck.chance(70)
                                    ? luck.between(1, ofDeeds ? 12 : 40)
                                    : luck.between(1, 200));
        }
        return new Walk(seed, walk.workflow(), walk.mood(), simulation);
    }

    /** The driver dies once, and then this has befallen its log. */
    public static Walk stored(long seed, StorageFault fault) {
        var walk = calm(seed);
        var luck = SeededRandom.of(seed).fork("dies");
        var moment = luck.pick(Moment.values());
        boolean ofDeeds = moment == Moment.IN_EFFECT || moment == Moment.AFTER_EFFECT;
        return new Walk(
                seed,
                walk.workflow(),
                walk.mood(),
                walk.simulation()
                        .crashAt(moment, luck.between(1, ofDeeds ? 12 : 60))
                        .storage(fault));
    }

    private static Workflow uncapped(Workflow workflow) {
        var limits =
                workflow.policy().limits().withRewindsMax(WAYS_BACK_MAX).withIdenticalMax(3_000);
        return workflow.with(
                workflow.policy()
                        .withLimits(limits)
                        .withBudget(Budget.UNLIMITED)
                        .withPhases(LinkedHashMap.empty()));
    }
}
