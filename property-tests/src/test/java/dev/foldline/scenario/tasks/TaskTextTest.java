package dev.foldline.scenario.tasks;

import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.landingMerge;
import static dev.foldline.scenario.EffectSelector.preparingMerge;
import static dev.foldline.scenario.ScenarioEnvironment.DAWN;
import static dev.foldline.scenario.ScenarioRun.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.ReleaseWorktree;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.GitEvent.MergeOvertaken;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** From a created workflow to its last merge. */
class TaskTextTest {
    private static final EffectSelector SPAWNING = EffectSelector.of(SpawnChild.class::isInstance);
    static final Policy CHECKED =
            Policy.DEFAULT
                    .withBranching(
                            new Policy.Branching.OwnTree(
                                    "foldline/flow", "base", Option.of("main")))
                    .withChecks(
                            LinkedHashMap.of(
                                    BuiltinWorkflows.CHECKS,
                                    Vector.of(new CommandLine.Shell("make test"))));

    @Test
    void S1_17_a_workflow_is_created_then_ready_then_running_before_anything_is_done() {
        var walk = created("one");
        assertThat(status(walk)).isEqualTo(WorkflowStatus.CREATED);
        assertThat(status(walk.says(call("ready")))).isEqualTo(WorkflowStatus.READY);
        assertThat(status(walk.says(call("start")))).isEqualTo(WorkflowStatus.RUNNING);
        assertThat(walk.beats()).isEmpty();
    }

    @Test
    void S1_04_a_start_before_it_is_ready_and_a_second_one_are_refused() {
        var walk = created("one");
        assertThat(walk.isRefused(call("start")).code()).isEqualTo(Code.NOT_EXPECTED);
        walk.says(call("ready")).says(call("start"));
        assertThat(walk.isRefused(call("start")).code()).isEqualTo(Code.NOT_EXPECTED);
    }

    @Test
    void S1_22_every_task_has_a_child_before_the_first_of_them_has_ended() {
        var walk = start("one", "two", "three").toEnd().does(3, SPAWNING);
        assertThat(walk.next().effect())
                .isEqualTo(
                        new Wait(
                                Vector.of(new WaitCondition.ChildrenEnds("tasks")), Option.none()));
        assertThat(walk.effects(SpawnChild.class).map(each -> each.item().id()))
                .containsExactly("one", "two", "three");
        assertThat(walk.effects(SpawnChild.class))
                .allSatisfy(
                        each ->
                                assertThat(each.artifacts().get("definition"))
                                        .contains("blob-of-definition"));
        assertThat(walk.state().items().child("tasks", "two"))
                .contains(new Child("tasks", "two", ticket(walk, "two"), "child-two"));
    }

    @Test
    void the_merge_worktree_is_set_up_before_any_task_starts() {
        var policy =
                CHECKED.withChecks(
                        CHECKED.checks()
                                .put(
                                        BuiltinWorkflows.SETUP,
                                        Vector.of(new CommandLine.Shell("make ready"))));
        var walk = start(created(Tasks.workflow(policy), "one")).until(SPAWNING);
        assertThat(walk.effects(RunCheck.class).map(RunCheck::check))
                .containsExactly(BuiltinWorkflows.SETUP);
    }

    @Test
    void S1_21_a_workflow_without_tasks_has_nothing_to_do_and_completes() {
        start().toEnd().completes().does(0, SPAWNING).does(0, preparingMerge());
    }

    @Test
    void S1_43_no_merge_is_made_before_all_tasks_are_completed() {
        var walk = start("one", "two").toEnd();
        walk.says(end(walk, "two", true)).toEnd().does(0, preparingMerge());
        assertThat(status(walk)).isEqualTo(WorkflowStatus.RUNNING);
        walk.says(end(walk, "one", true)).until(preparingMerge());
        assertThat(status(walk)).isEqualTo(WorkflowStatus.MERGING);
        walk.toEnd().completes().does(2, landingMerge());
    }

    @Test
    void S1_44_tasks_are_merged_in_their_order_whichever_was_done_first_and_it_completes_once() {
        var walk = allDone(start("one", "two", "three"), "three", "one", "two").toEnd().completes();
        assertThat(walk.effects(PrepareMerge.class).flatMap(PrepareMerge::squashed))
                .containsExactly("foldline/one", "foldline/two", "foldline/three");
        assertThat(walk.effects(PrepareMerge.class).flatMap(PrepareMerge::message))
                .containsExactly("message-of-one", "message-of-two", "message-of-three");
        assertThat(walk.effects(PrepareMerge.class).flatMap(PrepareMerge::target))
                .containsExactly("main", "main", "main");
        assertThat(walk.effects(PrepareMerge.class).flatMap(PrepareMerge::head).drop(1))
                .as("from where the one before it left the branch")
                .hasSize(2)
                .allMatch(head -> head.startsWith("head-"));
        assertThat(status(walk)).isEqualTo(WorkflowStatus.COMPLETED);
    }

    @Test
    void S1_48_the_result_of_a_merge_is_checked_before_it_lands() {
        var walk =
                allDone(start("one", "two"), "one", "two").toEnd().completes().does(2, checking());
        assertThat(walk.effects(LandMerge.class))
                .allSatisfy(
                        land ->
                                assertThat(land.tree())
                                        .isEqualTo(
                                                land.candidate()
                                                        .map(candidate -> candidate.tree())));
    }

    @Test
    void S1_48_a_failed_check_of_the_merged_work_prevents_its_landing_until_the_user_retries() {
        var walk = start("one").but(checking().on(1).fails(Fault.Kind.CHECK_FAILED));
        allDone(walk, "one").toEnd().halts(Fault.Kind.CHECK_FAILED).does(0, landingMerge());
        assertThat(status(walk)).isEqualTo(WorkflowStatus.MERGING);
        walk.says(new Command.RetryHalted()).toEnd().completes().does(1, landingMerge());
    }

    @Test
    void S1_42_a_conflict_leaves_it_merging_with_the_tasks_before_it_merged() {
        var walk =
                start("one", "two", "three").but(preparingMerge().on(2).fails(Fault.Kind.CONFLICT));
        allDone(walk, "one", "two", "three")
                .toEnd()
                .halts(Fault.Kind.CONFLICT)
                .does(1, landingMerge());
        assertThat(status(walk)).isEqualTo(WorkflowStatus.MERGING);
        assertThat(walk.state().items().done("merges")).containsExactly("one");
    }

    @Test
    void S1_47_the_remaining_merges_are_made_after_a_resolved_conflict_and_no_other_again() {
        var walk =
                start("one", "two", "three").but(preparingMerge().on(2).fails(Fault.Kind.CONFLICT));
        allDone(walk, "one", "two", "three")
                .toEnd()
                .says(new Command.RetryHalted())
                .toEnd()
                .completes();
        assertThat(walk.effects(PrepareMerge.class).flatMap(PrepareMerge::squashed))
                .containsExactly("foldline/one", "foldline/two", "foldline/two", "foldline/three");
        walk.does(3, landingMerge());
    }

    @Test
    void S1_49_a_merge_is_prepared_only_when_the_one_before_it_has_landed() {
        var walk = allDone(start("one", "two", "three"), "one", "two", "three").toEnd().completes();
        var merging =
                walk.beats()
                        .map(beat -> beat.effect())
                        .flatMap(
                                effect ->
                                        effect instanceof PrepareMerge
                                                ? Option.of("prepare")
                                                : effect instanceof LandMerge
                                                        ? Option.of("land")
                                                        : Option.<String>none());
        assertThat(merging)
                .containsExactly("prepare", "land", "prepare", "land", "prepare", "land");
    }

    @Test
    void a_target_that_moved_meanwhile_is_merged_again_and_checked_again() {
        var walk =
                start("one", "two")
                        .but(
                                landingMerge()
                                        .on(1)
                                        .answers(
                                                (_, world) ->
                                                        new MergeOvertaken(
                                                                world.ticket(), "main has moved")));
        allDone(walk, "one", "two")
                .toEnd()
                .completes()
                .does(3, preparingMerge())
                .does(3, checking())
                .does(3, landingMerge());
        assertThat(
                        walk.beats(preparingMerge())
                                .flatMap(beat -> beat.before().ledger().repository().candidate()))
                .as("what has landed, or never will, is prepared no longer")
                .isEmpty();
    }

    @Test
    void a_target_that_keeps_moving_is_followed_until_the_merge_lands() {
        var walk =
                start("one")
                        .but(
                                landingMerge()
                                        .first(5)
                                        .answers(
                                                (_, world) ->
                                                        new MergeOvertaken(
                                                                world.ticket(), "main has moved")));
        allDone(walk, "one").toEnd().completes().does(6, preparingMerge()).does(6, landingMerge());
    }

    @Test
    void S1_45_a_landed_item_is_done_before_its_worktree_is_left() {
        var walk =
                allDone(start("one"), "one")
                        .until(EffectSelector.of(ReleaseWorktree.class::isInstance));
        assertThat(walk.state().items().done("merges")).containsExactly("one");
        walk.toEnd().completes();
        assertThat(walk.effects(ReleaseWorktree.class).map(ReleaseWorktree::child))
                .as("its own is left last")
                .containsExactly(Option.of("child-one"), Option.none());
    }

    @Test
    void a_cancelled_task_blocks_the_merges_until_the_user_restarts_it() {
        var walk = start("one", "two").toEnd();
        walk.says(end(walk, "one", true))
                .says(end(walk, "two", false))
                .toEnd()
                .halts(Fault.Kind.CHILD_FAILED)
                .does(0, preparingMerge());
        assertThat(status(walk)).isEqualTo(WorkflowStatus.FAILED);
        walk.says(new Command.RetryHalted()).toEnd().does(3, SPAWNING);
        assertThat(walk.state().items().children().map(Child::item))
                .containsExactly("one", "two", "two");
        walk.says(end(walk, "two", true)).toEnd().completes().does(2, landingMerge());
        assertThat(walk.effects(PrepareMerge.class).flatMap(PrepareMerge::squashed))
                .as("what the second run made")
                .containsExactly("foldline/one", "foldline/two-2");
        assertThat(walk.effects(ReleaseWorktree.class).flatMap(ReleaseWorktree::branch))
                .startsWith("foldline/one", "foldline/two-2");
    }

    @Test
    void every_further_run_of_a_task_has_a_branch_of_its_own_that_no_other_task_has() {
        var items = running("one", "one-2").state().items();
        var one = items.list("tasks").head();
        assertThat(Vector.range(0, 5).flatMap(n -> items.branch(one, n)))
                .containsExactly(
                        "foldline/one",
                        "foldline/one",
                        "foldline/one-3",
                        "foldline/one-4",
                        "foldline/one-5");
        assertThat(items.branch(one)).contains("foldline/one");
    }

    @Test
    void a_late_report_of_an_earlier_run_of_a_task_is_refused_and_would_change_nothing() {
        var walk = start("one").toEnd();
        var first = ticket(walk, "one");
        walk.says(end(walk, "one", false))
                .toEnd()
                .says(new Command.RetryHalted())
                .toEnd()
                .does(2, SPAWNING);
        assertThat(
                        walk.isRefused(
                                        new Command.ReportChildEnd(
                                                "tasks", "one", first, true, "late"))
                                .code())
                .isEqualTo(Code.ALREADY_PROCESSED);
        var next = walk.state().header().lastInput() + 1;
        var report = new TaskReport(TaskStatus.FAILED, LinkedHashMap.empty(), Option.of("late"), 0);
        assertThat(
                        Pipeline.reduce(
                                walk.state(),
                                new InputEvent.ChildEnded(
                                        next, "tasks", "one", first, ChildReport.completed())))
                .isEqualTo(walk.state());
        assertThat(
                        Pipeline.reduce(
                                walk.state(),
                                new InputEvent.ChildReported(
                                        next, "tasks", "one", first, "child-one", 9, report)))
                .isEqualTo(walk.state());
    }

    @Test
    void S1_11_a_completed_or_cancelled_workflow_stays_so() {
        var done = allDone(start("one"), "one").toEnd().completes();
        assertThat(done.isRefused(new Command.Abort("late")).code()).isEqualTo(Code.ENDED);
        var given = start("one").says(new Command.Abort("enough")).toEnd();
        assertThat(status(given)).isEqualTo(WorkflowStatus.CANCELLED);
        assertThat(given.isRefused(call("start")).code()).isEqualTo(Code.ENDED);
        var late = running("one").says(new Command.Abort("enough")).toEnd();
        assertThat(late.isRefused(end(late, "one", true)).code())
                .as("what its tasks say now is too late")
                .isEqualTo(Code.ALREADY_PROCESSED);
        assertThat(status(given)).isEqualTo(WorkflowStatus.CANCELLED);
    }

    /** A workflow that nobody has called ready. */
    static ScenarioRun created(String... ids) {
        return created(Tasks.workflow(CHECKED), ids);
    }

    /** The same, with these terminals. */
    static ScenarioRun created(Vector<Item> terminals, String... ids) {
        return created(Tasks.workflow(CHECKED), terminals, ids);
    }

    /** The same, of this workflow. */
    static ScenarioRun created(Workflow workflow, String... ids) {
        return created(
                workflow,
                Vector.of(ids)
                        .map(id -> Tasks.terminal(id, "developer", "coder", Vector.of("agent"))),
                ids);
    }

    private static ScenarioRun created(Workflow workflow, Vector<Item> terminals, String... ids) {
        var items =
                Vector.of(ids)
                        .map(
                                id ->
                                        new Item(
                                                id,
                                                "Do " + id,
                                                Vector.empty(),
                                                Item.TODO,
                                                Option.of("foldline/" + id)));
        var artifacts =
                items.foldLeft(
                        LinkedHashMap.of(Tasks.DEFINITION, "blob-of-definition"),
                        (all, item) ->
                                all.put(Tasks.messageOf(item.id()), "message-of-" + item.id()));
        return walk(
                new RunStarted("rstory", workflow, "task", Pipeline.RULES_VERSION, DAWN)
                        .knowing(
                                Option.of(
                                        new InitialState(
                                                artifacts,
                                                Vector.empty(),
                                                Option.of(Tasks.created(items, terminals))))));
    }

    private static ScenarioRun start(String... ids) {
        return start(created(ids));
    }

    /** Called ready, and to start. */
    static ScenarioRun start(ScenarioRun walk) {
        return walk.says(call("ready")).says(call("start"));
    }

    /** A workflow whose tasks all have begun. */
    static ScenarioRun running(String... ids) {
        return start(ids).toEnd();
    }

    static ScenarioRun allDone(ScenarioRun walk, String... ids) {
        walk.toEnd();
        for (var id : ids) walk.says(end(walk, id, true));
        return walk;
    }

    static Command call(String what) {
        return new Command.Call("", CallKind.SUBMIT, "", LinkedHashMap.of(Tasks.CALL, what), DAWN);
    }

    private static Command end(ScenarioRun walk, String id, boolean completed) {
        return new Command.ReportChildEnd("tasks", id, ticket(walk, id), completed, "because");
    }

    private static long ticket(ScenarioRun walk, String id) {
        return ((Item.Running)
                        walk.state()
                                .items()
                                .list("tasks")
                                .find(item -> item.id().equals(id))
                                .get()
                                .status())
                .spawnTicket();
    }

    static WorkflowStatus status(ScenarioRun walk) {
        return WorkflowStatus.of(walk.state());
    }
}
