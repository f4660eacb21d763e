package dev.foldline.core.projection.tdd;

import dev.foldline.core.PipelineState;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * A {@code tdd} run with the texts that its timeline refers to.
 *
 * @param plan the current plan, with review tasks and statuses
 * @param imported the imported state file
 */
public record TddView(
        TddTimeline account,
        ActivePr plan,
        JsonValue.Obj imported,
        Option<String> lastError,
        Option<String> testOutput) {
    private static final String WITHDRAWN = "withdrawn_tests";
    private static final String COUNTER = "debug_attempt_counter";

    /** Fields that Foldline writes to the state file; all others are preserved. */
    private static final Vector<String> OWN =
            Vector.of(
                    "status",
                    COUNTER,
                    "last_commit_hash",
                    "current_pr_branch",
                    "last_error",
                    "pending_analysis",
                    "checkpoint_pending",
                    "review_round",
                    "last_test_command",
                    "replan_count",
                    TddImport.VERIFIED_TREE,
                    WITHDRAWN);

    public PipelineState state() {
        return account.state();
    }

    public TddStatus status() {
        return account.status();
    }

    /** Returns the branch that pull requests are merged into. */
    public String base() {
        return state().policy().branching().base().getOrElse("main");
    }

    public Option<String> branch() {
        return state().ledger().repository().branch();
    }

    /** Returns whether this is the current phase. */
    public boolean isIn(String phaseId) {
        return state().phase().exists(phase -> phase.id().equals(phaseId));
    }

    /** Returns the instruction that waits for a call, or that an agent is working on. */
    public Option<Step.WorkerRequest> instruction() {
        var ahead =
                state().cursor() instanceof Cursor.Working(var at)
                        ? state().phase()
                                .map(phase -> phase.steps().drop(at.step()))
                                .getOrElse(Vector.empty())
                        : Vector.<Step>empty();
        return ahead.dropWhile(TddView::isOnTheWayToAnAnswer)
                .headOption()
                .flatMap(
                        step ->
                                step instanceof Step.WorkerRequest external
                                        ? Option.of(external)
                                        : Option.<Step.WorkerRequest>none());
    }

    private static boolean isOnTheWayToAnAnswer(Step step) {
        return step instanceof Step.Clean
                || step instanceof Step.Prompt
                || step instanceof Step.Agent;
    }

    public boolean awaits(String instruction) {
        return instruction().exists(external -> external.instruction().equals(instruction));
    }

    /** Returns the subject of the commit that marks the pull request as done. */
    public String planUpdateSubject() {
        return "docs: mark '" + plan.title().replaceAll("\\s+", " ").strip() + "' as done";
    }

    /** Returns the goal of the current step. */
    public String goal() {
        return state().item().map(Item::title).getOrElse("");
    }

    /** Returns the name of the current step's task. */
    public String task() {
        return state().item()
                .flatMap(item -> plan.taskOf(item.id()))
                .map(ActivePr.Task::name)
                .getOrElse(this::goal);
    }

    /** Returns the name of the next open step's task; empty if there is none. */
    public String nextTask() {
        return state().items()
                .list(Tdd.STEPS)
                .find(item -> !(item.status() instanceof Item.Done))
                .flatMap(item -> plan.taskOf(item.id()))
                .map(ActivePr.Task::name)
                .getOrElse("");
    }

    /** Returns the content of {@code ORCHESTRATION_STATE.json}. Unknown values are absent. */
    public JsonValue.Obj stateFile() {
        var status = status();
        var own = JsonValue.Obj.EMPTY.with("status", status.name());
        var counted = number(own, COUNTER, status == TddStatus.DEBUGGING ? state().failures() : 0);
        var running = status == TddStatus.INITIALIZING ? counted : running(counted, status);
        return imported.fields()
                .foldLeft(
                        running,
                        (all, each) ->
                                OWN.contains(each._1()) ? all : all.with(each._1(), each._2()));
    }

    private JsonValue.Obj running(JsonValue.Obj own, TddStatus status) {
        var finished =
                status == TddStatus.FINALIZE_COMPLETE
                        || status == TddStatus.PLAN_UPDATED
                        || status == TddStatus.MERGING_BRANCH;
        var hashed = text(own, "last_commit_hash", account.squashed().filter(_ -> finished));
        var reported = text(text(hashed, "current_pr_branch", branch()), "last_error", lastError);
        var analysed =
                flag(
                        flag(reported, "pending_analysis", awaits("analysis")),
                        "checkpoint_pending",
                        isIn(Tdd.CHECKPOINT));
        var reviewed =
                number(
                        analysed,
                        "review_round",
                        state().ledger().executions("judge/" + Tdd.REVIEW));
        var verified =
                text(
                        reviewed,
                        TddImport.VERIFIED_TREE,
                        state().items().verified().filter(_ -> !finished));
        var tested =
                text(
                        verified,
                        "last_test_command",
                        status == TddStatus.DEBUGGING
                                ? state().ledger().failedFirst(Tdd.TEST)
                                : state().ledger().broughtLast(Tdd.TEST));
        return withdrawn(number(tested, "replan_count", account.replans()));
    }

    /** Adds the withdrawn tests for the review, which may find that a test was right after all. */
    private JsonValue.Obj withdrawn(JsonValue.Obj object) {
        var all =
                imported.list(WITHDRAWN)
                        .appendAll(
                                account.withdrawals()
                                        .map(
                                                each ->
                                                        JsonValue.Obj.EMPTY
                                                                .with("step", each.step())
                                                                .with(
                                                                        "test_command",
                                                                        each.command())
                                                                .with("reason", each.reason())));
        return all.isEmpty() ? object : object.with(WITHDRAWN, new JsonValue.Arr(all));
    }

    private static JsonValue.Obj text(JsonValue.Obj object, String name, Option<String> value) {
        return value.filter(text -> !text.isEmpty())
                .map(text -> object.with(name, text))
                .getOrElse(object);
    }

    private static JsonValue.Obj flag(JsonValue.Obj object, String name, boolean value) {
        return value ? object.with(name, new JsonValue.Bare("true")) : object;
    }

    private static JsonValue.Obj number(JsonValue.Obj object, String name, int value) {
        return value > 0 ? object.with(name, new JsonValue.Bare(Integer.toString(value))) : object;
    }
}
