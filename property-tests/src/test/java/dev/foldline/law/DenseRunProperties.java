package dev.foldline.law;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collectItems;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.gitRelyingOn;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.ArbitraryPolicies;
import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.law.space.SpaceLaws;
import dev.foldline.law.space.Transition;
import dev.foldline.law.space.TurnLaws;
import dev.foldline.testkit.simulation.FaultRates;
import dev.foldline.testkit.simulation.RandomActors;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.Simulation;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import java.util.HashSet;
import java.util.Set;

/**
 * The laws of states and transitions on runs of a workflow that has everything within few steps:
 * items with tags, a loop until a label, a route back, a strict phase, gates and checks; and on
 * runs with children.
 */
class DenseRunProperties {
    private static final Vector<Stage> STAGES =
            Vector.of(
                    once(
                            "plan",
                            phases(
                                    phase(
                                                    "list",
                                                    clean("list"),
                                                    call("planner", "list"),
                                                    collectItems("list", "list"))
                                            .gate(new GateSpec(OnReject.REDO))
                                            .retryPolicy(PhaseRetryPolicy.DEFAULT.strictly(1)))),
                    new Stage(
                            "items",
                            new LoopCondition.EachItem("list", "take"),
                            phases(
                                    phase("red", git(GitOperation.INSPECT))
                                            .entry(tagged("red", "last")),
                                    phase("take", call("worker", "take")),
                                    phase("green", call("worker", "green"))
                                            .entry(tagged("green", "red")))),
                    new Stage(
                            "loop",
                            new LoopCondition.Until(3, "verdict", "good"),
                            phases(
                                    phase(
                                                    "work",
                                                    call("worker", "work"),
                                                    ask("judge", "verdict", "good", "more", "bad"),
                                                    check("tests"),
                                                    gitRelyingOn(
                                                            Option.of("tests"),
                                                            GitOperation.COMMIT))
                                            .route("more", Route.MORE)
                                            .route("bad", new Route.Back("loop", 1))
                                            .retryPolicy(
                                                    PhaseRetryPolicy.DEFAULT
                                                            .withOutputsMax(2)
                                                            .withContinuationsMax(2)
                                                            .thenProceed()),
                                    phase("note", ask("judge", "note")))),
                    once("end", phases(phase("close", ask("judge", "summary", "yes", "no")))));

    private static PhaseEntry tagged(String all, String none) {
        return new PhaseEntry.WhenTagged(Vector.of(all), Vector.of(none));
    }

    private static Workflow workflow(long seed) {
        var policy =
                ArbitraryPolicies.UNLIMITED
                        .withRoles(
                                LinkedHashMap.of(
                                        "planner", Vector.of("ada"),
                                        "worker", Vector.of("ada", "bob"),
                                        "judge", Vector.of("bob", "cyd")))
                        .withChecks(
                                LinkedHashMap.of(
                                        "tests", Vector.of(new CommandLine.Shell("make tests"))))
                        .withRecovery(
                                Policy.RecoveryPolicy.DEFAULT
                                        .withFixer(
                                                seed % 2 == 0 ? Option.none() : Option.of("judge"))
                                        .withRewindStage(Option.of("loop")))
                        .withLimits(
                                Policy.Limits.DEFAULT
                                        .withItemsMax(4)
                                        .withRewindsMax(60)
                                        .withIdenticalMax(seed % 3 == 0 ? 3 : 20));
        return new Workflow("dense", 1, STAGES, policy);
    }

    private static Walk dense(long seed) {
        var luck = SeededRandom.of(seed).fork("dense");
        var workflow = workflow(seed);
        var mood = seed % 4 == 0 ? FaultRates.CALM : FaultRates.RANDOM;
        return new Walk(
                seed,
                workflow,
                mood,
                Simulation.of(workflow)
                        .seed(seed)
                        .mood(mood)
                        .visitors(new RandomActors(luck, luck.between(0, 40), 30)));
    }

    @Property(tries = 16)
    void each_law_holds_where_everything_is_close_together(@ForAll("dense") Walk walk) {
        holds(walk);
    }

    @Property(tries = 16)
    void each_law_holds_with_children(@ForAll(supplier = Walks.ChildRuns.class) Walk walk) {
        holds(walk);
    }

    private static void holds(Walk walk) {
        var gates = new HashSet<String>();
        law("the laws of states, transitions and turns")
                .holdsAtEveryMoment(walk, step -> holds(gates, step));
    }

    private static void holds(Set<String> gates, SimulationStep step) {
        var transition = new Transition(step.before(), step.decision(), step.event(), step.after());
        SpaceLaws.check(step.after());
        SpaceLaws.checkInterventions(step.after());
        SpaceLaws.checkOutcomes(step.after());
        SpaceLaws.check(transition);
        TurnLaws.check(step.after());
        TurnLaws.check(transition);
        TurnLaws.opened(step.event())
                .filter(_ -> !step.after().equals(step.before()))
                .forEach(
                        name ->
                                require(
                                        gates.add(name),
                                        step,
                                        "the gate " + name + " opens again"));
    }

    @Provide
    Arbitrary<Walk> dense() {
        return Walks.of(DenseRunProperties::dense);
    }
}
