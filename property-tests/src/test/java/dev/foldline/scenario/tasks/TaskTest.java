package dev.foldline.scenario.tasks;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.ScenarioRun.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.projection.runtime.TaskProjection;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** One task: its terminals, one after the other. */
class TaskTest {
    private static final Item RUNNING =
            new Item("task", "Do it", Vector.empty(), new Item.Running(3));

    @Test
    void S1_22_terminals_work_in_their_order_and_each_ones_work_is_a_commit() {
        var walk = task("developer", "fixer").toEnd().completes().does(2, committing());
        assertThat(walk.effects(InvokeAgent.class).map(InvokeAgent::role))
                .containsExactly("developer", "fixer");
    }

    @Test
    void a_terminal_that_changes_nothing_makes_no_commit() {
        task("reviewer", "developer").toEnd().completes().does(1, committing());
    }

    @Test
    void S1_21_a_task_without_terminals_does_nothing() {
        task().toEnd().completes().does(0, anyAgent()).does(0, committing());
    }

    @Test
    void S1_18_terminals_wait_from_the_moment_their_workflow_runs_and_none_has_started_before() {
        var waiting = RUNNING.with(Item.TODO);
        assertThat(
                        report(waiting, WorkflowStatus.CREATED, Option.none())
                                .terminals()
                                .get("developer"))
                .contains(TerminalStatus.NOT_STARTED);
        assertThat(
                        report(waiting, WorkflowStatus.READY, Option.none())
                                .terminals()
                                .get("developer"))
                .contains(TerminalStatus.NOT_STARTED);
        assertThat(
                        report(waiting, WorkflowStatus.RUNNING, Option.none())
                                .terminals()
                                .get("developer"))
                .contains(TerminalStatus.WAITING);
        assertThat(statuses(task("developer", "fixer")))
                .containsExactly(TerminalStatus.WAITING, TerminalStatus.WAITING);
    }

    @Test
    void S1_23_the_first_waiting_terminal_alone_works() {
        var walk = task("developer", "reviewer", "fixer").during(agent("developer"));
        assertThat(statuses(walk))
                .containsExactly(
                        TerminalStatus.WORKING, TerminalStatus.WAITING, TerminalStatus.WAITING);
        walk.step().during(agent("reviewer"));
        assertThat(statuses(walk))
                .containsExactly(
                        TerminalStatus.COMPLETED, TerminalStatus.WORKING, TerminalStatus.WAITING);
        assertThat(statuses(walk.step().toEnd().completes()))
                .containsOnly(TerminalStatus.COMPLETED);
    }

    @Test
    void S1_51_a_terminal_that_fails_is_failed_and_so_are_its_task_and_the_workflow() {
        var walk =
                task("developer", "fixer")
                        .but(agent("developer").fails(Fault.Kind.AGENT_FAILED))
                        .toEnd()
                        .halts(Fault.Kind.AGENT_FAILED);
        assertThat(statuses(walk)).containsExactly(TerminalStatus.FAILED, TerminalStatus.WAITING);
        assertThat(
                        report(
                                        RUNNING,
                                        WorkflowStatus.RUNNING,
                                        Option.of(TaskProjection.report(walk.state())))
                                .task())
                .isEqualTo(TaskStatus.FAILED);
        var parent = TaskTextTest.running("one");
        assertThat(WorkflowStatus.of(parent.state(), Vector.empty()))
                .isEqualTo(WorkflowStatus.RUNNING);
        assertThat(
                        WorkflowStatus.of(
                                parent.state(), Vector.of(TaskProjection.report(walk.state()))))
                .isEqualTo(WorkflowStatus.FAILED);
    }

    @Test
    void a_failed_terminal_works_again_on_request_and_the_ones_before_it_do_not() {
        var walk =
                task("developer", "fixer")
                        .but(agent("fixer").fails(Fault.Kind.TRESPASS))
                        .toEnd()
                        .halts(Fault.Kind.TRESPASS);
        walk.but(agent("fixer").answers((effect, world) -> world.answer(effect)))
                .says(new Command.RetryHalted())
                .toEnd()
                .completes();
        assertThat(walk.agents("developer")).hasSize(1);
        assertThat(walk.agents("fixer")).hasSize(2);
    }

    @Test
    void a_cancelled_task_is_cancelled_with_all_its_terminals_that_have_not_completed() {
        var walk =
                task("developer", "fixer")
                        .during(agent("fixer"))
                        .says(new Command.Abort("enough"))
                        .toEnd();
        assertThat(statuses(walk))
                .containsExactly(TerminalStatus.COMPLETED, TerminalStatus.CANCELLED);
        assertThat(
                        report(
                                        RUNNING.with(new Item.Failed("enough")),
                                        WorkflowStatus.FAILED,
                                        Option.of(TaskProjection.report(walk.state())))
                                .task())
                .isEqualTo(TaskStatus.CANCELLED);
    }

    @Test
    void a_task_is_pending_then_running_then_completed() {
        assertThat(report(RUNNING.with(Item.TODO), WorkflowStatus.RUNNING, Option.none()).task())
                .isEqualTo(TaskStatus.PENDING);
        assertThat(report(RUNNING, WorkflowStatus.RUNNING, Option.none()).task())
                .isEqualTo(TaskStatus.RUNNING);
        assertThat(report(RUNNING.with(Item.DONE), WorkflowStatus.RUNNING, Option.none()).task())
                .isEqualTo(TaskStatus.COMPLETED);
        assertThat(
                        report(
                                        RUNNING.with(new Item.Failed("why")),
                                        WorkflowStatus.FAILED,
                                        Option.none())
                                .task())
                .isEqualTo(TaskStatus.FAILED);
    }

    @Test
    void S1_11_a_cancelled_workflow_cancels_its_tasks_except_the_completed_ones() {
        assertThat(report(RUNNING.with(Item.TODO), WorkflowStatus.CANCELLED, Option.none()).task())
                .isEqualTo(TaskStatus.CANCELLED);
        assertThat(report(RUNNING, WorkflowStatus.CANCELLED, Option.none()).task())
                .isEqualTo(TaskStatus.CANCELLED);
        assertThat(
                        report(
                                        RUNNING.with(new Item.Failed("why")),
                                        WorkflowStatus.CANCELLED,
                                        Option.none())
                                .task())
                .isEqualTo(TaskStatus.CANCELLED);
        assertThat(report(RUNNING.with(Item.DONE), WorkflowStatus.CANCELLED, Option.none()).task())
                .isEqualTo(TaskStatus.COMPLETED);
        assertThat(
                        report(
                                        RUNNING,
                                        WorkflowStatus.CANCELLED,
                                        Option.of(
                                                TaskProjection.report(
                                                        task("developer").toEnd().state())))
                                .task())
                .as("also where its end has not been heard yet")
                .isEqualTo(TaskStatus.COMPLETED);
        var walk = task("developer", "fixer", "reviewer").during(agent("fixer"));
        assertThat(statuses(walk, WorkflowStatus.CANCELLED))
                .as("also where nobody has driven the task to its end")
                .containsExactly(
                        TerminalStatus.COMPLETED,
                        TerminalStatus.CANCELLED,
                        TerminalStatus.CANCELLED);
    }

    @Test
    void S1_11_a_completed_task_completes_its_terminals_regardless_of_their_last_report() {
        var reported =
                Option.of(
                        TaskProjection.report(
                                task("developer", "fixer").during(agent("developer")).state()));
        assertThat(
                        report(RUNNING.with(Item.DONE), WorkflowStatus.RUNNING, reported)
                                .terminals()
                                .values())
                .containsOnly(TerminalStatus.COMPLETED);
    }

    @Test
    void a_cancelled_workflow_no_longer_reports_failures_of_its_tasks() {
        var failed =
                Option.of(
                        TaskProjection.report(
                                task("developer")
                                        .but(agent("developer").fails(Fault.Kind.AGENT_FAILED))
                                        .toEnd()
                                        .state()));
        assertThat(report(RUNNING, WorkflowStatus.FAILED, failed).why()).isNotEmpty();
        assertThat(report(RUNNING, WorkflowStatus.CANCELLED, failed).why()).isEmpty();
    }

    @Test
    void a_different_failure_is_news_and_a_higher_usage_is_not() {
        var failed =
                new TaskReport(
                        TaskStatus.FAILED,
                        LinkedHashMap.of("developer", TerminalStatus.FAILED),
                        Option.of("no database"),
                        10);
        assertThat(
                        failed.standsAs(
                                new TaskReport(
                                        failed.task(),
                                        failed.terminals(),
                                        Option.of("no such model"),
                                        10)))
                .isFalse();
        assertThat(
                        failed.standsAs(
                                new TaskReport(
                                        failed.task(), failed.terminals(), failed.why(), 20)))
                .isTrue();
    }

    /** A task whose terminals have the roles that they are called by. */
    static ScenarioRun task(String... terminals) {
        return task(Vector.empty(), terminals);
    }

    /** The same, with somebody who mends what fails. */
    static ScenarioRun mendedTask(String... terminals) {
        return task(Vector.of(Tuple.of(Task.ERROR, Vector.of("mender"))), terminals);
    }

    private static ScenarioRun task(
            Vector<Tuple2<String, Vector<String>>> others, String... terminals) {
        var policy =
                Policy.DEFAULT
                        .withRoles(
                                LinkedHashMap.ofEntries(
                                        Vector.of(terminals)
                                                .map(id -> Tuple.of(id, Vector.of(id + "-agent")))
                                                .appendAll(others)))
                        .withBranching(
                                new Policy.Branching.OwnTree(
                                        "foldline/task", "base", Option.of("main")));
        return walk(
                Task.workflow(Vector.of(terminals).map(id -> new Task.Terminal(id, id)), policy));
    }

    static Vector<TerminalStatus> statuses(ScenarioRun walk) {
        return statuses(walk, WorkflowStatus.RUNNING);
    }

    private static Vector<TerminalStatus> statuses(ScenarioRun walk, WorkflowStatus workflow) {
        return report(RUNNING, workflow, Option.of(TaskProjection.report(walk.state())))
                .terminals()
                .values()
                .toVector();
    }

    private static TaskReport report(
            Item item, WorkflowStatus workflow, Option<TaskReport> reported) {
        return TaskProjection.report(
                item, LinkedHashMap.of("developer", Item.DONE), workflow, reported);
    }
}
