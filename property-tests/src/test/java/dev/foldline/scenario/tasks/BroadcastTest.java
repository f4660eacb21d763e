package dev.foldline.scenario.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.projection.runtime.Broadcast;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.state.WatchedBranches.Seen;
import dev.foldline.core.state.WatchedBranches.Sighting;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** What is told of a workflow, to whom it may concern. */
class BroadcastTest {

    @Test
    void S1_24_a_message_is_sent_on_the_topic_of_its_workflow() {
        assertThat(broadcasts(TaskTextTest.running("one")))
                .isNotEmpty()
                .allSatisfy(
                        message -> {
                            assertThat(message.workflow()).isEqualTo("rstory");
                            assertThat(message.topic()).isEqualTo("workflow:rstory");
                        });
    }

    @Test
    void S1_25_the_initial_status_is_reported_first_and_then_every_change() {
        assertThat(words(TaskTextTest.running("one")))
                .containsExactly(
                        "terminal_status_update one/developer not_started",
                        "task_status_update one pending",
                        "status_update created",
                        "instruction ready",
                        "status_update ready",
                        "instruction start",
                        "status_update running",
                        "terminal_status_update one/developer waiting",
                        "task_status_update one running");
    }

    @Test
    void S1_24_a_finished_terminal_is_reported_as_completed() {
        var walk = TaskTextTest.running("one");
        says(walk, 5, TaskStatus.RUNNING, TerminalStatus.WORKING, Option.none());
        says(walk, 9, TaskStatus.COMPLETED, TerminalStatus.COMPLETED, Option.none());
        assertThat(words(walk).takeRight(4))
                .containsExactly(
                        "terminal_status_update one/developer working",
                        "terminal_status_update one/developer completed",
                        "terminal_completed one one/developer",
                        "task_status_update one completed");
    }

    @Test
    void S1_24_a_terminal_whose_review_passed_is_reported_as_completed_too() {
        var walk = TaskTextTest.running("one");
        says(walk, 5, TaskStatus.RUNNING, TerminalStatus.REVIEW_PASSED, Option.none());
        assertThat(words(walk).takeRight(2))
                .containsExactly(
                        "terminal_status_update one/developer review_passed",
                        "terminal_completed one one/developer");
    }

    @Test
    void S1_44_a_workflow_is_reported_as_merging_after_its_last_task_and_as_completed_once() {
        var walk = TaskTextTest.allDone(TaskTextTest.running("one"), "one").toEnd().completes();
        assertThat(words(walk).filter(word -> word.startsWith("status_update")))
                .containsExactly(
                        "status_update created",
                        "status_update ready",
                        "status_update running",
                        "status_update merging",
                        "status_update completed");
    }

    @Test
    void a_request_of_the_user_is_reported_in_words() {
        var walk =
                TaskTextTest.running("one")
                        .says(new Command.RaiseBudget(Budget.UNLIMITED, LinkedHashMap.empty()))
                        .says(new Command.SetUntil(Option.of("tasks")))
                        .says(new Command.SetUntil(Option.none()))
                        .says(new Command.Freeze("look", "too fast"))
                        .says(new Command.Approve("look", Shown.NOTHING, ""))
                        .says(new Command.Freeze("again", "still"))
                        .says(new Command.Reject("again", Shown.NOTHING, "not so"));
        assertThat(words(walk).takeRight(7))
                .containsExactly(
                        "instruction raise the budget",
                        "instruction pause before tasks",
                        "instruction pause nowhere",
                        "instruction freeze: too fast",
                        "instruction approve look",
                        "instruction freeze: still",
                        "instruction reject again: not so");
    }

    @Test
    void S1_35_a_commit_for_the_workflow_is_reported_and_no_other() {
        var walk = TaskTextTest.running("one");
        walk.says(
                new Command.SeeCommits(
                        new Sighting(
                                LinkedHashMap.of("side", "c3"),
                                Vector.empty(),
                                Vector.empty(),
                                Vector.of(
                                        new Seen(
                                                "c1",
                                                "side",
                                                "Login\n\n"
                                                        + CommitMetadata.of(
                                                                        new TerminalAgent(
                                                                                "rstory",
                                                                                "one",
                                                                                "developer"),
                                                                        "completed")
                                                                .print()),
                                        new Seen(
                                                "c2",
                                                "side",
                                                "Login\n\n"
                                                        + CommitMetadata.of(
                                                                        new TerminalAgent(
                                                                                "rother",
                                                                                "one",
                                                                                "developer"),
                                                                        "completed")
                                                                .print()),
                                        new Seen("c3", "side", "By hand")))));
        assertThat(broadcasts(walk).filter(Broadcast.GitEvent.class::isInstance))
                .hasSize(1)
                .first()
                .isInstanceOfSatisfying(
                        Broadcast.GitEvent.class,
                        event -> {
                            assertThat(event.workflow()).isEqualTo("rstory");
                            assertThat(event.commit()).isEqualTo("c1");
                            assertThat(event.branch()).isEqualTo("side");
                            assertThat(event.message()).startsWith("Login");
                        });
    }

    @Test
    void S1_51_a_failed_terminal_is_reported_with_the_reason_and_the_failed_task_and_workflow() {
        var walk = TaskTextTest.running("one", "two");
        says(
                walk,
                5,
                TaskStatus.FAILED,
                TerminalStatus.FAILED,
                Option.of("the agent failed: no such model"));
        assertThat(words(walk).takeRight(5))
                .containsExactly(
                        "terminal_status_update one/developer failed",
                        "terminal_message one/developer the agent failed: no such model",
                        "task_status_update one failed",
                        "error one: the agent failed: no such model",
                        "status_update failed");
    }

    @Test
    void S1_52_S1_54_an_error_terminal_is_reported_and_gets_the_failure() {
        var walk = TaskTextTest.running("one");
        says(
                walk,
                5,
                TaskStatus.FAILED,
                LinkedHashMap.of(
                        "developer",
                        TerminalStatus.FAILED,
                        "reviewer",
                        TerminalStatus.WAITING,
                        "error",
                        TerminalStatus.WAITING),
                Option.of("no database"));
        assertThat(words(walk).takeRight(8).dropRight(1))
                .containsExactly(
                        "terminal_status_update one/developer failed",
                        "terminal_message one/developer no database",
                        "terminal_status_update one/reviewer waiting",
                        "terminal_status_update one/error waiting",
                        "terminal_message one/error [ERROR] Task one failed: no database\n"
                                + "Please investigate and fix the error.",
                        "task_status_update one failed",
                        "error one: no database");
    }

    @Test
    void a_task_that_fails_again_in_the_same_way_is_reported_again() {
        var walk = TaskTextTest.running("one");
        says(walk, 5, TaskStatus.FAILED, TerminalStatus.FAILED, Option.of("why"));
        says(walk, 7, TaskStatus.RUNNING, TerminalStatus.WORKING, Option.none());
        says(walk, 9, TaskStatus.FAILED, TerminalStatus.FAILED, Option.of("why"));
        assertThat(words(walk).count("error one: why"::equals)).isEqualTo(2);
    }

    @Test
    void a_failure_is_reported_once_until_it_is_fixed() {
        var walk = TaskTextTest.running("one", "two");
        says(walk, 5, TaskStatus.FAILED, TerminalStatus.FAILED, Option.of("why"));
        walk.says(new Command.Pause(Urgency.WHEN_DONE)).says(new Command.Resume());
        assertThat(words(walk).filter(word -> word.startsWith("error")))
                .containsExactly("error one: why");
    }

    @Test
    void the_progress_of_each_merge_is_reported_in_the_order_of_the_tasks() {
        var walk =
                TaskTextTest.allDone(TaskTextTest.running("one", "two"), "one", "two")
                        .toEnd()
                        .completes();
        assertThat(words(walk).filter(word -> word.startsWith("merge_progress")))
                .containsExactly(
                        "merge_progress one preparing 0 2",
                        "merge_progress one checking 0 2",
                        "merge_progress one landing 0 2",
                        "merge_progress one merged 1 2",
                        "merge_progress two preparing 1 2",
                        "merge_progress two checking 1 2",
                        "merge_progress two landing 1 2",
                        "merge_progress two merged 2 2");
    }

    @Test
    void S1_07_the_driver_receives_the_shutdown_before_the_workflow_is_reported_as_paused() {
        var walk = TaskTextTest.running("one").says(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(words(walk).takeRight(2)).containsExactly("shutdown", "status_update paused");
        assertThat(words(walk.says(new Command.Pause(Urgency.NOW))).takeRight(2))
                .as("once")
                .containsExactly("shutdown", "status_update paused");
        assertThat(words(walk.says(new Command.Resume())).takeRight(2))
                .containsExactly("instruction resume", "status_update running");
    }

    @Test
    void S1_11_a_cancelled_workflow_cancels_its_tasks_and_terminals() {
        var walk = TaskTextTest.running("one").says(new Command.Abort("enough")).toEnd();
        assertThat(words(walk).takeRight(4))
                .containsExactly(
                        "shutdown",
                        "terminal_status_update one/developer cancelled",
                        "task_status_update one cancelled",
                        "status_update cancelled");
    }

    private static void says(
            ScenarioRun walk,
            long seq,
            TaskStatus task,
            TerminalStatus terminal,
            Option<String> why) {
        says(walk, seq, task, LinkedHashMap.of("developer", terminal), why);
    }

    private static void says(
            ScenarioRun walk,
            long seq,
            TaskStatus task,
            LinkedHashMap<String, TerminalStatus> terminals,
            Option<String> why) {
        var running =
                walk.state()
                        .items()
                        .list("tasks")
                        .find(item -> item.status() instanceof Item.Running)
                        .get();
        walk.says(
                new Command.ReportChild(
                        "tasks",
                        running.id(),
                        ((Item.Running) running.status()).spawnTicket(),
                        "child-" + running.id(),
                        seq,
                        new TaskReport(task, terminals, why, 0)));
    }

    private static Vector<String> words(ScenarioRun walk) {
        return broadcasts(walk)
                .map(
                        message ->
                                (message.type() + " " + message.data().values().mkString(" "))
                                        .strip());
    }

    private static Vector<Broadcast> broadcasts(ScenarioRun walk) {
        var state = Pipeline.start((RunStarted) walk.log().head());
        var reported = Broadcast.between(Option.none(), walk.log().head(), state);
        for (var event : walk.log().tail()) {
            var after = Pipeline.reduce(state, event);
            reported = reported.appendAll(Broadcast.between(Option.of(state), event, after));
            state = after;
        }
        return reported;
    }
}
