package dev.foldline.core.workflow.builtin;

import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.LAND_MERGE;
import static dev.foldline.core.workflow.GitOperation.MARK;
import static dev.foldline.core.workflow.GitOperation.OPEN_BRANCH;
import static dev.foldline.core.workflow.GitOperation.REBASE_ITEM;
import static dev.foldline.core.workflow.GitOperation.RELEASE_ITEM_WORKTREE;
import static dev.foldline.core.workflow.GitOperation.RELEASE_WORKTREE;
import static dev.foldline.core.workflow.GitOperation.RESET;
import static dev.foldline.core.workflow.GitOperation.SQUASH;
import static dev.foldline.core.workflow.GitOperation.SQUASH_OWN;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.gitRelyingOn;
import static dev.foldline.core.workflow.Script.nothing;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.InitialState.Problem;
import dev.foldline.core.event.InitialState.Progress;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Position;
import dev.foldline.core.workflow.ConflictMarkers;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The workflow {@code tasks}. Each task is a run of its own on its own branch, and all of them run
 * concurrently. When all are completed, their branches are merged into the target one after the
 * other.
 */
public final class Tasks {
    private Tasks() {}

    public static final String NAME = "tasks";

    /**
     * The list of tasks to work on, and the list of tasks to merge: the same tasks in the same
     * order.
     */
    public static final String TASKS = "tasks";

    public static final String MERGES = "merges";

    /** The list of the terminals of all tasks, by task and in order. */
    public static final String TERMINALS = "terminals";

    /** The stages in order. */
    public static final String ADMISSION = "admission";

    public static final String PREPARE = "prepare";
    public static final String SWITCHING = "switching";
    public static final String WORK = "work";
    public static final String MERGING = "merging";
    public static final String FINISH = "finish";

    /** The calls that start a created workflow, and the argument that names them. */
    public static final String READY = "ready";

    public static final String START = "start";
    public static final String CALL = "do";

    /** The argument of a start that waits until fewer workflows run: the time of the start. */
    public static final String QUEUED = "queued";

    private static final int OVERTAKINGS_MAX = 200;
    private static final String CONFLICT = "conflict";

    /** The role that resolves conflicts, if agents do so. */
    public static final String RESOLVER = "resolver";

    /** The prompt template for resolving a conflict. */
    public static final String TEMPLATE = "conflict";

    /** How a task's branch is merged into the target. */
    public enum Strategy {
        /** As one commit. */
        SQUASH,
        /** Rebase its commits one by one. */
        REBASE
    }

    /** What follows a merge conflict. */
    public enum OnConflict {
        /** Wait for the user to resolve it on the task's branch. */
        PARK,
        /** Let an agent resolve it; the result is checked and lands. */
        AGENT,
        /** Let an agent resolve it, then wait for the user's approval before it lands. */
        ASK
    }

    /** The user's options. */
    public record Options(Strategy strategy, OnConflict onConflict) {
        public static final Options DEFAULT = new Options(Strategy.SQUASH, OnConflict.PARK);
    }

    public static Workflow workflow(Policy policy) {
        return workflow(Options.DEFAULT, policy);
    }

    /**
     * @param policy names the agents of {@link #RESOLVER} if agents resolve conflicts
     */
    public static Workflow workflow(Options options, Policy policy) {
        return new Workflow(
                NAME,
                1,
                Vector.of(
                        once(
                                ADMISSION,
                                phases(
                                        phase("admission", call(READY), call(START))
                                                .route(READY, PROCEED)
                                                .route(START, PROCEED))),
                        once(
                                PREPARE,
                                phases(phase("open", git(OPEN_BRANCH)))
                                        .appendAll(BuiltinWorkflows.setup(policy))),
                        new Stage(
                                SWITCHING,
                                new LoopCondition.EachItem(TERMINALS, "switch"),
                                phases(phase("switch", Vector.of(new Step.Switch())))),
                        once(
                                WORK,
                                phases(
                                        phase(
                                                "tasks",
                                                Vector.of(
                                                        new Step.Children(
                                                                TASKS,
                                                                Task.NAME,
                                                                Vector.of(DEFINITION),
                                                                Budget.UNLIMITED))))),
                        new Stage(
                                MERGING,
                                new LoopCondition.EachItem(MERGES, "land"),
                                merging(options, policy)),
                        once(FINISH, phases(phase("leave", git(RELEASE_WORKTREE))))),
                halting(
                        options.onConflict() == OnConflict.PARK
                                ? policy
                                : policy.withChecks(
                                        policy.checks()
                                                .put(
                                                        ConflictMarkers.CHECK,
                                                        Vector.of(ConflictMarkers.COMMAND)))));
    }

    /**
     * Returns the position of a created workflow, which waits to be marked as ready.
     *
     * @param terminals created by {@link #terminal}
     */
    public static Progress created(Vector<Item> tasks, Vector<Item> terminals) {
        return new Progress(
                Position.START,
                LinkedHashMap.of(TASKS, tasks, MERGES, tasks, TERMINALS, terminals),
                LinkedHashMap.empty(),
                LinkedHashMap.empty(),
                LinkedHashMap.empty(),
                Option.none(),
                Option.none(),
                new Problem.None(),
                Vector.empty(),
                Option.none());
    }

    /**
     * Returns a terminal for the list of all terminals.
     *
     * @param role its purpose
     * @param agents the allowed agents, the preferred one first
     */
    public static Item terminal(String task, String terminal, String role, Vector<String> agents) {
        return new Item(terminalId(task, terminal), role, agents, Item.TODO);
    }

    /**
     * Returns a terminal's id among the terminals of all tasks. Neither a task's id nor a
     * terminal's contains a slash.
     */
    public static String terminalId(String task, String terminal) {
        return task + "/" + terminal;
    }

    /** Returns the terminals of a task, by their ids in the task. */
    public static Vector<String> terminals(PipelineState workflow, String task) {
        return turns(workflow, task).keySet().toVector();
    }

    /** Returns the terminals of a task, each with whether its model is resolved. */
    public static Map<String, Item.Status> turns(PipelineState workflow, String task) {
        return turns(workflow).getOrElse(task, LinkedHashMap.empty());
    }

    /** Returns the terminals of all tasks, by task, in the same time as for one. */
    public static Map<String, Map<String, Item.Status>> turns(PipelineState workflow) {
        return workflow.items()
                .list(TERMINALS)
                .foldLeft(
                        HashMap.empty(),
                        (all, item) -> {
                            int slash = item.id().indexOf('/');
                            var task = item.id().substring(0, slash);
                            return all.put(
                                    task,
                                    all.getOrElse(task, LinkedHashMap.empty())
                                            .put(item.id().substring(slash + 1), item.status()));
                        });
    }

    /** Argument that keeps a workflow from being started: {@code false}. */
    public static final String ORCHESTRATED = "orchestrated";

    /** The artifact that describes each task. */
    public static final String DEFINITION = "definition";

    /** Returns the artifact with the message of a task's merge commit. */
    public static String messageOf(String task) {
        return "merge_message/" + task;
    }

    /** Returns the artifact with the description of a task or a terminal, which may not exist. */
    public static String descriptionOf(String id) {
        return "description/" + id;
    }

    private static Vector<Step> call(String which) {
        return Vector.of(
                new Step.WorkerRequest(
                        which, Step.Accepts.SUBMIT, CALL, Vector.of(which), Vector.empty()));
    }

    /**
     * The run's own tree holds the merged result, so the check runs on it. If the target has moved
     * since, the merge is prepared again. The task's worktree is removed when its work has landed.
     */
    private static Vector<Phase> merging(Options options, Policy policy) {
        var check =
                policy.checks().containsKey(BuiltinWorkflows.CHECKS)
                        ? Option.of(BuiltinWorkflows.CHECKS)
                        : Option.<String>none();
        var mends = options.onConflict() != OnConflict.PARK;
        var taking = options.strategy() == Strategy.SQUASH ? SQUASH : REBASE_ITEM;
        var take =
                phase(
                        "take",
                        git(RESET),
                        mends ? git(taking, CONFLICT) : git(taking),
                        checked(check));
        return Vector.of(mends ? take.route(CONFLICT, new Route.To("mend")) : take)
                .appendAll(mends ? phases(fix(options.onConflict(), check)) : Vector.empty())
                .append(
                        phase("land", gitRelyingOn(check, LAND_MERGE, "landed", "overtaken"))
                                .route("landed", PROCEED)
                                .route("overtaken", new Route.Back(MERGING, OVERTAKINGS_MAX)))
                .append(phase("tidy", git(RELEASE_ITEM_WORKTREE)));
    }

    /**
     * The tree contains both sides between conflict markers. The agent's result becomes one commit,
     * and a check rejects remaining markers.
     */
    private static Phase fix(OnConflict onConflict, Option<String> check) {
        var asks = onConflict == OnConflict.ASK;
        var mend =
                phase(
                                "mend",
                                git(RESET),
                                git(MARK),
                                Script.call(RESOLVER, TEMPLATE),
                                check(ConflictMarkers.CHECK),
                                git(COMMIT),
                                asks ? git(SQUASH_OWN) : git(SQUASH_OWN, CONFLICT),
                                checked(check))
                        .whenSent();
        return asks
                ? mend.gate(new GateSpec(OnReject.REDO))
                : mend.route(CONFLICT, new Route.Back(MERGING, OVERTAKINGS_MAX));
    }

    private static Vector<Step> checked(Option<String> check) {
        return check.map(name -> check(name)).getOrElse(nothing());
    }

    /** A failed phase waits for the user and restarts where it failed. */
    static Policy halting(Policy policy) {
        return policy.withRecovery(policy.recovery().withoutAttempts());
    }
}
