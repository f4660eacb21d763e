package dev.foldline.arbitrary;

import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collectItems;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.gitRelyingOn;

import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Sound workflows of no particular purpose: every step kind, route, gate and loop, under small
 * limits.
 */
public final class ArbitraryWorkflows {
    private final SeededRandom luck;
    private final Policy policy;

    private ArbitraryWorkflows(SeededRandom luck) {
        this.luck = luck;
        this.policy = ArbitraryPolicies.of(luck.fork("policy"));
    }

    /**
     * The workflow of this luck. Sound by construction; a test of its own holds {@code
     * WorkflowCheck} against it.
     */
    public static Workflow of(SeededRandom luck) {
        return new ArbitraryWorkflows(luck).workflow();
    }

    /** One phase without steps, run once. */
    static Workflow smallest() {
        var phases = Vector.of(Phase.phase("p0", Vector.<Step>empty()));
        return new Workflow(
                "smallest",
                1,
                Vector.of(new Stage("s0", new LoopCondition.Times(1), phases)),
                ArbitraryPolicies.UNLIMITED);
    }

    private Workflow workflow() {
        var stages = Vector.range(0, luck.fork("stages").between(1, 3)).map(this::stage);
        var counted = stages.filter(stage -> stage.turns().countedMax() > 0).map(Stage::id);
        var fate = luck.fork("rewind");
        var rewind =
                counted.isEmpty() || fate.chance(40)
                        ? Option.<String>none()
                        : Option.of(counted.get(fate.below(counted.size())));
        return new Workflow(
                "arbitrary",
                1,
                stages,
                policy.withRecovery(policy.recovery().withRewindStage(rewind)));
    }

    private Stage stage(int number) {
        var fate = luck.fork("stage", number);
        int size = fate.between(1, 4);
        var gated = Vector.range(0, size).map(i -> fate.fork("gate", i).chance(25));
        var phases = Vector.range(0, size).map(i -> phase(fate.fork("phase", i), number, i, gated));
        var sent =
                Vector.range(0, size)
                        .map(
                                i ->
                                        unreachable(phases, i)
                                                ? phases.get(i).entry(PhaseEntry.ALWAYS)
                                                : phases.get(i));
        LoopCondition turns =
                fate.chance(25)
                        ? new LoopCondition.EachItem("list", sent.get(fate.below(size)).id())
                        : counted(fate, sent);
        boolean switches =
                turns instanceof LoopCondition.EachItem && fate.fork("switch").chance(40);
        return new Stage(
                "s" + number,
                turns,
                switches ? sent.update(0, ArbitraryWorkflows::switching) : sent);
    }

    /**
     * Where an artifact of the stage says something, half of the loops end with one of its labels.
     */
    private static LoopCondition counted(SeededRandom fate, Vector<Phase> phases) {
        int count = fate.below(10) == 0 ? 0 : fate.between(1, 3);
        var statements =
                phases.flatMap(Phase::steps)
                        .flatMap(
                                step ->
                                        step instanceof Step.Collect(var name, var labels, _)
                                                ? labels.map(
                                                        label ->
                                                                (LoopCondition)
                                                                        new LoopCondition.Until(
                                                                                count, name, label))
                                                : Vector.<LoopCondition>empty());
        var until = fate.fork("until");
        return statements.isEmpty() || until.chance(50)
                ? new LoopCondition.Times(count)
                : statements.get(until.below(statements.size()));
    }

    private static Phase switching(Phase phase) {
        return new Phase(
                phase.id(),
                phase.entry(),
                phase.steps().prepend(new Step.Switch()),
                phase.gate(),
                phase.routes(),
                phase.retryPolicy());
    }

    private static boolean unreachable(Vector<Phase> phases, int at) {
        return phases.get(at).entry() instanceof PhaseEntry.WhenRouted
                && !phases.take(at)
                        .exists(
                                earlier ->
                                        earlier.routes()
                                                .values()
                                                .exists(new Route.To(phases.get(at).id())::equals));
    }

    private Phase phase(SeededRandom fate, int stage, int number, Vector<Boolean> gated) {
        var steps =
                Vector.range(0, fate.between(fate.chance(5) ? 0 : 1, 3))
                        .flatMap(i -> group(fate.fork("group", i), number, i));
        var bare =
                Phase.phase("p" + number, steps)
                        .entry(entry(fate.fork("entry")))
                        .retryPolicy(care(fate.fork("care")));
        var phase =
                gated.get(number)
                        ? bare.gate(new GateSpec(fate.pick(GateSpec.OnReject.values())))
                        : bare;
        return steps.flatMap(Step::declared)
                .distinct()
                .foldLeft(
                        phase,
                        (sofar, label) ->
                                sofar.route(
                                        label,
                                        route(
                                                fate.fork("route", label),
                                                sofar,
                                                stage,
                                                number,
                                                gated)));
    }

    private static PhaseEntry entry(SeededRandom fate) {
        return switch (fate.below(8)) {
            case 0, 1 -> PhaseEntry.WHEN_SENT;
            case 2 ->
                    new PhaseEntry.WhenTagged(
                            Vector.of(fate.pick("red", "green")), Vector.of("last"));
            default -> PhaseEntry.ALWAYS;
        };
    }

    private static PhaseRetryPolicy care(SeededRandom fate) {
        var care =
                new PhaseRetryPolicy(
                        fate.between(0, 3),
                        fate.between(1, 4),
                        fate.pick(PhaseRetryPolicy.OnExhausted.values()),
                        PhaseRetryPolicy.OnFailedWork.REDO);
        return fate.chance(30) ? care.instructAgain() : care;
    }

    /** A few steps that belong together. */
    private Vector<Step> group(SeededRandom fate, int phase, int number) {
        var artifact = "a" + phase + number;
        var role = fate.pick("worker", "analyst", "critic");
        return switch (fate.below(13)) {
            case 0, 1 -> ask(role, artifact);
            case 2, 3, 4 -> ask(role, artifact, labels(fate, number));
            // What a terminal hands in is its commits: nothing is cleaned before it, so it comes
            // first, or all behind the last cleaning would begin anew with it.
            case 5 ->
                    number == 0 && fate.fork("terminal").chance(40)
                            ? call(role, artifact)
                                    .appendAll(
                                            git(
                                                    GitOperation.OBSERVE,
                                                    WorkObserved.LABELS.toJavaArray(String[]::new)))
                            : clean(artifact)
                                    .appendAll(call(role, artifact))
                                    .appendAll(collectItems(artifact, "list"));
            case 6, 7 -> check(fate.pick("checks", "proof"));
            case 8 -> gitRelyingOn(Option.of(fate.pick("checks", "proof")), GitOperation.COMMIT);
            case 9 ->
                    git(GitOperation.INSPECT, "changed", "clean")
                            .appendAll(
                                    gitRelyingOn(
                                            fate.chance(50)
                                                    ? Option.of(fate.pick("checks", "proof"))
                                                    : Option.none(),
                                            GitOperation.COMMIT));
            case 10 -> repositoryStep(fate);
            case 11 -> Vector.of(external(fate, number));
            default ->
                    fate.chance(50)
                            ? Vector.of(children(fate.fork("children"), artifact))
                            : Vector.of(
                                    new Step.Check(
                                            fate.pick("checks", "proof"), Step.Expectation.FAIL));
        };
    }

    private static Step children(SeededRandom fate, String artifact) {
        return new Step.Children(
                "list",
                fate.pick("child", "feature", "ralph"),
                Option.none(),
                Vector.of("a00", artifact),
                fate.fork("budget").chance(50)
                        ? Budget.UNLIMITED.withTokensMax(Option.of(1000L))
                        : Budget.UNLIMITED,
                fate.fork("until").pick(Step.Until.ALL, Step.Until.ANY));
    }

    private static Vector<Step> repositoryStep(SeededRandom fate) {
        return fate.fork("tree").chance(15)
                ? git(GitOperation.RELEASE_WORKTREE)
                : git(
                        fate.pick(
                                GitOperation.OPEN_BRANCH,
                                GitOperation.REBASE,
                                GitOperation.INSPECT,
                                fate.fork("whose")
                                        .pick(
                                                GitOperation.PREPARE_MERGE,
                                                GitOperation.SQUASH,
                                                fate.fork("how")
                                                        .pick(
                                                                GitOperation.SQUASH,
                                                                GitOperation.REBASE_ITEM,
                                                                GitOperation.MARK,
                                                                GitOperation.SQUASH_OWN)),
                                GitOperation.LAND_MERGE,
                                GitOperation.COUNT,
                                GitOperation.RESET,
                                GitOperation.MERGE));
    }

    private static Step external(SeededRandom fate, int number) {
        if (fate.chance(40))
            return new Step.WorkerRequest(
                    "pull", Step.Accepts.GET, "", Vector.empty(), Vector.empty());
        var labels = fate.chance(60) ? Vector.of(labels(fate, number)) : Vector.<String>empty();
        var unlocks =
                fate.chance(60)
                        ? Vector.of(
                                new Step.Unlock(
                                        "escape",
                                        fate.between(0, 3),
                                        fate.chance(50)
                                                ? new Route.Fail("escaped")
                                                : Route.NEXT_PHASE))
                        : Vector.<Step.Unlock>empty();
        return new Step.WorkerRequest("submit", Step.Accepts.SUBMIT, "decision", labels, unlocks);
    }

    private static String[] labels(SeededRandom fate, int number) {
        return Vector.of("yes", "partly", "no")
                .take(fate.between(1, 3))
                .map(label -> label + number)
                .toJavaArray(String[]::new);
    }

    private Route route(
            SeededRandom fate, Phase phase, int stage, int number, Vector<Boolean> gated) {
        boolean free = !gated.get(number);
        int reach = number + 1 + gated.drop(number + 1).prefixLength(gate -> !gate);
        return switch (fate.below(12)) {
            case 0, 1 ->
                    free && reach < gated.size() || free && number + 1 < gated.size()
                            ? new Route.To(
                                    "p"
                                            + fate.between(
                                                    number + 1, Math.min(reach, gated.size() - 1)))
                            : Route.NEXT_PHASE;
            case 2 ->
                    free
                            ? new Route.Back("s" + fate.between(0, stage), fate.between(1, 3))
                            : Route.PROCEED;
            case 3, 4, 5 -> phase.worker().isDefined() ? Route.MORE : Route.NEXT_PHASE;
            case 6 -> Route.NEXT_PHASE;
            case 7 -> new Route.Fail("it says it failed");
            case 8 -> fate.chance(30) ? new Route.Halt("it asks for a person") : Route.PROCEED;
            default -> Route.PROCEED;
        };
    }
}
