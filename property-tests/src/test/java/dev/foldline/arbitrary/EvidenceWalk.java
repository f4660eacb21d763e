package dev.foldline.arbitrary;

import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.gitRelyingOn;
import static dev.foldline.core.workflow.Script.times;

import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.FaultRates;
import dev.foldline.testkit.simulation.FaultRates.Trouble;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.Simulation;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * A walk through little but work, checks and commits that rely on them: three checks, each expected
 * now to pass and now to fail, in worlds where hooks, checks and agents rewrite the tree.
 */
public final class EvidenceWalk {
    private EvidenceWalk() {}

    private static final Vector<String> CHECKS = Vector.of("checks", "proof", "style");

    /** Half of any kind, half of this. */
    public static Walk orAny(long seed) {
        return SeededRandom.of(seed).fork("relying").chance(50) ? of(seed) : Walk.any(seed);
    }

    public static Walk of(long seed) {
        var luck = SeededRandom.of(seed);
        var workflow = workflow(luck.fork("workflow"));
        var mood = mood(luck.fork("mood"));
        var simulation = Simulation.of(workflow).seed(seed).mood(mood);
        var crashes = luck.fork("crashes");
        return new Walk(
                seed,
                workflow,
                mood,
                crashes.chance(70)
                        ? simulation
                        : simulation.crashAt(
                                crashes.pick(CrashPoint.Moment.values()), crashes.between(1, 40)));
    }

    private static Workflow workflow(SeededRandom luck) {
        var policy =
                ArbitraryPolicies.checked(
                                ArbitraryPolicies.UNLIMITED, CHECKS.toJavaArray(String[]::new))
                        .withRecovery(
                                ArbitraryPolicies.recovering(luck.fork("recovering"), "mender"));
        var phases =
                Vector.range(0, luck.fork("phases").between(1, 3))
                        .map(i -> phase(luck.fork("phase", i), i));
        return new Workflow(
                "relying",
                1,
                Vector.of(times("s0", luck.fork("turns").between(1, 2), phases)),
                policy);
    }

    private static Phase phase(SeededRandom luck, int number) {
        return Phase.phase(
                "p" + number,
                Vector.range(0, luck.between(2, 6)).flatMap(i -> step(luck.fork("step", i))));
    }

    private static Vector<Step> step(SeededRandom fate) {
        var name = fate.pick("checks", "proof", "style");
        return switch (fate.below(10)) {
            case 0, 1 -> clean().appendAll(call("worker", "work"));
            case 2, 3 -> check(name);
            case 4, 5 -> Vector.of(new Step.Check(name, Step.Expectation.FAIL));
            case 6 -> git(fate.pick(GitOperation.INSPECT, GitOperation.REBASE));
            default -> gitRelyingOn(Option.of(name), GitOperation.COMMIT);
        };
    }

    /** What makes evidence stale, more often than anything else. */
    private static FaultRates mood(SeededRandom luck) {
        var mood =
                luck.pick(FaultRates.CALM, FaultRates.CALM, FaultRates.RANDOM).named("rewriting");
        for (var trouble :
                new Trouble[] {
                    Trouble.HOOK_REWRITES,
                    Trouble.CHECK_REWRITES,
                    Trouble.CHECK_FAILS,
                    Trouble.AGENT_MEDDLES
                }) mood = mood.with(trouble, luck.fork(trouble).pick(0, 20, 60));
        return mood;
    }
}
