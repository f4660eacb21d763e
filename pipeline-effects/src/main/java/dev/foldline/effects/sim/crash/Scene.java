package dev.foldline.effects.sim.crash;

import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.sim.Luck;
import dev.foldline.effects.sim.Mood;
import dev.foldline.effects.sim.Passersby;
import dev.foldline.effects.sim.Simulation;
import dev.foldline.effects.sim.play.GatePlay;
import dev.foldline.effects.sim.play.Plays;
import java.util.ArrayList;
import java.util.List;

/**
 * A world in which a workflow is tried.
 *
 * @param isCalm whether its run is short enough to try every crash point
 */
public record Scene(String name, Simulation simulation, boolean isCalm) {
    private static final int TROUBLED = 3;
    private static final int WAYS_BACK_MAX = 300;
    private static final int IDENTICAL_MAX = 3_000;
    private static final int VISITS_MAX = 30;

    /** A calm world, one in which each gate sends the work back once if there are gates, and some in which anything goes wrong. */
    public static List<Scene> of(Workflow workflow, long seed) {
        var scenes = new ArrayList<Scene>();
        scenes.add(new Scene("calm", gated(workflow, Simulation.of(workflow).seed(seed), Plays.approves()), true));
        if (workflow.phases().exists(phase -> phase.gate().isDefined()))
            scenes.add(new Scene("sent-back", gated(workflow, Simulation.of(workflow).seed(seed), Plays.rejects("do it better"), Plays.approves()), true));
        for (int i = 1; i <= TROUBLED; i++) scenes.add(new Scene("troubled-" + i, troubled(workflow, seed + i), false));
        return List.copyOf(scenes);
    }

    private static Simulation gated(Workflow workflow, Simulation simulation, GatePlay... plays) {
        return workflow.phases().filter(phase -> phase.gate().isDefined()).foldLeft(simulation, (gated, phase) -> gated.gate(phase.id(), plays))
                .visitors(new Passersby(Luck.of(1), 0, VISITS_MAX));
    }

    /** Caps are far here: where one is met, a restart counts, and nothing could be compared. */
    private static Simulation troubled(Workflow workflow, long seed) {
        var limits = workflow.policy().limits().withWaysBackMax(WAYS_BACK_MAX).withIdenticalMax(IDENTICAL_MAX);
        var uncapped = workflow.with(workflow.policy().withLimits(limits).withBudget(Budget.UNLIMITED));
        return Simulation.of(uncapped).seed(seed).mood(Mood.RANDOM).visitors(new Passersby(Luck.of(seed).fork("people"), 0, VISITS_MAX));
    }
}
