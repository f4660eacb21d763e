package dev.foldline.law.space;

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
import static dev.foldline.core.workflow.Script.times;

import dev.foldline.arbitrary.ArbitraryPolicies;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnFailedWork;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Limits;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.core.workflow.Policy.RecoveryPolicy.OnExhausted;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Workflows with few states. Together they contain each kind of slot, route and loop. */
public enum SmallWorkflow {
    /** Two agents, invalid output and unfinished work, then a second phase of the same role. */
    AGENTS {
        @Override
        Vector<Stage> stages() {
            var care =
                    new PhaseRetryPolicy(
                            2, 2, PhaseRetryPolicy.OnExhausted.NEXT_AGENT, OnFailedWork.REDO);
            return Vector.of(
                    once(
                            "work",
                            phases(
                                    phase("plan", ask("worker", "plan", "done", "partly"))
                                            .route("partly", Route.MORE)
                                            .retryPolicy(care),
                                    phase("note", ask("worker", "note")).retryPolicy(care))));
        }
    },
    /** A fixer, a check of an agent's work, and a commit that relies on it. */
    CHECKS {
        @Override
        Vector<Stage> stages() {
            return Vector.of(
                    times(
                            "work",
                            2,
                            phases(
                                    phase(
                                            "build",
                                            clean(),
                                            call("worker", "build"),
                                            check("tests"),
                                            gitRelyingOn(
                                                    Option.of("tests"), GitOperation.COMMIT)))));
        }

        @Override
        Option<String> fixer() {
            return Option.of("mender");
        }
    },
    /** A gate, and a label that leads back to the stage of the gate. */
    GATES {
        @Override
        Vector<Stage> stages() {
            return Vector.of(
                    times(
                            "plan",
                            2,
                            phases(
                                    phase("draft", ask("worker", "draft"))
                                            .gate(new GateSpec(OnReject.REDO)))),
                    once(
                            "review",
                            phases(
                                    phase("judge", ask("analyst", "verdict", "good", "bad", "over"))
                                            .route("bad", new Route.Back("plan", 1))
                                            .route("over", new Route.Halt("ask the user")),
                                    phase("land", git(GitOperation.MERGE))
                                            .gate(new GateSpec(OnReject.TERMINATE)))));
        }
    },
    /** An external worker who is instructed again after a failed check. */
    CALLS {
        @Override
        Vector<Stage> stages() {
            var submit =
                    new Step.WorkerRequest(
                            "submit",
                            Step.Accepts.SUBMIT,
                            "decision",
                            Vector.of("yes", "no"),
                            Vector.of(new Step.Unlock("escape", 1, new Route.Fail("escaped"))));
            Phase pull =
                    phase(
                                    "pull",
                                    Vector.of(
                                            new Step.WorkerRequest(
                                                    "pull",
                                                    Step.Accepts.GET,
                                                    "",
                                                    Vector.empty(),
                                                    Vector.empty()),
                                            submit),
                                    check("tests"))
                            .route("no", Route.NEXT_PHASE)
                            .retryPolicy(PhaseRetryPolicy.DEFAULT.instructAgain());
            return Vector.of(once("work", phases(pull, phase("end", check("tests")))));
        }
    },
    /** Children for the items of a list, then a turn for each item. */
    CHILDREN {
        @Override
        Vector<Stage> stages() {
            return Vector.of(
                    once(
                            "plan",
                            phases(
                                    phase(
                                            "split",
                                            clean("items"),
                                            call("worker", "split"),
                                            collectItems("items", "list")),
                                    phase("spawn", Vector.of(new Step.Children("list", "child"))))),
                    new Stage(
                            "each",
                            new LoopCondition.EachItem("list", "take"),
                            phases(phase("take", check("tests")))));
        }
    };

    /** The phases of the workflow. */
    abstract Vector<Stage> stages();

    /** The role that fixes failures; without one, the same work is tried again. */
    Option<String> fixer() {
        return Option.none();
    }

    /** Rewinds of a search that takes a few seconds. */
    public int rewinds() {
        return this == CALLS ? 2 : 1;
    }

    /** Returns the workflow with this number of rewinds. */
    public Workflow workflow(int rewinds) {
        return new Workflow(name(), 1, stages(), policy(rewinds));
    }

    private Policy policy(int rewinds) {
        return ArbitraryPolicies.UNLIMITED
                .withRoles(
                        LinkedHashMap.of(
                                "worker", Vector.of("ada", "bob"),
                                "analyst", Vector.of("bob"),
                                "mender", Vector.of("cyd")))
                .withChecks(
                        LinkedHashMap.of("tests", Vector.of(new CommandLine.Shell("make tests"))))
                .withLimits(new Limits(2, 2, 1_000, 4_000, 1_500, rewinds, 1_000, 2))
                .withRecovery(
                        new RecoveryPolicy(
                                fixer(), 2, 3, 4, 4, Option.of("work"), OnExhausted.HALT));
    }
}
