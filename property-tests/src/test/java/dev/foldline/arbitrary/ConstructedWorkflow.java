package dev.foldline.arbitrary;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.collect;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.gitRelyingOn;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.core.workflow.Script.times;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnExhausted;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnFailedWork;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Limits;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** A workflow with each kind of step and of turn, and with small limits. */
final class ConstructedWorkflow {
    private ConstructedWorkflow() {}

    static Workflow of(SeededRandom luck) {
        return new Workflow("constructed", 1, stages(luck.fork("stages")), policy(luck));
    }

    private static Vector<Stage> stages(SeededRandom luck) {
        return Vector.of(
                once(
                        "plan",
                        phases(
                                phase("note", call("planner", "note"), collect("note"))
                                        .gate(new GateSpec(luck.pick(OnReject.values())))
                                        .retryPolicy(retries(luck.fork("note"))))),
                new Stage(
                        "items",
                        new LoopCondition.EachItem(ConstructedStates.LIST, "take"),
                        phases(phase("take", ask("worker", "take")))),
                new Stage("loop", loop(luck.fork("loop")), work(luck)),
                times("again", 3, phases(phase("redo", ask("worker", "redo")))),
                once("pull", phases(phase("pull", Vector.of(request()), check("tests")))),
                once(
                        "rest",
                        phases(
                                phase("rest", Vector.<Step>empty()),
                                phase("last", approve()).route("ok", Route.NEXT_PHASE))),
                once("terminal", phases(observed())),
                once(
                        "spawn",
                        phases(
                                phase("spawn", Vector.of(children(luck)))
                                        .gate(new GateSpec(OnReject.REDO)))),
                new Stage(
                        "close",
                        new LoopCondition.Until(3, "verdict", "good"),
                        phases(
                                phase("merge", git(GitOperation.INSPECT, "clean", "changed"))
                                        .route("changed", Route.NEXT_PHASE),
                                phase("sum", ask("judge", "sum")))));
    }

    private static Vector<Phase> work(SeededRandom luck) {
        return phases(
                phase(
                                "work",
                                ask("worker", "draft"),
                                ask("judge", "verdict", "good", "more", "back", "bad"),
                                check("tests"),
                                gitRelyingOn(Option.of("tests"), GitOperation.COMMIT))
                        .route("more", Route.MORE)
                        .route("back", new Route.Back(luck.pick("plan", "loop"), 2))
                        .route("bad", new Route.Fail("bad"))
                        .retryPolicy(retries(luck.fork("work"))),
                phase("judge", collect("opinion", "yes", "no"), check("tests"))
                        .retryPolicy(retries(luck.fork("judge"))));
    }

    /** An external worker decides. */
    private static Step request() {
        return new Step.WorkerRequest(
                "submit",
                Step.Accepts.SUBMIT,
                "decision",
                Vector.of("yes", "no"),
                Vector.of(new Step.Unlock("escape", 1, new Route.Fail("escaped"))));
    }

    /** A review with the name of a check. */
    private static Vector<Step> approve() {
        return ask("judge", "tests", "ok", "no");
    }

    /** A terminal commits its work itself, and reports whether it has failed. */
    private static Phase observed() {
        return phase(
                        "observed",
                        call("worker", "terminal"),
                        Vector.of(
                                new Step.Git(
                                        GitOperation.OBSERVE,
                                        Vector.of("completed", "failed"),
                                        Option.none())))
                .route("failed", new Route.Fail("the terminal has failed"));
    }

    private static LoopCondition loop(SeededRandom luck) {
        return luck.chance(50)
                ? new LoopCondition.Times(3)
                : new LoopCondition.Until(3, "verdict", "good");
    }

    private static Step.Children children(SeededRandom luck) {
        var plain = new Step.Children(ConstructedStates.LIST, "child");
        return new Step.Children(
                ConstructedStates.LIST,
                "child",
                Option.none(),
                Vector.empty(),
                plain.budget(),
                luck.fork("until").pick(Step.Until.values()));
    }

    private static PhaseRetryPolicy retries(SeededRandom luck) {
        return new PhaseRetryPolicy(
                luck.between(0, 3),
                luck.between(1, 3),
                luck.pick(OnExhausted.values()),
                OnFailedWork.REDO,
                luck.chance(25)
                        ? Option.of(new PhaseRetryPolicy.Strict(luck.between(0, 2)))
                        : Option.none());
    }

    private static Policy policy(SeededRandom luck) {
        var limits = luck.fork("limits");
        return ArbitraryPolicies.UNLIMITED
                .withRoles(
                        LinkedHashMap.of(
                                "planner", Vector.of("ada"),
                                "worker", Vector.of("ada", "bob"),
                                "judge", Vector.of("bob", "cyd"),
                                "mender", Vector.of("cyd", "ada")))
                .withChecks(
                        LinkedHashMap.of("tests", Vector.of(new CommandLine.Shell("make tests"))))
                .withLimits(
                        Limits.DEFAULT
                                .withSameAgentMax(limits.between(1, 3))
                                .withCyclesMax(limits.between(1, 3))
                                .withBackoffFirstMillis(1_000)
                                .withBackoffMaxMillis(limits.pick(700L, 1_500L))
                                .withRewindsMax(limits.between(1, 6))
                                .withIdenticalMax(limits.between(2, 4))
                                .withItemsMax(5))
                .withRecovery(recovery(luck.fork("recovery")));
    }

    private static RecoveryPolicy recovery(SeededRandom luck) {
        int restart = luck.between(1, 3);
        int rewind = restart + luck.between(0, 2);
        return RecoveryPolicy.DEFAULT
                .withFixer(luck.chance(50) ? Option.of("mender") : Option.none())
                .withRestartFrom(restart)
                .withRewindFrom(rewind)
                .withStartOverFrom(rewind + luck.between(0, 2))
                .withAttemptsMax(luck.between(0, 9))
                .withRewindStage(
                        luck.chance(80)
                                ? Option.of(
                                        luck.pick(
                                                "plan", "items", "loop", "loop", "again", "close"))
                                : Option.none())
                .withOnExhausted(luck.pick(RecoveryPolicy.OnExhausted.values()));
    }
}
