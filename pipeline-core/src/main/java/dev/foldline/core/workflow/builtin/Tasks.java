package dev.foldline.core.workflow.builtin;

import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.LAND_MERGE;
import static dev.foldline.core.workflow.GitOperation.LEAVE_ITEM;
import static dev.foldline.core.workflow.GitOperation.LEAVE_TREE;
import static dev.foldline.core.workflow.GitOperation.MARK;
import static dev.foldline.core.workflow.GitOperation.OPEN_BRANCH;
import static dev.foldline.core.workflow.GitOperation.REBASE_ITEM;
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
import dev.foldline.core.event.Given.Standing;
import dev.foldline.core.event.Given.Trouble;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Position;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Recovering;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Turns;
import dev.foldline.core.workflow.Workflow;
import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The workflow {@code tasks}: each of its tasks is a run of its own, on a branch of its own, all of them side by side; when all are
 * completed, their branches are merged into the target one after the other.
 */
public final class Tasks {
    private Tasks() {}

    public static final String NAME = "tasks";

    /** The list whose items are worked on, and the one whose items are merged: the same tasks in the same order. */
    public static final String TASKS = "tasks";
    public static final String MERGES = "merges";

    /** The list of the terminals of all tasks, in the order of their tasks and in their own. */
    public static final String TERMINALS = "terminals";

    /** The stages, in their order. */
    public static final String ADMISSION = "admission";
    public static final String PREPARE = "prepare";
    public static final String SWITCHING = "switching";
    public static final String WORK = "work";
    public static final String MERGING = "merging";
    public static final String FINISH = "finish";

    /** The calls that bring a created workflow to its work, and the argument that names them. */
    public static final String READY = "ready";
    public static final String START = "start";
    public static final String CALL = "do";

    private static final int OVERTAKINGS_MAX = 200;
    private static final String CONFLICT = "conflict";

    /** Who resolves conflicts, where agents do. */
    public static final String RESOLVER = "resolver";

    /** The prompt of whoever resolves a conflict. */
    public static final String TEMPLATE = "conflict";

    /** What finds markers of a conflict that nobody has resolved, in what was changed since the target. */
    private static final String UNMARKED = "unmarked";
    private static final CommandLine MARKERS = new CommandLine.Shell("! git diff --no-ext-diff --no-color HEAD^ | grep -nE '^[+](<<<<<<<|>>>>>>>) '");

    /** How the work of a task comes into the target. */
    public enum Strategy {
        /** As one commit. */
        SQUASH,
        /** Its commits one by one, as they are. */
        REBASE
    }

    /** What becomes of a merge that conflicts. */
    public enum OnConflict {
        /** It waits for a person to resolve it on the task's branch. */
        PARK,
        /** An agent resolves it; what comes of that is checked and lands. */
        AGENT,
        /** The same, but it waits for a person's approval before it lands. */
        ASK
    }

    /** What a user chooses. */
    public record Options(Strategy strategy, OnConflict onConflict) {
        public static final Options DEFAULT = new Options(Strategy.SQUASH, OnConflict.PARK);
    }

    public static Workflow workflow(Policy policy) { return workflow(Options.DEFAULT, policy); }

    /** @param policy names the agents of {@link #RESOLVER}, where agents resolve conflicts */
    public static Workflow workflow(Options options, Policy policy) {
        return new Workflow(NAME, 1, Vector.of(
                once(ADMISSION, phases(phase("admission", call(READY), call(START)).route(READY, PROCEED).route(START, PROCEED))),
                once(PREPARE, phases(phase("open", git(OPEN_BRANCH))).appendAll(Shipped.setup(policy))),
                new Stage(SWITCHING, new Turns.EachItem(TERMINALS, "switch"), phases(phase("switch", Vector.of(new Step.Switch())))),
                once(WORK, phases(phase("tasks", Vector.of(new Step.Children(TASKS, Task.NAME))))),
                new Stage(MERGING, new Turns.EachItem(MERGES, "land"), merging(options, policy)),
                once(FINISH, phases(phase("leave", git(LEAVE_TREE))))), halting(options.onConflict() == OnConflict.PARK ? policy
                : policy.withChecks(policy.checks().put(UNMARKED, Vector.of(MARKERS)))));
    }

    /**
     * Where a workflow begins: it is created, and waits to be called ready.
     *
     * @param terminals made by {@link #terminal}
     */
    public static Standing created(Vector<Item> tasks, Vector<Item> terminals) {
        return new Standing(Position.START, LinkedHashMap.of(TASKS, tasks, MERGES, tasks, TERMINALS, terminals), LinkedHashMap.empty(), LinkedHashMap.empty(), LinkedHashMap.empty(),
                Option.none(), Option.none(), new Trouble.Nothing(), Vector.empty());
    }

    /**
     * A terminal in the list of them all.
     *
     * @param role what it is for
     * @param agents who may do it, the preferred one first
     */
    public static Item terminal(String task, String terminal, String role, Vector<String> agents) {
        return new Item(terminalId(task, terminal), role, agents, Item.TODO);
    }

    /** What a terminal is called where those of all tasks are spoken of: neither a task's id nor a terminal's has a slash. */
    public static String terminalId(String task, String terminal) { return task + "/" + terminal; }

    /** The terminals of a task, by the ids they have in it. */
    public static Vector<String> terminals(PipelineState workflow, String task) {
        return turns(workflow, task).keySet().toVector();
    }

    /** The same, and whether it is done that what each will work with is looked up. */
    public static Map<String, Item.Status> turns(PipelineState workflow, String task) { return turns(workflow).getOrElse(task, LinkedHashMap.empty()); }

    /** The same for all tasks, by task: it takes no longer than for one. */
    public static Map<String, Map<String, Item.Status>> turns(PipelineState workflow) {
        return workflow.items().list(TERMINALS).foldLeft(HashMap.empty(), (all, item) -> {
            int slash = item.id().indexOf('/');
            var task = item.id().substring(0, slash);
            return all.put(task, all.getOrElse(task, LinkedHashMap.empty()).put(item.id().substring(slash + 1), item.status()));
        });
    }

    /** What is handed in with a workflow that may not be started: {@code false}. */
    public static final String ORCHESTRATED = "orchestrated";

    /** The artifact that says what each task is to do. */
    public static final String DEFINITION = "definition";

    /** The artifact that says what the commit of a task's merge is to say. */
    public static String messageOf(String task) { return "merge_message/" + task; }

    /** The artifact that says what a task, or a terminal, is to do; none if nothing is said. */
    public static String descriptionOf(String id) { return "description/" + id; }

    private static Vector<Step> call(String which) {
        return Vector.of(new Step.External(which, Step.Accepts.SUBMIT, CALL, Vector.of(which), Vector.empty()));
    }

    /**
     * The run's own tree holds what the target would hold, so the check runs on the merged work. A target that has moved since is merged
     * with anew. What the task worked in is of no use when its work has landed.
     */
    private static Vector<Phase> merging(Options options, Policy policy) {
        var check = policy.checks().containsKey(Shipped.CHECKS) ? Option.of(Shipped.CHECKS) : Option.<String>none();
        var mends = options.onConflict() != OnConflict.PARK;
        var taking = options.strategy() == Strategy.SQUASH ? SQUASH : REBASE_ITEM;
        var take = phase("take", git(RESET), mends ? git(taking, CONFLICT) : git(taking), checked(check));
        return Vector.of(mends ? take.route(CONFLICT, new Route.To("mend")) : take)
                .appendAll(mends ? phases(mend(options.onConflict(), check)) : Vector.empty())
                .append(phase("land", gitRelyingOn(check, LAND_MERGE, "landed", "overtaken"))
                        .route("landed", PROCEED).route("overtaken", new Route.Back(MERGING, OVERTAKINGS_MAX)))
                .append(phase("tidy", git(LEAVE_ITEM)));
    }

    /** The tree holds both sides between markers. What an agent makes of that becomes one commit; no marker gets past it. */
    private static Phase mend(OnConflict onConflict, Option<String> check) {
        var asks = onConflict == OnConflict.ASK;
        var mend = phase("mend", git(RESET), git(MARK), Script.call(RESOLVER, TEMPLATE), check(UNMARKED), git(COMMIT),
                asks ? git(SQUASH_OWN) : git(SQUASH_OWN, CONFLICT), checked(check)).whenSent();
        return asks ? mend.gate(new GateSpec(OnReject.REDO)) : mend.route(CONFLICT, new Route.Back(MERGING, OVERTAKINGS_MAX));
    }

    private static Vector<Step> checked(Option<String> check) { return check.map(name -> check(name)).getOrElse(nothing()); }

    /** What fails waits for a person, and begins again where it failed. */
    static Policy halting(Policy policy) {
        var usual = policy.recovering();
        return policy.withRecovering(new Recovering(Option.none(), usual.restartFrom(), usual.turnBackFrom(), usual.startOverFrom(), 0,
                Option.none(), Recovering.OnSpent.HALT));
    }
}
