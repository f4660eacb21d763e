package dev.foldline.testkit.simulation;

import static dev.foldline.testkit.simulation.ExternalActors.NOBODY;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.simulation.FaultRates.Trouble;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.util.HashSet;
import java.util.Set;

/**
 * Simulated runs of a workflow in random environments: which phases they reached, how they ended,
 * and how many effects they needed. The first try is calm, with each gate approved or rejected at
 * random, and everything that a forge can find in a pull request is found; the others fail and
 * answer at random. The same exploration always has the same result.
 *
 * <pre>
 *   var found = Exploration.of(Vector.of(workflow), 1, 200);
 *   assertThat(found.unreached()).isEmpty();
 * </pre>
 *
 * @param reached the number of tries that reached each phase, by {@code stage/phase}
 * @param ends the number of tries that ended in each way
 * @param halts the number of tries that halted for each kind of fault, whatever followed
 * @param longest the try with the most effects between two external inputs
 * @param bound the largest number of these effects that is possible
 */
public record Exploration(
        int tries,
        Map<String, Integer> reached,
        Map<String, Integer> ends,
        Map<String, Integer> halts,
        Longest longest,
        long bound) {
    private static final int COMMANDS_MAX = 60;
    private static final Vector<FaultRates> RATES =
            Vector.of(
                    FaultRates.CALM,
                    labels(50),
                    FaultRates.RANDOM,
                    labels(80),
                    FaultRates.ROUGH,
                    labels(20));

    /**
     * The try with the most effects between two external inputs.
     *
     * @param number of the try, from 1
     */
    public record Longest(int number, long effects) {}

    private static FaultRates labels(int percent) {
        return FaultRates.CALM.named("labels").with(Trouble.OTHER_LABEL, percent);
    }

    /**
     * Simulates runs.
     *
     * @param variants the workflow for each combination of its inputs; the tries take turns
     * @param tries number of runs, at least 1
     */
    public static Exploration of(Vector<Workflow> variants, long seed, int tries) {
        var found =
                new Exploration(
                        tries,
                        variants.flatMap(Exploration::phases)
                                .distinct()
                                .foldLeft(
                                        LinkedHashMap.<String, Integer>empty(),
                                        (all, phase) -> all.put(phase, 0)),
                        LinkedHashMap.empty(),
                        LinkedHashMap.empty(),
                        new Longest(1, 0),
                        variants.map(EffectBound::effects).max().getOrElse(0L));
        for (int number = 1; number <= tries; number++)
            found = found.with(number, run(variants, seed, number));
        return found;
    }

    /** Returns one of the simulated runs again. */
    public static SimulationResult run(Vector<Workflow> variants, long seed, int number) {
        int index = number - 1;
        var rates = RATES.get(index / variants.size() % RATES.size());
        return Simulation.of(variants.get(index % variants.size()))
                .seed(seed + index)
                .mood(rates)
                .visitors(rates.equals(FaultRates.CALM) ? new ExhaustiveForge() : NOBODY)
                .visitors(
                        new RandomActors(
                                SeededRandom.of(seed + index).fork("actors"), 0, COMMANDS_MAX))
                .run();
    }

    /** Returns the phases that no try reached, each as {@code stage/phase}. */
    public Vector<String> unreached() {
        return reached.filterValues(count -> count == 0).keySet().toVector();
    }

    private static Vector<String> phases(Workflow workflow) {
        return workflow.stages()
                .flatMap(stage -> stage.phases().map(phase -> stage.id() + "/" + phase.id()));
    }

    private Exploration with(int number, SimulationResult run) {
        Set<String> phases = new HashSet<>();
        Set<String> halted = new HashSet<>();
        long most = 0;
        long effects = 0;
        for (var step : run.moments()) {
            boolean isInput =
                    step.event() instanceof InputEvent || step.event() instanceof DriverStarted;
            boolean isEffect = step.after().header().ticket() > step.before().header().ticket();
            effects = isInput ? 0 : isEffect ? effects + 1 : effects;
            most = Math.max(most, effects);
            if (isEffect) phases.add(phase(step.before()));
            if (step.after().slots().recovery() instanceof Recovery.Halted(var failure))
                halted.add(failure.fault().kind().name());
        }
        return new Exploration(
                tries,
                phases.stream()
                        .filter(reached::containsKey)
                        .reduce(reached, Exploration::counted, (one, _) -> one),
                counted(ends, end(run)),
                halted.stream().sorted().reduce(halts, Exploration::counted, (one, _) -> one),
                most > longest.effects() ? new Longest(number, most) : longest,
                bound);
    }

    private static String phase(PipelineState state) {
        var place = state.effectKey();
        return place.stage() + "/" + place.phase();
    }

    private static Map<String, Integer> counted(Map<String, Integer> counts, String key) {
        return counts.put(key, counts.get(key).getOrElse(0) + 1);
    }

    private static String end(SimulationResult run) {
        return run.outcome()
                .map(
                        outcome ->
                                switch (outcome) {
                                    case Outcome.Completed _ -> "completed";
                                    case Outcome.Failed(var fault) -> "failed: " + fault.kind();
                                    case Outcome.Rejected(var gate, _) ->
                                            "rejected at the gate " + gate;
                                    case Outcome.Aborted _ -> "cancelled by the user";
                                })
                .orElseGet(
                        () ->
                                run.waitsFor()
                                        .flatMap(
                                                wait ->
                                                        wait.awaited()
                                                                .headOption()
                                                                .toJavaOptional())
                                        .map(Exploration::waiting)
                                        .orElse("waits"));
    }

    private static String waiting(WaitCondition awaited) {
        return switch (awaited) {
            case WaitCondition.Resolution(var gate) -> "waits at the gate " + gate.id();
            case WaitCondition.Resumption _ -> "paused";
            case WaitCondition.BudgetRaise(var meter) -> "budget reached: " + meter;
            case WaitCondition.Intervention(var fault) -> "halted: " + fault.kind();
            case WaitCondition.Timer _ -> "waits for a time";
            case WaitCondition.Call(var instruction, _) -> "waits for a call: " + instruction;
            case WaitCondition.PullRequestNews _ -> "waits for the pull request";
            case WaitCondition.ChildrenEnds(var list) -> "waits for child runs: " + list;
        };
    }
}
