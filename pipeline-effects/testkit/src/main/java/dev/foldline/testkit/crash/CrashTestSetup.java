package dev.foldline.testkit.crash;

import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.script.GatePlay;
import dev.foldline.testkit.script.Plays;
import dev.foldline.testkit.simulation.FaultRates;
import dev.foldline.testkit.simulation.RandomActors;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.Simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * A setup in which a workflow is tested.
 *
 * @param isCalm whether its run is short enough to test every crash point
 */
public record CrashTestSetup(String name, Simulation simulation, boolean isCalm) {
    private static final int TROUBLED = 3;
    private static final int WAYS_BACK_MAX = 300;
    private static final int IDENTICAL_MAX = 3_000;
    private static final int VISITS_MAX = 30;

    /**
     * Returns a calm setup, one in which each gate rejects once if there are gates, and some with
     * random faults.
     */
    public static List<CrashTestSetup> of(Workflow workflow, long seed) {
        var scenes = new ArrayList<CrashTestSetup>();
        scenes.add(
                new CrashTestSetup(
                        "calm",
                        gated(workflow, Simulation.of(workflow).seed(seed), Plays.approves()),
                        true));
        if (workflow.phases().exists(phase -> phase.gate().isDefined()))
            scenes.add(
                    new CrashTestSetup(
                            "sent-back",
                            gated(
                                    workflow,
                                    Simulation.of(workflow).seed(seed),
                                    Plays.rejects("do it better"),
                                    Plays.approves()),
                            true));
        for (int i = 1; i <= TROUBLED; i++)
            scenes.add(new CrashTestSetup("troubled-" + i, faulty(workflow, seed + i), false));
        return List.copyOf(scenes);
    }

    private static Simulation gated(Workflow workflow, Simulation simulation, GatePlay... plays) {
        return workflow.phases()
                .filter(phase -> phase.gate().isDefined())
                .foldLeft(simulation, (gated, phase) -> gated.gate(phase.id(), plays))
                .visitors(new RandomActors(SeededRandom.of(1), 0, VISITS_MAX));
    }

    /**
     * Limits are high here: a restart counts against a limit, so a run that reaches one could not
     * be compared.
     */
    private static Simulation faulty(Workflow workflow, long seed) {
        var limits =
                workflow.policy()
                        .limits()
                        .withRewindsMax(WAYS_BACK_MAX)
                        .withIdenticalMax(IDENTICAL_MAX);
        var uncapped =
                workflow.with(workflow.policy().withLimits(limits).withBudget(Budget.UNLIMITED));
        return Simulation.of(uncapped)
                .seed(seed)
                .mood(FaultRates.RANDOM)
                .visitors(new RandomActors(SeededRandom.of(seed).fork("people"), 0, VISITS_MAX));
    }
}
