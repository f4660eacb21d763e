package dev.foldline.core.projection.tdd;

import dev.foldline.core.event.InitialState.Problem;
import dev.foldline.core.event.InitialState.Progress;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Position;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Converts the two imported documents to the position of the new run. Missing fields get default
 * values.
 */
public final class TddImport {
    private TddImport() {}

    private static final String JUDGE = "judge/" + Tdd.REVIEW;

    /** Field of the state file; the run knows it under this name from the start. */
    static final String REPLAN_COUNT = "replan_count";

    /** Field of the state file: the tree when the last step was completed. */
    static final String VERIFIED_TREE = "verified_tree";

    /**
     * Returns the position of the work according to the documents.
     *
     * @param state {@code ORCHESTRATION_STATE.json}
     * @param plan {@code ACTIVE_PR.json}, if it exists
     * @return none if the state names no status
     */
    public static Option<Progress> initialStanding(
            Workflow workflow, JsonValue.Obj state, ActivePr plan) {
        return status(state).map(status -> new Documents(workflow, status, state, plan).progress());
    }

    /** Returns the status named by a state file. */
    public static Option<TddStatus> status(JsonValue.Obj state) {
        return state.text("status")
                .flatMap(
                        word ->
                                Option.ofOptional(
                                        java.util.Arrays.stream(TddStatus.values())
                                                .filter(each -> each.name().equals(word))
                                                .findFirst()));
    }

    /** Returns whether all work is in one commit after its review, according to the state file. */
    public static boolean isSquashed(JsonValue.Obj state) {
        return status(state)
                .exists(
                        status ->
                                switch (status) {
                                    case FINALIZE_COMPLETE, PLAN_UPDATED, MERGING_BRANCH -> true;
                                    case INITIALIZING,
                                            CREATING_BRANCH,
                                            EXECUTING_TDD,
                                            DEBUGGING,
                                            REPLANNING,
                                            CODE_REVIEW,
                                            AWAITING_FINALIZATION,
                                            HALTED ->
                                            false;
                                });
    }

    private record Documents(
            Workflow workflow, TddStatus status, JsonValue.Obj state, ActivePr plan) {

        Progress progress() {
            var items = tagged(items());
            return new Progress(
                    position(items),
                    LinkedHashMap.of(Tdd.STEPS, items),
                    executions(),
                    backs(),
                    handedIn(),
                    state.text("current_pr_branch"),
                    state.text("last_commit_hash"),
                    trouble(),
                    Vector.empty(),
                    state.text(VERIFIED_TREE).filter(hash -> hash.matches("[0-9a-f]{40,64}")));
        }

        /**
         * Returns the work items, with a placeholder if the status requires one and none is open.
         */
        private Vector<Item> items() {
            var items = plan.itemsAsWritten();
            var works = status == TddStatus.DEBUGGING || status == TddStatus.REPLANNING;
            return works && items.forAll(Documents::isDone)
                    ? items.append(
                            new Item(
                                    "unnamed.0",
                                    plan.title(),
                                    Vector.of(ActivePr.GREEN),
                                    Item.TODO))
                    : items;
        }

        /**
         * The test of a first red step may already have been run. A step in debugging has failed
         * and is run again.
         */
        private Vector<Item> tagged(Vector<Item> planned) {
            var items =
                    number(REPLAN_COUNT) > 0
                            ? planned.map(item -> item.tagged(ActivePr.REPLANNED))
                            : planned;
            int open = open(items);
            var red = open < items.size() && items.get(open).tags().contains(ActivePr.RED);
            return red && status == TddStatus.EXECUTING_TDD
                    ? items.update(open, item -> item.tagged(Tdd.TAG_IMPORTED))
                    : items;
        }

        private Position position(Vector<Item> items) {
            return switch (status) {
                case INITIALIZING, HALTED -> at("plan", 0, Tdd.INITIALIZE, 0);
                case CREATING_BRANCH -> at("plan", 0, Tdd.BRANCH, 0);
                case EXECUTING_TDD -> executing(items);
                case DEBUGGING -> working(items);
                case REPLANNING -> at(Tdd.EXECUTE, open(items), Tdd.REPLAN, 1);
                case CODE_REVIEW ->
                        pending(items)
                                .map(index -> at(Tdd.EXECUTE, index, Tdd.CHECKPOINT, 0))
                                .getOrElse(() -> at("judge", 0, Tdd.REVIEW, 0));
                case AWAITING_FINALIZATION -> at("finish", 0, Tdd.FINALIZE, 0);
                case FINALIZE_COMPLETE -> at("finish", 0, Tdd.UPDATE_PLAN, 0);
                case PLAN_UPDATED -> at("finish", 0, Tdd.MERGE, 0);
                case MERGING_BRANCH -> at("finish", 0, Tdd.MERGE, 1);
            };
        }

        private Position executing(Vector<Item> items) {
            var checkpoint = checkpoint(items).orElse(() -> pending(items));
            if (checkpoint.isDefined()) return at(Tdd.EXECUTE, checkpoint.get(), Tdd.CHECKPOINT, 0);
            return open(items) < items.size() ? working(items) : at("judge", 0, Tdd.REVIEW, 0);
        }

        private Position working(Vector<Item> items) {
            var item = items.get(open(items));
            var phase =
                    !item.tags().contains(ActivePr.RED)
                            ? Tdd.GREEN
                            : item.tags().contains(Tdd.TAG_IMPORTED) ? Tdd.RED_AGAIN : Tdd.RED;
            var analysis =
                    !phase.equals(Tdd.GREEN)
                            && state.fields()
                                    .get("pending_analysis")
                                    .contains(new JsonValue.Bare("true"));
            return at(Tdd.EXECUTE, open(items), phase, analysis ? 2 : 0);
        }

        /** Returns the last completed step of the current task, if a commit is due after it. */
        private Option<Integer> checkpoint(Vector<Item> items) {
            var task = plan.tasks().find(each -> !each.saysDone());
            var done =
                    task.map(each -> each.items().map(Item::id))
                            .getOrElse(Vector.empty())
                            .filter(
                                    id ->
                                            items.exists(
                                                    item -> item.id().equals(id) && isDone(item)));
            return done.lastOption()
                    .map(id -> items.indexWhere(item -> item.id().equals(id)))
                    .filter(index -> !items.get(index).tags().contains(ActivePr.RED));
        }

        /** Returns the last completed step, if the file says that a commit is due after it. */
        private Option<Integer> pending(Vector<Item> items) {
            int last = items.lastIndexWhere(Documents::isDone);
            return state.fields().get("checkpoint_pending").contains(new JsonValue.Bare("true"))
                            && last >= 0
                            && !items.get(last).tags().contains(ActivePr.RED)
                    ? Option.of(last)
                    : Option.none();
        }

        private Map<String, Integer> executions() {
            var found = plan.tasks().exists(task -> task.name().startsWith(ActivePr.FEEDBACK));
            int rounds = Math.max(number("review_round"), found ? 1 : 0);
            var reviewed = status == TddStatus.CODE_REVIEW ? Math.max(1, rounds - 1) : rounds;
            return reviewed > 0 ? LinkedHashMap.of(JUDGE, reviewed) : LinkedHashMap.empty();
        }

        /** A review that is due has not yet sent anything back. */
        private Map<String, Integer> backs() {
            int found =
                    status == TddStatus.CODE_REVIEW
                            ? number("review_round") - 1
                            : number("review_round");
            return found > 0
                    ? LinkedHashMap.of(JUDGE + "/" + Tdd.FOUND, found)
                    : LinkedHashMap.empty();
        }

        private Map<String, String> handedIn() {
            Map<String, String> test =
                    state.text("last_test_command")
                            .filter(line -> !line.isEmpty())
                            .map(
                                    line ->
                                            LinkedHashMap.of(
                                                    status == TddStatus.DEBUGGING
                                                            ? Ledger.failedKey(Tdd.TEST)
                                                            : Tdd.TEST,
                                                    line))
                            .getOrElse(LinkedHashMap.empty());
            return number(REPLAN_COUNT) > 0
                    ? test.put(REPLAN_COUNT, Integer.toString(number(REPLAN_COUNT)))
                    : test;
        }

        private Problem trouble() {
            var fault = Fault.of(Fault.Kind.CHECK_FAILED, state.text("last_error").getOrElse(""));
            return switch (status) {
                case DEBUGGING -> new Problem.Failing(number("debug_attempt_counter"), fault);
                case REPLANNING -> new Problem.Failing(0, fault);
                case HALTED ->
                        new Problem.Halted(
                                Fault.of(
                                        Fault.Kind.NEEDS_PERSON,
                                        state.text("last_error").getOrElse("The run has halted.")));
                case INITIALIZING,
                        CREATING_BRANCH,
                        EXECUTING_TDD,
                        CODE_REVIEW,
                        AWAITING_FINALIZATION,
                        FINALIZE_COMPLETE,
                        PLAN_UPDATED,
                        MERGING_BRANCH ->
                        new Problem.None();
            };
        }

        private int number(String field) {
            return state.fields()
                    .get(field)
                    .flatMap(
                            value ->
                                    value instanceof JsonValue.Bare(var word)
                                                    && word.matches("[0-9]{1,6}")
                                            ? Option.of(Integer.parseInt(word))
                                            : Option.<Integer>none())
                    .getOrElse(0);
        }

        private Position at(String stage, int turn, String phase, int step) {
            int index = workflow.indexOf(stage);
            return new Position(index, turn, workflow.stages().get(index).indexOf(phase), step);
        }

        private static int open(Vector<Item> items) {
            int index = items.indexWhere(item -> !isDone(item));
            return index < 0 ? items.size() : index;
        }

        private static boolean isDone(Item item) {
            return item.status() instanceof Item.Done;
        }
    }
}
