package dev.foldline.scenario.tasks;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.preparingMerge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.projection.RunState;
import dev.foldline.core.projection.runtime.Memo;
import dev.foldline.core.projection.runtime.Memo.TaskState;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Spend;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.core.workflow.builtin.Tasks.OnConflict;
import dev.foldline.core.workflow.builtin.Tasks.Options;
import dev.foldline.core.workflow.builtin.Tasks.Strategy;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.time.Instant;

/** How far a workflow has come, in a few numbers. */
class MemoTest {

    @Test
    void S1_55_work_that_passed_review_is_completed_and_the_error_terminal_is_not_counted() {
        var walk = TaskTextTest.running("one");
        var memo = Memo.start(walk.state(), Instant.EPOCH);
        assertThat(memo.taskStates())
                .containsExactly(new TaskState("one", 0, 1, Vector.empty(), Vector.empty(), false));
        memo =
                says(
                        memo,
                        walk,
                        5,
                        new TaskReport(
                                TaskStatus.FAILED,
                                LinkedHashMap.of(
                                        "developer",
                                        TerminalStatus.FAILED,
                                        "error",
                                        TerminalStatus.WAITING),
                                Option.of("why"),
                                70));
        assertThat(memo.taskStates())
                .containsExactly(
                        new TaskState("one", 0, 1, Vector.empty(), Vector.of("developer"), false));
        assertThat(memo.errorCount()).isEqualTo(1);
        memo =
                says(
                        memo,
                        walk,
                        9,
                        new TaskReport(
                                TaskStatus.RUNNING,
                                LinkedHashMap.of(
                                        "developer",
                                        TerminalStatus.REVIEW_PASSED,
                                        "error",
                                        TerminalStatus.COMPLETED),
                                Option.none(),
                                900));
        assertThat(memo.taskStates())
                .containsExactly(
                        new TaskState("one", 1, 1, Vector.of("developer"), Vector.empty(), false));
        assertThat(memo.errorCount()).as("how often, whatever became of it").isEqualTo(1);
        assertThat(memo.totalTokensUsed()).isEqualTo(900);
        assertThat(memo.runState()).isEqualTo(RunState.PROCESSING);
    }

    @Test
    void S1_55_planning_is_complete_from_ready_on_even_if_the_workflow_is_paused_or_ended() {
        var walk = TaskTextTest.created("one");
        assertThat(isPlanned(walk)).isFalse();
        walk.says(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(isPlanned(walk)).as("held before it was called ready").isFalse();
        walk.says(new Command.Resume());
        walk.says(TaskTextTest.call("ready"));
        assertThat(isPlanned(walk)).isTrue();
        walk.says(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(isPlanned(walk)).isTrue();
        var given = TaskTextTest.created("one").says(new Command.Abort("of no use"));
        assertThat(isPlanned(given)).as("given up before it was called ready").isFalse();
    }

    @Test
    void a_workflow_that_has_failed_is_idle_once_nothing_works_in_it() {
        var walk = TaskTextTest.running("one");
        var memo = Memo.start(walk.state(), Instant.EPOCH);
        assertThat(memo.runState()).isEqualTo(RunState.PROCESSING);
        memo =
                says(
                        memo,
                        walk,
                        5,
                        new TaskReport(
                                TaskStatus.FAILED,
                                LinkedHashMap.of(
                                        "developer",
                                        TerminalStatus.FAILED,
                                        "error",
                                        TerminalStatus.WORKING),
                                Option.of("why"),
                                1));
        assertThat(memo.runState()).as("its error terminal works").isEqualTo(RunState.PROCESSING);
        memo =
                says(
                        memo,
                        walk,
                        9,
                        new TaskReport(
                                TaskStatus.FAILED,
                                LinkedHashMap.of(
                                        "developer",
                                        TerminalStatus.FAILED,
                                        "error",
                                        TerminalStatus.FAILED),
                                Option.of("why"),
                                2));
        assertThat(memo.runState()).isEqualTo(RunState.IDLE);
        walk.says(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(Memo.start(walk.state(), Instant.EPOCH).runState()).isEqualTo(RunState.PAUSED);
    }

    private static boolean isPlanned(ScenarioRun walk) {
        return Memo.start(walk.state(), Instant.EPOCH).planningComplete();
    }

    @Test
    void S1_55_a_cancelled_task_is_not_completed() {
        var walk = TaskTextTest.running("one").says(new Command.Abort("enough")).toEnd();
        assertThat(Memo.start(walk.state(), Instant.EPOCH).taskStates())
                .containsExactly(new TaskState("one", 1, 1, Vector.empty(), Vector.empty(), false));
    }

    @Test
    void S1_55_the_usage_of_the_workflow_beside_its_tasks_counts_too() {
        var workflow =
                Tasks.workflow(
                        new Options(Strategy.SQUASH, OnConflict.AGENT),
                        TaskTextTest.CHECKED.withRoles(
                                LinkedHashMap.of(Tasks.RESOLVER, Vector.of("agent"))));
        var walk =
                TaskTextTest.start(TaskTextTest.created(workflow, "one"))
                        .but(preparingMerge().on(1).fails(Fault.Kind.CONFLICT))
                        .but(
                                agent(Tasks.RESOLVER)
                                        .answers(
                                                (_, world) -> {
                                                    world.change();
                                                    return new AgentFinished(
                                                            world.ticket(),
                                                            Option.none(),
                                                            new Spend(
                                                                    1,
                                                                    Option.of(700L),
                                                                    Option.none()),
                                                            Option.none(),
                                                            world.now());
                                                }));
        var memo =
                Memo.start(
                        TaskTextTest.allDone(walk, "one").toEnd().completes().state(),
                        Instant.EPOCH);
        assertThat(memo.totalTokensUsed()).as("of whoever resolved a conflict").isEqualTo(700);
    }

    private static Memo says(Memo memo, ScenarioRun walk, long seq, TaskReport report) {
        var before = walk.state();
        var ticket = ((Item.Running) before.items().list("tasks").head().status()).spawnTicket();
        walk.says(new Command.ReportChild("tasks", "one", ticket, "child-one", seq, report));
        return memo.and(before, walk.log().last(), walk.state(), Instant.EPOCH);
    }
}
