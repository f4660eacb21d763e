package dev.foldline.arbitrary;

import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.sim.CrashPoint.Moment;
import dev.foldline.effects.sim.Luck;
import dev.foldline.effects.sim.Mood;
import dev.foldline.effects.sim.Mood.Trouble;
import dev.foldline.effects.sim.Passersby;
import dev.foldline.effects.sim.Simulation;
import io.vavr.collection.LinkedHashMap;

/**
 * Two walks of the same seed, one with crashes: in worlds where a crash is the only difference. Caps are far, deeds take
 * no time, and nothing goes wrong that would go wrong otherwise the second time.
 */
public final class CrashedWalk {
    private CrashedWalk() {}

    private static final int WAYS_BACK_MAX = 300;

    public static Walk calm(long seed) { return calm(seed, Walk.mood(Luck.of(seed).fork("mood")).with(Trouble.FILES_FAIL, 0).with(Trouble.CHECK_REWRITES, 0)); }

    /** The calm one in a world where files fail and checks rewrite the tree as well. */
    public static Walk inAnyMood(long seed) { return calm(seed, Walk.mood(Luck.of(seed).fork("mood"))); }

    private static Walk calm(long seed, Mood mood) {
        var luck = Luck.of(seed);
        var workflow = uncapped(Walk.workflow(luck.fork("workflow")));
        return new Walk(seed, workflow, mood, Simulation.of(Shapes.begun(workflow, luck.fork("begun"))).seed(seed).mood(mood).timeless()
                .visitors(new Passersby(luck.fork("visitors"), unasked(seed), luck.fork("visits").between(0, 30))));
    }

    /** Whether nobody comes unasked, so that a crash cannot change what is heard. */
    public static boolean isQuiet(long seed) { return unasked(seed) == 0; }

    private static int unasked(long seed) {
        var luck = Luck.of(seed).fork("unasked");
        return luck.chance(60) ? 0 : luck.between(5, 60);
    }

    public static Walk crashed(long seed) {
        var walk = calm(seed);
        var luck = Luck.of(seed).fork("crashes");
        Simulation simulation = walk.simulation();
        for (int i = luck.between(1, 6); i > 0; i--) {
            var moment = luck.pick(Moment.values());
            boolean ofDeeds = moment == Moment.IN_DEED || moment == Moment.AFTER_DEED;
            simulation = simulation.crashAt(moment, luck.chance(70) ? luck.between(1, ofDeeds ? 12 : 40) : luck.between(1, 200));
        }
        return new Walk(seed, walk.workflow(), walk.mood(), simulation);
    }

    private static Workflow uncapped(Workflow workflow) {
        var limits = workflow.policy().limits().withWaysBackMax(WAYS_BACK_MAX).withIdenticalMax(3_000);
        return workflow.with(workflow.policy().withLimits(limits).withBudget(Budget.UNLIMITED).withPhases(LinkedHashMap.empty()));
    }

}
