package dev.foldline.arbitrary;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.forge;
import static dev.foldline.core.workflow.Script.git;

import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.ForgeOperation;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.WorkflowProblem;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Workflows that deliver several times: work, prepared merges, merges and pushes in any order, with
 * routes that go to them, past them and to the end.
 */
final class ArbitraryDeliveries {
    private static final int OVERTAKINGS_MAX = 2;

    private static final Guard NO_JUDGES =
            new Guard(
                    Vector.empty(),
                    Vector.empty(),
                    Guard.OnChange.GATE,
                    1,
                    1,
                    Guard.Witness.OFF,
                    new CleanCheckout(Vector.empty(), Vector.empty()));

    private final SeededRandom luck;

    private ArbitraryDeliveries(SeededRandom luck) {
        this.luck = luck;
    }

    static Workflow of(SeededRandom luck) {
        var deliveries = new ArbitraryDeliveries(luck);
        var policy = policy(luck.fork("policy"));
        return new Workflow(
                "deliveries",
                1,
                Vector.range(0, luck.fork("stages").between(1, 3)).map(deliveries::stage),
                policy);
    }

    /** Returns the workflow without deliveries in phases that make what they deliver. */
    static Workflow separate(Workflow workflow) {
        var guarded =
                GuardedWorkflow.of(
                        workflow.with(workflow.policy().withGuard(Option.of(NO_JUDGES))));
        var refused =
                WorkflowCheck.problems(guarded)
                        .filter(each -> each.what().contains("delivers what it makes"))
                        .map(WorkflowProblem::where);
        return new Workflow(
                workflow.name(),
                workflow.version(),
                workflow.stages()
                        .map(
                                stage ->
                                        new Stage(
                                                stage.id(),
                                                stage.turns(),
                                                stage.phases()
                                                        .map(
                                                                phase ->
                                                                        refused.contains(
                                                                                        stage.key(
                                                                                                phase))
                                                                                ? withoutDelivery(
                                                                                        phase)
                                                                                : phase))),
                workflow.policy());
    }

    private static Phase withoutDelivery(Phase phase) {
        var steps = phase.steps().reject(ArbitraryDeliveries::delivers);
        return new Phase(
                phase.id(),
                phase.entry(),
                steps,
                phase.gate(),
                phase.routes()
                        .filterKeys(
                                label ->
                                        steps.flatMap(Step::declared)
                                                .exists(
                                                        each ->
                                                                label.equals(each)
                                                                        || label.endsWith(
                                                                                "." + each))),
                phase.retryPolicy());
    }

    private static boolean delivers(Step step) {
        return step instanceof Step.Git git
                        && (git.operation() == GitOperation.LAND_MERGE
                                || git.operation() == GitOperation.MERGE)
                || step instanceof Step.Forge push && push.operation() == ForgeOperation.PUSH;
    }

    private static Policy policy(SeededRandom luck) {
        return ArbitraryPolicies.withAgents(
                ArbitraryPolicies.checked(ArbitraryPolicies.UNLIMITED, "checks"),
                luck,
                Vector.of("worker", "mender"));
    }

    private Stage stage(int number) {
        var fate = luck.fork("stage", number);
        int size = fate.between(1, 6);
        var phases =
                Vector.range(0, size).map(i -> anyPhase(fate.fork("phase", i), "s" + number, i));
        var routed =
                Vector.range(0, size)
                        .foldLeft(
                                phases,
                                (all, i) -> all.update(i, routed(fate.fork("route", i), all, i)));
        return Script.times(
                "s" + number,
                fate.fork("turns").between(fate.fork("none").chance(10) ? 0 : 1, 2),
                Vector.range(0, size).map(i -> entered(fate.fork("entry", i), routed, i)));
    }

    private static Phase anyPhase(SeededRandom fate, String stage, int number) {
        var id = "p" + number;
        return switch (fate.below(8)) {
            case 0, 1, 2 -> work(fate, id);
            case 3 -> phase(id, git(GitOperation.PREPARE_MERGE));
            case 4, 5 ->
                    phase(id, git(GitOperation.LAND_MERGE, "landed", "overtaken"))
                            .route("landed", Route.PROCEED)
                            .route("overtaken", new Route.Back(stage, OVERTAKINGS_MAX));
            case 6 -> phase(id, forge(ForgeOperation.PUSH));
            default ->
                    phase(id, check("checks"))
                            .gate(new GateSpec(fate.fork("gate").pick(GateSpec.OnReject.values())));
        };
    }

    /** Some commit what they did, and some prepare its merge too. */
    private static Phase work(SeededRandom fate, String id) {
        var steps = ask(fate.fork("role").pick("worker", "mender"), "a" + id, "yes", "no");
        return phase(
                        id,
                        steps,
                        fate.fork("commit").chance(70)
                                ? git(GitOperation.COMMIT)
                                : Vector.<Step>empty(),
                        fate.fork("prepare").chance(40)
                                ? git(GitOperation.PREPARE_MERGE)
                                : Vector.<Step>empty())
                .route("yes", Route.PROCEED)
                .route("no", Route.PROCEED)
                .retryPolicy(
                        new PhaseRetryPolicy(
                                1,
                                1,
                                fate.fork("then").pick(PhaseRetryPolicy.OnExhausted.values()),
                                PhaseRetryPolicy.OnFailedWork.REDO));
    }

    /** A route goes around no gate. */
    private static Phase routed(SeededRandom fate, Vector<Phase> phases, int number) {
        var phase = phases.get(number);
        if (phase.worker().isEmpty()) return phase;
        var later = phases.drop(number + 1);
        var reach = later.take(1 + later.prefixLength(each -> each.gate().isEmpty()));
        return switch (fate.below(4)) {
            case 0, 1 ->
                    reach.isEmpty()
                            ? phase
                            : phase.route(
                                    "no", new Route.To(reach.get(fate.below(reach.size())).id()));
            case 2 -> phase.route("no", Route.END);
            default -> phase;
        };
    }

    private static Phase entered(SeededRandom fate, Vector<Phase> phases, int number) {
        var phase = phases.get(number);
        boolean isSent =
                phases.take(number)
                        .exists(
                                earlier ->
                                        earlier.routes()
                                                .values()
                                                .exists(new Route.To(phase.id())::equals));
        return isSent && fate.chance(80) ? phase.entry(PhaseEntry.WHEN_SENT) : phase;
    }
}
