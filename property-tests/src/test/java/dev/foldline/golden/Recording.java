package dev.foldline.golden;

import static dev.foldline.testkit.script.Plays.approves;
import static dev.foldline.testkit.script.Plays.edits;
import static dev.foldline.testkit.script.Plays.fails;
import static dev.foldline.testkit.script.Plays.passes;
import static dev.foldline.testkit.script.Plays.plans;
import static dev.foldline.testkit.script.Plays.rejects;
import static dev.foldline.testkit.script.Plays.says;

import dev.foldline.arbitrary.WorkflowShapes;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.FaultRates;
import dev.foldline.testkit.simulation.FaultRates.Trouble;
import dev.foldline.testkit.simulation.Simulation;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.List;

/**
 * How a golden log was made, and what must be seen in it.
 *
 * @param shows words that stand in its trace, in this order
 */
record Recording(String name, Simulation simulation, List<String> shows) {

    private static final Policy POLICY =
            Policy.checking(BuiltinWorkflows.CHECKS, "make test")
                    .withRoles(LinkedHashMap.of("developer", Vector.of("claude", "codex")))
                    .withRecovery(
                            Policy.RecoveryPolicy.DEFAULT
                                    .withFixer(Option.of("recoverer"))
                                    .withRewindStage(Option.of("iterate")));

    static final List<Recording> ALL =
            List.of(
                    of(
                            "calm",
                            workingAgents(ralph(2, 1, POLICY)),
                            "commit the work",
                            "then: nothing: completed"),
                    of(
                            "continuation",
                            workingAgents(ralph(1, 0, POLICY))
                                    .agent("analyst", says("partial"), says("completed")),
                            "Continuation.MoreDue",
                            "clean, then continue or redo the work",
                            "Continuation.Running",
                            "then: nothing: completed"),
                    of(
                            "failed-check",
                            workingAgents(ralph(1, 0, POLICY))
                                    .check(
                                            BuiltinWorkflows.CHECKS,
                                            fails("1 test failed"),
                                            passes()),
                            "Continuation.RedoDue",
                            "Continuation.Running",
                            "then: nothing: completed"),
                    of(
                            "output-retry",
                            workingAgents(ralph(1, 0, POLICY))
                                    .mood(FaultRates.CALM.with(Trouble.OUTPUT_REFUSED, 40))
                                    .seed(21),
                            "Retry.Due",
                            "clean, then retry",
                            "Retry.Running",
                            "then: nothing: completed"),
                    of(
                            "agent-fallback",
                            workingAgents(ralph(1, 0, POLICY))
                                    .agent(
                                            "developer",
                                            fails(Fault.Kind.AUTHENTICATION),
                                            edits("work.txt", "made")),
                            "call claude as developer",
                            "agent failed",
                            "call codex as developer",
                            "then: nothing: completed"),
                    of(
                            "signing-in",
                            workingAgents(ralph(2, 0, POLICY))
                                    .agent(
                                            "developer",
                                            fails(Fault.Kind.AUTHENTICATION),
                                            fails(Fault.Kind.CREDIT)),
                            "call claude as developer",
                            "agent failed",
                            "call codex as developer",
                            "agent failed",
                            "then: wait for the user: authentication"),
                    of(
                            "limit-among-failures",
                            workingAgents(ralph(1, 0, POLICY))
                                    .agent(
                                            "developer",
                                            fails(Fault.Kind.RATE_LIMIT),
                                            fails(Fault.Kind.AGENT_FAILED),
                                            fails(Fault.Kind.AGENT_FAILED),
                                            edits("work.txt", "made")),
                            "call codex as developer",
                            "call claude as developer",
                            "call codex as developer",
                            "then: nothing: completed"),
                    of(
                            "account-refused",
                            workingAgents(ralph(2, 0, POLICY))
                                    .agent(
                                            "developer",
                                            fails(Fault.Kind.AUTHENTICATION),
                                            edits("work.txt", "made"),
                                            edits("work.txt", "made better")),
                            "call claude as developer",
                            "agent failed",
                            "call codex as developer",
                            "iterate 2/2, development",
                            "call codex as developer",
                            "then: nothing: completed"),
                    of(
                            "failure-beside-a-limit",
                            workingAgents(ralph(1, 0, POLICY))
                                    .agent(
                                            "developer",
                                            fails(Fault.Kind.RATE_LIMIT),
                                            fails(Fault.Kind.AGENT_SETUP),
                                            edits("work.txt", "made")),
                            "call claude as developer",
                            "call codex as developer",
                            "call claude as developer",
                            "then: nothing: completed"),
                    of(
                            "phase-budget",
                            workingAgents(
                                            ralph(
                                                    2,
                                                    0,
                                                    POLICY.withPhases(
                                                            LinkedHashMap.of(
                                                                    "planning",
                                                                    new Budget(
                                                                            Option.of(1L),
                                                                            Option.none(),
                                                                            Option.none())))))
                                    .visitors(new GoldenRunActors(false)),
                            "planning",
                            "budget",
                            "then: nothing: completed"),
                    of(
                            "rate-limit",
                            workingAgents(ralph(1, 0, POLICY))
                                    .agent("planner", fails(Fault.Kind.RATE_LIMIT), says("")),
                            "Retry.Waiting",
                            "the wait is over",
                            "then: nothing: completed"),
                    of(
                            "recovery-by-restart",
                            rejecting(2, 4).seed(4),
                            "Recovery.FixDue",
                            "Recovery.Passed",
                            "record a recovery of level 2",
                            "then: nothing: completed"),
                    of(
                            "recovery-by-turning-back",
                            rejecting(2, 3).seed(208),
                            "Recovery.FixDue",
                            "Recovery.Passed",
                            "record a recovery of level 3",
                            "then: nothing: completed"),
                    of(
                            "gate-rejected",
                            workingAgents(Ralph.workflow(gated("planning"), POLICY))
                                    .gate("planning", rejects("smaller steps"), approves()),
                            "gate opened: planning, revision 1",
                            "rejected",
                            "gate opened: planning, revision 2",
                            "approved",
                            "then: nothing: completed"),
                    of(
                            "frozen",
                            workingAgents(ralph(1, 0, POLICY)).visitors(new GoldenRunActors(true)),
                            "GateSlot.Open",
                            "agent finished",
                            "approved",
                            "then: nothing: completed"),
                    of(
                            "crash-in-a-call",
                            workingAgents(ralph(1, 0, POLICY))
                                    .crashAt(CrashPoint.Moment.IN_EFFECT, 3),
                            "driver started",
                            "InFlight.Unknown",
                            "check whether this was done: call",
                            "Retry.Running",
                            "then: nothing: completed"),
                    of(
                            "crash-after-a-commit",
                            workingAgents(ralph(1, 0, POLICY))
                                    .crashAt(CrashPoint.Moment.AFTER_EFFECT, 8),
                            "driver started",
                            "check whether this was done: commit the work on main -> committed",
                            "then: nothing: completed"),
                    of(
                            "pulled",
                            Simulation.of(WorkflowShapes.tdd(POLICY))
                                    .visitors(new GoldenRunActors(false))
                                    .agent("planner", plans("one", "two"))
                                    .check("proof", passes(), fails("it fails, as it should")),
                            "called: get",
                            "called: submit",
                            "proof failed",
                            "Retry.Running",
                            "called: submit",
                            "proof passed",
                            "then: nothing: completed"),
                    of(
                            "children",
                            Simulation.of(
                                            WorkflowShapes.tasks(
                                                    POLICY.withRecovery(
                                                            Policy.RecoveryPolicy.DEFAULT)))
                                    .agent("planner", plans("one", "two"))
                                    .mood(FaultRates.CALM.with(Trouble.CHILD_FAILS, 40))
                                    .seed(3),
                            "start a run of terminal",
                            "two failed",
                            "Recovery.Watching",
                            "start a run of terminal for two",
                            "then: nothing: completed"),
                    of(
                            "tasks",
                            Simulation.of(
                                            WorkflowShapes.start(
                                                    Tasks.workflow(POLICY),
                                                    Vector.of("one", "two")))
                                    .visitors(new GoldenRunActors(false))
                                    .check(BuiltinWorkflows.CHECKS, passes()),
                            "called: submit",
                            "called: submit",
                            "start a run of task for one",
                            "start a run of task for two",
                            "prepare the merge of foldline/one",
                            "prepare the merge of foldline/two",
                            "then: nothing: completed"),
                    of(
                            "budget",
                            workingAgents(
                                            ralph(
                                                    1,
                                                    0,
                                                    POLICY.withBudget(
                                                            new Budget(
                                                                    Option.of(2L),
                                                                    Option.none(),
                                                                    Option.none()))))
                                    .visitors(new GoldenRunActors(false)),
                            "budget",
                            "then: nothing: completed"));

    private static Recording of(String name, Simulation simulation, String... shows) {
        return new Recording(name, simulation, List.of(shows));
    }

    /** Who develops, and a check that passes; everybody else does as asked. */
    private static Simulation workingAgents(Workflow workflow) {
        return Simulation.of(workflow)
                .agent("developer", edits("work.txt", "made"), edits("work.txt", "made better"))
                .check(BuiltinWorkflows.CHECKS, passes());
    }

    /**
     * Commits are often rejected; the first attempts at which the phase starts again, and at which
     * the run turns back.
     */
    private static Simulation rejecting(int restartFrom, int turnBackFrom) {
        var recovering =
                POLICY.recovery().withRestartFrom(restartFrom).withRewindFrom(turnBackFrom);
        return workingAgents(ralph(2, 0, POLICY.withRecovery(recovering)))
                .mood(FaultRates.CALM.with(Trouble.COMMIT_REJECTED, 50));
    }

    private static Workflow ralph(int iterations, int reviews, Policy policy) {
        var defaults = Ralph.Options.DEFAULT;
        return Ralph.workflow(
                new Ralph.Options(
                        iterations,
                        reviews,
                        false,
                        defaults.gates(),
                        defaults.rebasing(),
                        defaults.care(),
                        defaults.fixCare(),
                        false),
                policy);
    }

    private static Ralph.Options gated(String phase) {
        var defaults = Ralph.Options.DEFAULT;
        return new Ralph.Options(
                1,
                0,
                false,
                Vector.of(phase),
                defaults.rebasing(),
                defaults.care(),
                defaults.fixCare(),
                false);
    }
}
