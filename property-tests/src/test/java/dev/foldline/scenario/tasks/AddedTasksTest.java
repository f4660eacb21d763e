package dev.foldline.scenario.tasks;

import static dev.foldline.scenario.tasks.TaskTextTest.allDone;
import static dev.foldline.scenario.tasks.TaskTextTest.call;
import static dev.foldline.scenario.tasks.TaskTextTest.running;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.state.AddedItems;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/**
 * Tasks that are added to a workflow.
 *
 * <pre>
 * state of the workflow         | tasks are added
 * created, ready, queued        | recorded; they start with the others
 * models are being resolved     | recorded; theirs are resolved last
 * tasks are worked on           | their models are resolved, then they start; the others continue
 * a task has failed             | recorded; they start after the resume
 * paused                        | recorded; they start after the resume
 * merging, ended                | refused
 * </pre>
 */
class AddedTasksTest {
    private static Command add(String... ids) {
        return added("blob-of-definition", "definition-2", ids);
    }

    private static Command added(String before, String after, String... ids) {
        var tasks = Vector.of(ids).map(AddedTasksTest::task);
        return new Command.AddItems(
                new AddedItems(
                        LinkedHashMap.of(
                                Tasks.TASKS,
                                tasks,
                                Tasks.MERGES,
                                tasks,
                                Tasks.TERMINALS,
                                Vector.of(ids)
                                        .map(
                                                id ->
                                                        Tasks.terminal(
                                                                id,
                                                                "developer",
                                                                "developer",
                                                                Vector.of("agent")))),
                        LinkedHashMap.of(Tasks.DEFINITION, after),
                        LinkedHashMap.of(Tasks.DEFINITION, before)));
    }

    private static Item task(String id) {
        return new Item(id, id, Vector.empty(), Item.TODO, Option.of("branch-of-" + id));
    }

    private static Vector<String> startedTasks(ScenarioRun walk) {
        return walk.effects(SpawnChild.class).map(effect -> effect.item().id());
    }

    private static Vector<String> resolved(ScenarioRun walk) {
        return walk.effects(SwitchModel.class).map(SwitchModel::terminal);
    }

    @Test
    void tasks_that_are_added_while_others_work_are_resolved_started_and_merged_last() {
        var walk = running("one", "two").says(add("three")).toEnd();
        assertThat(startedTasks(walk)).containsExactly("one", "two", "three");
        assertThat(resolved(walk))
                .as("S1-19: once for each, in order")
                .containsExactly("one/developer", "two/developer", "three/developer");
        assertThat(walk.effects(SpawnChild.class).last().artifacts().get(Tasks.DEFINITION))
                .contains("definition-2");
        allDone(walk, "two", "three", "one").toEnd().completes();
        assertThat(walk.state().items().done(Tasks.MERGES)).containsExactly("one", "two", "three");
        assertThat(walk.effects(LandMerge.class)).hasSize(3);
        assertThat(walk.state().usage().rewinds()).as("an addition costs nothing").isZero();
    }

    @Test
    void a_task_that_ends_while_the_models_of_added_ones_are_resolved_is_not_lost() {
        var walk = running("one", "two").says(add("three"));
        allDoneWithoutWaiting(walk, "one");
        walk.toEnd();
        assertThat(startedTasks(walk)).containsExactly("one", "two", "three");
        allDone(walk, "two", "three").toEnd().completes();
    }

    private static void allDoneWithoutWaiting(ScenarioRun walk, String id) {
        var ticket = walk.state().items().child(Tasks.TASKS, id).get().spawnTicket();
        walk.says(new Command.ReportChildEnd(Tasks.TASKS, id, ticket, true, ""));
    }

    @Test
    void tasks_that_are_added_before_the_start_start_with_the_others() {
        var walk = TaskTextTest.created("one").says(add("two"));
        walk.says(call("ready"))
                .says(added("definition-2", "definition-3", "three"))
                .says(call("start"))
                .toEnd();
        assertThat(startedTasks(walk)).containsExactly("one", "two", "three");
    }

    @Test
    void tasks_that_are_added_during_a_pause_start_after_the_resume() {
        var walk =
                running("one").says(new Command.Pause(Urgency.WHEN_DONE)).says(add("two")).toEnd();
        assertThat(startedTasks(walk)).containsExactly("one");
        walk.says(new Command.Resume()).toEnd();
        assertThat(startedTasks(walk)).containsExactly("one", "two");
    }

    @Test
    void a_workflow_that_merges_or_has_ended_takes_no_more_tasks() {
        var walk = allDone(running("one"), "one");
        assertThat(walk.isRefused(add("two")).code()).isEqualTo(Code.INVALID_STATE_TRANSITION);
        walk.toEnd().completes();
        assertThat(walk.isRefused(add("two")).code()).isEqualTo(Code.ENDED);
    }

    @Test
    void tasks_that_were_read_before_others_were_added_are_refused() {
        var walk = running("one").says(add("two"));
        var late = walk.isRefused(add("three"));
        assertThat(late.code()).isEqualTo(Code.ALREADY_PROCESSED);
        assertThat(late.message()).contains("others were added meanwhile");
        walk.says(added("definition-2", "definition-3", "three")).toEnd();
        assertThat(startedTasks(walk)).containsExactly("one", "two", "three");
    }

    @Test
    void a_task_that_exists_one_for_another_list_and_too_many_are_refused() {
        var walk = running("one");
        assertThat(walk.isRefused(add("one")).message()).contains("one exists already");
        assertThat(walk.isRefused(add("two", "two")).message()).contains("two exists already");
        var elsewhere =
                new AddedItems(
                        LinkedHashMap.of("elsewhere", Vector.of(task("two"))),
                        LinkedHashMap.empty(),
                        LinkedHashMap.empty());
        assertThat(walk.isRefused(new Command.AddItems(elsewhere)).message())
                .contains("no such list");
        int max = walk.state().policy().limits().itemsMax();
        assertThat(
                        walk.isRefused(
                                        add(
                                                Vector.range(0, max)
                                                        .map(number -> "more-" + number)
                                                        .toJavaArray(String[]::new)))
                                .message())
                .contains("at most " + max);
    }
}
