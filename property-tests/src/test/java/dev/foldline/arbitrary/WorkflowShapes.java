package dev.foldline.arbitrary;

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

import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Position;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.DrivenTdd;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * Systems as values: how some might be, whose texts and handlers are missing and whose courses are
 * whole, and {@code tasks} with its {@code task} as they are shipped.
 */
public final class WorkflowShapes {
    private WorkflowShapes() {}

    /**
     * Requirements, plan and implementation with validators and a person's approval of each, then a
     * gated finish.
     */
    public static Workflow feature(Policy policy) {
        var gate = new GateSpec(OnReject.REDO);
        var repaired = PhaseRetryPolicy.DEFAULT.withOutputsMax(4);
        var analyze = phase("analyze", ask("executor", "analysis"));
        var requirements =
                phase("requirements", ask("executor", "spec")).gate(gate).retryPolicy(repaired);
        var research = phase("research", ask("executor", "research"));
        var plan =
                phase(
                                "plan",
                                clean("plan"),
                                call("executor", "plan"),
                                collectItems("plan", "tasks"))
                        .gate(gate)
                        .retryPolicy(repaired);
        var implement =
                phase("implement", clean(), call("executor", "implement"), check("checks"))
                        .gate(gate);
        var merge =
                phase(
                                "merge",
                                git(GitOperation.REBASE),
                                gitRelyingOn(Option.of("checks"), GitOperation.COMMIT))
                        .gate(gate);
        return new Workflow(
                "feature",
                1,
                Vector.of(
                        once("prepare", phases(phase("branch", git(GitOperation.OPEN_BRANCH)))),
                        once("design", phases(analyze, requirements, research, plan)),
                        once("build", phases(implement, merge))),
                policy);
    }

    /**
     * A worker outside pulls its next step and submits its work; failures instruct again, and
     * unlock tools by their count.
     */
    public static Workflow tdd(Policy policy) {
        var unlocks =
                Vector.of(
                        new Step.Unlock("hypothesise", 0, Route.PROCEED),
                        new Step.Unlock("reduce_scope", 6, new Route.To("replan")),
                        new Step.Unlock("escalate", 10, new Route.Halt("the worker escalates")));
        var replan = phase("replan", submit("plan", "", Vector.empty(), Vector.empty())).whenSent();
        var done = phase("done", git(GitOperation.INSPECT));
        var review =
                phase("review", pull("review"), ask("reviewer", "findings", "none", "some"))
                        .route("none", Route.NEXT_PHASE)
                        .route("some", new Route.Back("steps", 5));
        return new Workflow(
                "tdd",
                1,
                Vector.of(
                        once("start", phases(tddStart())),
                        new Stage(
                                "steps",
                                new LoopCondition.EachItem("steps", "done"),
                                phases(red(unlocks), green(unlocks), replan, done, checkpoint())),
                        once("review", phases(review)),
                        once(
                                "finish",
                                phases(
                                        phase(
                                                "merge",
                                                pull("finalize"),
                                                check("checks"),
                                                gitRelyingOn(
                                                        Option.of("checks"),
                                                        GitOperation.COMMIT))))),
                policy);
    }

    private static Phase tddStart() {
        return phase(
                "plan",
                submit("plan", "", Vector.empty(), Vector.empty()),
                ask("planner", "pr"),
                clean("steps"),
                call("planner", "steps"),
                collectItems("steps", "steps"),
                pull("branch"),
                git(GitOperation.OPEN_BRANCH));
    }

    private static Phase red(Vector<Step.Unlock> unlocks) {
        return phase(
                        "red",
                        pull("step"),
                        submit("work", "", Vector.empty(), unlocks),
                        Vector.of(new Step.Check("proof", Step.Expectation.FAIL)),
                        submit(
                                "analysis",
                                "analysis_decision",
                                Vector.of("SUCCESS", "FAILURE"),
                                Vector.empty()))
                .route("SUCCESS", new Route.To("done"))
                .route("FAILURE", new Route.Fail("the analysis failed"))
                .entry(tagged("red", "green"))
                .retryPolicy(PhaseRetryPolicy.DEFAULT.instructAgain());
    }

    private static Phase green(Vector<Step.Unlock> unlocks) {
        return phase(
                        "green",
                        pull("step"),
                        submit("work", "", Vector.empty(), unlocks),
                        check("proof"),
                        check("checks"))
                .entry(tagged("green", "none"))
                .retryPolicy(PhaseRetryPolicy.DEFAULT.instructAgain());
    }

    private static Phase checkpoint() {
        return phase(
                        "checkpoint",
                        pull("checkpoint"),
                        git(GitOperation.INSPECT, "changed", "clean"),
                        gitRelyingOn(Option.none(), GitOperation.COMMIT))
                .route("changed", Route.PROCEED)
                .route("clean", Route.NEXT_PHASE)
                .entry(tagged("green", "last"));
    }

    /**
     * A plan of tasks, each a run of its own, then their merges one by one, and again for what was
     * found.
     */
    public static Workflow tasks(Policy policy) {
        var plan =
                phase(
                        "plan",
                        clean("tasks"),
                        call("planner", "tasks"),
                        collectItems("tasks", "tasks"));
        var work = phase("work", Vector.of(new Step.Children("tasks", "terminal")));
        var merge =
                phase(
                        "merge",
                        git(GitOperation.REBASE),
                        check("checks"),
                        gitRelyingOn(Option.of("checks"), GitOperation.COMMIT));
        return new Workflow(
                "tasks", 1, Vector.of(times("rounds", 2, phases(plan, work, merge))), policy);
    }

    /** A planner names the parts; a child of a nested workflow runs for each. */
    public static Workflow parts(Policy policy, Policy.Budget ofChild, Step.Until until) {
        var plan =
                phase(
                        "plan",
                        clean("plan"),
                        call("planner", "plan"),
                        collectItems("plan", "parts"));
        var child =
                new Workflow(
                        "part",
                        1,
                        Vector.of(once("all", phases(phase("check", check("checks"))))),
                        policy);
        var work =
                phase(
                        "work",
                        Vector.of(
                                Step.Children.of(
                                        "parts", child, Vector.of("plan"), ofChild, until)));
        return new Workflow("parts", 1, Vector.of(times("rounds", 2, phases(plan, work))), policy);
    }

    /** A workflow of tasks at its beginning, with a few tasks; any other workflow as it is. */
    public static RunStarted start(Workflow workflow, SeededRandom luck) {
        var first = new RunStarted("", workflow, "task", Pipeline.RULES_VERSION, Instant.EPOCH);
        if (!workflow.name().equals(Tasks.NAME) || workflow.indexOf(Tasks.ADMISSION) < 0)
            return first;
        var tasks = Vector.range(0, luck.between(0, 4)).map(i -> "t" + i);
        return luck.chance(50)
                ? start(workflow, tasks)
                : start(workflow, tasks, new Position(workflow.indexOf(Tasks.PREPARE), 0, 0, 0));
    }

    /** A created workflow of these tasks. */
    public static RunStarted start(Workflow workflow, Vector<String> tasks) {
        return start(workflow, tasks, Position.START);
    }

    private static RunStarted start(Workflow workflow, Vector<String> tasks, Position at) {
        var created =
                Tasks.created(
                        tasks.map(
                                id ->
                                        new Item(
                                                id,
                                                "Task " + id,
                                                Vector.empty(),
                                                Item.TODO,
                                                Option.of("foldline/" + id))),
                        tasks.flatMap(
                                id ->
                                        Vector.of("first", "second")
                                                .take(id.hashCode() % 3)
                                                .map(
                                                        terminal ->
                                                                Tasks.terminal(
                                                                        id,
                                                                        terminal,
                                                                        "worker",
                                                                        Vector.of("agent")))));
        var standing =
                new InitialState.Progress(
                        at,
                        created.items(),
                        created.executions(),
                        created.routeUses(),
                        created.submitted(),
                        created.branch(),
                        created.head(),
                        created.problem(),
                        created.protectedPaths(),
                        created.verified());
        return new RunStarted("", workflow, "task", Pipeline.RULES_VERSION, Instant.EPOCH)
                .knowing(
                        Option.of(
                                new InitialState(
                                        LinkedHashMap.of(Tasks.DEFINITION, "blob"),
                                        Vector.empty(),
                                        Option.of(standing))));
    }

    /** One of them, under a policy of this luck. */
    public static Workflow of(SeededRandom luck) {
        var policy = policy(luck);
        return switch (luck.fork("which").below(9)) {
            case 0 -> feature(policy);
            case 1 -> tdd(policy);
            case 2 -> tasks(policy);
            case 4, 5 ->
                    DrivenTdd.workflow(
                            luck.chance(50)
                                    ? Tdd.Options.DEFAULT
                                    : new Tdd.Options(1, 2, 2, 3, luck.between(0, 2)),
                            policy);
            case 3, 8 -> task(luck, policy);
            default ->
                    Tasks.workflow(
                            luck.chance(70)
                                    ? policy
                                    : policy.withChecks(policy.checks().remove("checks")));
        };
    }

    /** A task with up to three terminals. */
    public static Workflow task(SeededRandom luck) {
        return task(luck, policy(luck));
    }

    private static Workflow task(SeededRandom luck, Policy policy) {
        return Task.workflow(
                Vector.of("executor", "planner", "reviewer")
                        .take(luck.between(0, 3))
                        .map(id -> new Task.Terminal(id, id)),
                luck.fork("orchestration").pick(Task.Orchestration.values()),
                policy);
    }

    private static Policy policy(SeededRandom luck) {
        var bare =
                ArbitraryPolicies.UNLIMITED.withBranching(new Branching.NewBranch("foldline/it"));
        var checked = ArbitraryPolicies.checked(bare, "checks", "proof");
        var staffed =
                ArbitraryPolicies.withAgents(
                        checked,
                        luck.fork("chains"),
                        Vector.of(
                                        "executor",
                                        "planner",
                                        "reviewer",
                                        "mender",
                                        DrivenTdd.ROLE,
                                        Task.ORCHESTRATOR)
                                .appendAll(
                                        luck.fork("error").chance(50)
                                                ? Vector.of(Task.ERROR)
                                                : Vector.empty()));
        return luck.chance(30)
                ? staffed
                : staffed.withLimits(ArbitraryPolicies.limits(luck.fork("limits")))
                        .withRecovery(
                                ArbitraryPolicies.recovering(luck.fork("recovering"), "mender"));
    }

    private static Vector<Step> pull(String instruction) {
        return Vector.of(
                new Step.WorkerRequest(
                        instruction, Step.Accepts.GET, "", Vector.empty(), Vector.empty()));
    }

    private static Vector<Step> submit(
            String instruction,
            String argument,
            Vector<String> labels,
            Vector<Step.Unlock> unlocks) {
        return Vector.of(
                new Step.WorkerRequest(
                        instruction, Step.Accepts.SUBMIT, argument, labels, unlocks));
    }

    private static PhaseEntry tagged(String all, String none) {
        return new PhaseEntry.WhenTagged(Vector.of(all), Vector.of(none));
    }
}
