package dev.foldline.core.projection.tdd;

import dev.foldline.core.event.Given.Standing;
import dev.foldline.core.event.Given.Trouble;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Position;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.Tdd;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** From the two documents to where a run that takes them up stands. What a document does not say has its usual value. */
public final class TakenUp {
    private TakenUp() {}

    private static final String JUDGE = "judge/" + Tdd.REVIEW;

    /** Of the state file; and under this name the run knows it from the beginning. */
    static final String REPLAN_COUNT = "replan_count";

    /**
     * Where the documents say that work stands.
     *
     * @param state {@code ORCHESTRATION_STATE.json}
     * @param plan {@code ACTIVE_PR.json}, if it is there
     * @return none if the state names no status
     */
    public static Option<Standing> standing(Workflow workflow, Json.Obj state, ActivePr plan) {
        return status(state).map(status -> new Documents(workflow, status, state, plan).standing());
    }

    /** The status a state file names. */
    public static Option<TddStatus> status(Json.Obj state) {
        return state.text("status").flatMap(word -> Option.ofOptional(java.util.Arrays.stream(TddStatus.values()).filter(each -> each.name().equals(word)).findFirst()));
    }

    /** Whether the state file says that all work is in one commit, behind its review. */
    public static boolean isSquashed(Json.Obj state) {
        return status(state).exists(status -> switch (status) {
            case FINALIZE_COMPLETE, PLAN_UPDATED, MERGING_BRANCH -> true;
            case INITIALIZING, CREATING_BRANCH, EXECUTING_TDD, DEBUGGING, REPLANNING, CODE_REVIEW, AWAITING_FINALIZATION, HALTED -> false;
        });
    }

    private record Documents(Workflow workflow, TddStatus status, Json.Obj state, ActivePr plan) {

        Standing standing() {
            var items = tagged(items());
            return new Standing(position(items), LinkedHashMap.of(Tdd.STEPS, items), executions(), backs(), handedIn(), state.text("current_pr_branch"),
                    state.text("last_commit_hash"), trouble(), Vector.empty());
        }

        /** The work items, and one more where a status without any would have nothing to be about. */
        private Vector<Item> items() {
            var items = plan.itemsAsWritten();
            var works = status == TddStatus.DEBUGGING || status == TddStatus.REPLANNING;
            return works && items.forAll(Documents::isDone)
                    ? items.append(new Item("unnamed.0", plan.title(), Vector.of(ActivePr.GREEN), Item.TODO)) : items;
        }

        /** The test of a first red step may have been run already; what is debugged has failed and is run again. */
        private Vector<Item> tagged(Vector<Item> planned) {
            var items = number(REPLAN_COUNT) > 0 ? planned.map(item -> item.tagged(ActivePr.REPLANNED)) : planned;
            int open = open(items);
            var red = open < items.size() && items.get(open).tags().contains(ActivePr.RED);
            return red && status == TddStatus.EXECUTING_TDD
                    ? items.update(open, item -> item.tagged(Tdd.TAG_IMPORTED)) : items;
        }

        private Position position(Vector<Item> items) {
            return switch (status) {
                case INITIALIZING, HALTED  -> at("plan", 0, Tdd.INITIALIZE, 0);
                case CREATING_BRANCH       -> at("plan", 0, Tdd.BRANCH, 0);
                case EXECUTING_TDD         -> executing(items);
                case DEBUGGING             -> working(items);
                case REPLANNING            -> at(Tdd.EXECUTE, open(items), Tdd.REPLAN, 1);
                case CODE_REVIEW           -> at("judge", 0, Tdd.REVIEW, 0);
                case AWAITING_FINALIZATION -> at("finish", 0, Tdd.FINALIZE, 0);
                case FINALIZE_COMPLETE     -> at("finish", 0, Tdd.UPDATE_PLAN, 0);
                case PLAN_UPDATED          -> at("finish", 0, Tdd.MERGE, 0);
                case MERGING_BRANCH        -> at("finish", 0, Tdd.MERGE, 1);
            };
        }

        private Position executing(Vector<Item> items) {
            var checkpoint = checkpoint(items);
            if (checkpoint.isDefined()) return at(Tdd.EXECUTE, checkpoint.get(), Tdd.CHECKPOINT, 0);
            return open(items) < items.size() ? working(items) : at("judge", 0, Tdd.REVIEW, 0);
        }

        private Position working(Vector<Item> items) {
            var item = items.get(open(items));
            var phase = !item.tags().contains(ActivePr.RED) ? Tdd.GREEN : item.tags().contains(Tdd.TAG_IMPORTED) ? Tdd.RED_AGAIN : Tdd.RED;
            var analysis = !phase.equals(Tdd.GREEN) && state.fields().get("pending_analysis").contains(new Json.Bare("true"));
            return at(Tdd.EXECUTE, open(items), phase, analysis ? 2 : 0);
        }

        /** The last step that is done of the task that is under way, if a commit is due behind it. */
        private Option<Integer> checkpoint(Vector<Item> items) {
            var task = plan.tasks().find(each -> !each.saysDone());
            var done = task.map(each -> each.items().map(Item::id)).getOrElse(Vector.empty())
                    .filter(id -> items.exists(item -> item.id().equals(id) && isDone(item)));
            return done.lastOption().map(id -> items.indexWhere(item -> item.id().equals(id))).filter(index -> !items.get(index).tags().contains(ActivePr.RED));
        }

        private Map<String, Integer> executions() {
            var found = plan.tasks().exists(task -> task.name().startsWith(ActivePr.FEEDBACK));
            int rounds = Math.max(number("review_round"), found ? 1 : 0);
            var reviewed = status == TddStatus.CODE_REVIEW ? Math.max(1, rounds - 1) : rounds;
            return reviewed > 0 ? LinkedHashMap.of(JUDGE, reviewed) : LinkedHashMap.empty();
        }

        /** A review that is due has not sent anything back yet. */
        private Map<String, Integer> backs() {
            int found = status == TddStatus.CODE_REVIEW ? number("review_round") - 1 : number("review_round");
            return found > 0 ? LinkedHashMap.of(JUDGE + "/" + Tdd.FOUND, found) : LinkedHashMap.empty();
        }

        private Map<String, String> handedIn() {
            Map<String, String> test = state.text("last_test_command").map(line -> LinkedHashMap.of(Tdd.TEST, line)).getOrElse(LinkedHashMap.empty());
            return number(REPLAN_COUNT) > 0 ? test.put(REPLAN_COUNT, Integer.toString(number(REPLAN_COUNT))) : test;
        }

        private Trouble trouble() {
            var fault = Fault.of(Fault.Kind.CHECK_FAILED, state.text("last_error").getOrElse(""));
            return switch (status) {
                case DEBUGGING -> new Trouble.Failing(number("debug_attempt_counter"), fault);
                case REPLANNING -> new Trouble.Failing(0, fault);
                case HALTED -> new Trouble.Halted(Fault.of(Fault.Kind.NEEDS_PERSON, state.text("last_error").getOrElse("The run has halted.")));
                case INITIALIZING, CREATING_BRANCH, EXECUTING_TDD, CODE_REVIEW, AWAITING_FINALIZATION, FINALIZE_COMPLETE, PLAN_UPDATED, MERGING_BRANCH ->
                        new Trouble.Nothing();
            };
        }

        private int number(String field) {
            return state.fields().get(field).flatMap(value -> value instanceof Json.Bare(var word) && word.matches("[0-9]{1,6}")
                    ? Option.of(Integer.parseInt(word)) : Option.<Integer>none()).getOrElse(0);
        }

        private Position at(String stage, int turn, String phase, int step) {
            int index = workflow.indexOf(stage);
            return new Position(index, turn, workflow.stages().get(index).indexOf(phase), step);
        }

        private static int open(Vector<Item> items) {
            int index = items.indexWhere(item -> !isDone(item));
            return index < 0 ? items.size() : index;
        }

        private static boolean isDone(Item item) { return item.status() instanceof Item.Done; }
    }
}
