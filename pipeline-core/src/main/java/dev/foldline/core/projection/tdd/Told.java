package dev.foldline.core.projection.tdd;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.Tdd;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * A run of {@code tdd} with the texts its account names.
 *
 * @param plan as it stands: tasks of reviews and statuses included
 * @param imported the state file it was taken up from
 */
public record Told(TddAccount account, ActivePr plan, Json.Obj imported, Option<String> lastError, Option<String> testOutput) {
    private static final String COUNTER = "debug_attempt_counter";

    /** Fields the state file has of its own; all others are somebody else's and are kept. */
    private static final Vector<String> OWN = Vector.of("status", COUNTER, "last_commit_hash", "current_pr_branch", "last_error", "pending_analysis",
            "checkpoint_pending", "review_round", "last_test_command", "replan_count");

    public PipelineState state() { return account.state(); }

    public TddStatus status() { return account.status(); }

    /** The branch that pull requests are merged into. */
    public String base() { return state().policy().branching().base().getOrElse("main"); }

    public Option<String> branch() { return state().ledger().repository().branch(); }

    /** The phase, and the instruction its worker was given last or is to be given. */
    public String phase() { return state().phase().map(phase -> phase.id()).getOrElse(""); }

    /** The instruction that waits for a call, or that an agent is just called with. */
    public Option<Step.External> instruction() {
        var ahead = state().cursor() instanceof Cursor.Working(var at) ? state().phase().map(phase -> phase.steps().drop(at.step())).getOrElse(Vector.empty())
                : Vector.<Step>empty();
        return ahead.dropWhile(Told::isOnTheWayToAnAnswer).headOption()
                .flatMap(step -> step instanceof Step.External external ? Option.of(external) : Option.<Step.External>none());
    }

    private static boolean isOnTheWayToAnAnswer(Step step) { return step instanceof Step.Clean || step instanceof Step.Prompt || step instanceof Step.Agent; }

    public boolean awaits(String instruction) { return instruction().exists(external -> external.instruction().equals(instruction)); }

    /** The subject of the commit that marks the pull request as done. */
    public String planUpdateSubject() { return "docs: mark '" + plan.title().replaceAll("\\s+", " ").strip() + "' as done"; }

    /** What the current step asks for. */
    public String goal() { return state().item().map(Item::title).getOrElse(""); }

    /** The name of the current step's task. */
    public String task() {
        return state().item().flatMap(item -> plan.taskOf(item.id())).map(ActivePr.Task::name).getOrElse(this::goal);
    }

    /** What {@code ORCHESTRATION_STATE.json} holds. What is not known is not there. */
    public Json.Obj stateFile() {
        var status = status();
        var own = Json.Obj.EMPTY.with("status", status.name());
        var counted = number(own, COUNTER, status == TddStatus.DEBUGGING ? state().failures() : 0);
        var running = status == TddStatus.INITIALIZING ? counted : running(counted, status);
        return imported.fields().foldLeft(running, (all, each) -> OWN.contains(each._1()) ? all : all.with(each._1(), each._2()));
    }

    private Json.Obj running(Json.Obj own, TddStatus status) {
        var finished = status == TddStatus.FINALIZE_COMPLETE || status == TddStatus.PLAN_UPDATED || status == TddStatus.MERGING_BRANCH;
        var hashed = text(own, "last_commit_hash", account.squashed().filter(_ -> finished));
        var told = text(text(hashed, "current_pr_branch", branch()), "last_error", lastError);
        var analysed = flag(flag(told, "pending_analysis", awaits("analysis")), "checkpoint_pending", phase().equals(Tdd.CHECKPOINT));
        var reviewed = number(analysed, "review_round", state().ledger().executions("judge/" + Tdd.REVIEW));
        return number(text(reviewed, "last_test_command", state().ledger().broughtLast(Tdd.TEST)), "replan_count", account.replans());
    }

    private static Json.Obj text(Json.Obj object, String name, Option<String> value) { return value.map(text -> object.with(name, text)).getOrElse(object); }

    private static Json.Obj flag(Json.Obj object, String name, boolean value) { return value ? object.with(name, new Json.Bare("true")) : object; }

    private static Json.Obj number(Json.Obj object, String name, int value) { return value > 0 ? object.with(name, new Json.Bare(Integer.toString(value))) : object; }
}
