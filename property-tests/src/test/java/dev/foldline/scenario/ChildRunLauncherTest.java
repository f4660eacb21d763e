package dev.foldline.scenario;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collectItems;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.UNMENDED;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.ChildCommands;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** A run that starts others for its items and waits for their ends. */
class ChildRunLauncherTest {
    private static final EffectSelector SPAWNING = EffectSelector.of(SpawnChild.class::isInstance);

    @Test
    void each_item_has_a_child_and_the_step_is_done_when_all_have_ended() {
        var walk = parent("one", "two").toEnd().does(2, SPAWNING);
        assertThat(walk.next().effect())
                .isEqualTo(
                        new Wait(
                                Vector.of(new WaitCondition.ChildrenEnds("tasks")), Option.none()));
        walk.says(end(walk, "two", true))
                .nextIs("perform the phase's next step")
                .says(end(walk, "one", true))
                .toEnd()
                .completes()
                .does(2, SPAWNING);
    }

    @Test
    void the_start_names_a_workflow_with_its_artifacts_and_budget() {
        var budget = Budget.UNLIMITED.withTokensMax(Option.of(500L));
        var walk =
                parent(new Step.Children("tasks", "feature", Vector.of("tasks"), budget), "one")
                        .toEnd();
        assertThat(walk.effects(SpawnChild.class))
                .singleElement()
                .satisfies(spawn -> assertThat(spawn.workflow()).isEqualTo("feature"))
                .satisfies(spawn -> assertThat(spawn.budget()).isEqualTo(budget))
                .satisfies(
                        spawn ->
                                assertThat(spawn.artifacts())
                                        .isEqualTo(LinkedHashMap.of("tasks", "id")));
    }

    @Test
    void the_end_of_a_child_reports_its_usage_and_artifacts() {
        var walk = parent("one").toEnd();
        var report =
                ChildReport.of(
                        new Outcome.Rejected("plan", "too large"),
                        Meter.ZERO.called(),
                        LinkedHashMap.of("spec", "blob-of-spec"));
        var ticket = walk.state().items().children().head().spawnTicket();
        walk.says(new Command.ReportChildEnd("tasks", "one", ticket, report));
        assertThat(report.status()).isEqualTo(ChildReport.Status.REJECTED);
        assertThat(walk.state().items().child(ticket).flatMap(each -> each.end())).contains(report);
    }

    @Test
    void an_end_that_arrives_before_the_event_of_the_start_is_kept() {
        var walk = parent("one").during(SPAWNING);
        long ticket = walk.state().header().ticket();
        walk.says(new Command.ReportChildEnd("tasks", "one", ticket, true, ""));
        walk.submit(new ChildSpawned(ticket, "child-one"));
        assertThat(walk.state().items().child(ticket))
                .contains(
                        new Child(
                                "tasks",
                                "one",
                                ticket,
                                "child-one",
                                Option.none(),
                                Option.of(ChildReport.completed()),
                                Option.none()));
    }

    @Test
    void a_child_that_failed_is_started_again_and_the_others_are_left_alone() {
        var walk = parent("one", "two").toEnd();
        walk.says(end(walk, "one", true)).says(end(walk, "two", false)).toEnd().does(3, SPAWNING);
        walk.says(end(walk, "two", true)).toEnd().completes();
    }

    @Test
    void a_child_that_could_not_be_started_is_started_again() {
        var walk =
                parent("one").but(SPAWNING.on(1).fails(Fault.Kind.FILES)).toEnd().does(2, SPAWNING);
        walk.says(end(walk, "one", true)).toEnd().completes();
    }

    @Test
    void a_stopped_spawn_starts_again() {
        var walk = parent("one").during(SPAWNING).says(new Command.Pause(Urgency.NOW));
        walk.submit(
                        new EffectCancelled(
                                walk.state().header().ticket(),
                                ScenarioEnvironment.A_SECOND,
                                ScenarioEnvironment.DAWN))
                .says(new Command.Resume())
                .nextIs(SPAWNING);
    }

    @Test
    void a_stopped_spawn_is_not_repeated_if_its_child_has_already_reported() {
        var walk = parent("one").during(SPAWNING);
        long ticket = walk.state().header().ticket();
        walk.says(
                        new Command.ReportChild(
                                "tasks",
                                "one",
                                ticket,
                                "child-one",
                                3,
                                new TaskReport(
                                        TaskStatus.RUNNING,
                                        LinkedHashMap.empty(),
                                        Option.none(),
                                        0)))
                .says(new Command.Pause(Urgency.NOW));
        walk.submit(
                        new EffectCancelled(
                                ticket, ScenarioEnvironment.A_SECOND, ScenarioEnvironment.DAWN))
                .says(new Command.Resume())
                .toEnd()
                .does(0, SPAWNING);
        walk.says(end(walk, "one", true)).toEnd().completes();
    }

    @Test
    void a_paused_run_pauses_its_children_and_a_cancelled_one_cancels_them() {
        var walk = parent("one").toEnd();
        assertThat(ChildCommands.of(walk.state())).isEmpty();
        assertThat(ChildCommands.of(walk.says(new Command.Pause(Urgency.WHEN_DONE)).state()))
                .contains(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(ChildCommands.of(walk.says(new Command.Pause(Urgency.NOW)).state()))
                .contains(new Command.Pause(Urgency.NOW));
        assertThat(
                        ChildCommands.of(
                                walk.says(new Command.Resume())
                                        .says(new Command.Freeze("look", "see"))
                                        .state()))
                .contains(new Command.Pause(Urgency.WHEN_DONE));
        walk.says(new Command.Abort("enough"));
        assertThat(walk.next().effect()).as("it has not ended yet").isInstanceOf(SaveWork.class);
        assertThat(ChildCommands.of(walk.state()))
                .singleElement()
                .isInstanceOf(Command.Abort.class);
        assertThat(ChildCommands.of(walk.toEnd().state()))
                .singleElement()
                .isInstanceOf(Command.Abort.class);
        var completed = parent("one").toEnd();
        assertThat(
                        ChildCommands.of(
                                completed
                                        .says(end(completed, "one", true))
                                        .toEnd()
                                        .completes()
                                        .state()))
                .isEmpty();
    }

    @Test
    void a_child_may_end_before_its_start_is_reported() {
        var walk = parent("one").during(SPAWNING);
        walk.says(end(walk, "one", true)).step().toEnd().completes().does(0, SPAWNING);
    }

    @Test
    void the_end_of_another_child_or_a_second_end_is_refused() {
        var walk = parent("one", "two").toEnd();
        var ended = end(walk, "one", true);
        assertThat(walk.says(ended).isRefused(ended).code()).isEqualTo(Code.ALREADY_PROCESSED);
        assertThat(
                        walk.isRefused(new Command.ReportChildEnd("tasks", "two", 0, true, ""))
                                .message())
                .isEqualTo("No child with ticket 0 runs for two");
    }

    @Test
    void a_failed_child_does_not_fail_the_step_while_another_completed() {
        var walk = parent(any(), "one", "two").toEnd();
        walk.says(end(walk, "two", false))
                .says(end(walk, "one", true))
                .toEnd()
                .completes()
                .does(2, SPAWNING);
    }

    @Test
    void the_step_fails_if_no_child_completed() {
        var walk = parent(any(), "one").toEnd();
        walk.says(end(walk, "one", false)).toEnd().does(2, SPAWNING);
        walk.says(end(walk, "one", true)).toEnd().completes();
    }

    private static Step.Children any() {
        return new Step.Children(
                "tasks", "task", Option.none(), Vector.empty(), Budget.UNLIMITED, Step.Until.ANY);
    }

    /** A planner names the items; the next phase starts a child for each. */
    static ScenarioRun parent(String... items) {
        return parent(new Step.Children("tasks", "task"), items);
    }

    private static ScenarioRun parent(Step children, String... items) {
        var plan =
                phase(
                        "plan",
                        clean("tasks"),
                        call("planner", "tasks"),
                        collectItems("tasks", "tasks"));
        var work = phase("work", Vector.of(children));
        return walk(new Workflow(
                        "parent",
                        1,
                        Vector.of(once("all", phases(plan, work))),
                        UNMENDED.withRecovery(UNMENDED.recovery().withRewindStage(Option.none()))))
                .but(
                        collecting("tasks")
                                .answers(
                                        (_, world) ->
                                                new ArtifactAccepted(
                                                        world.ticket(),
                                                        "tasks",
                                                        "id",
                                                        "",
                                                        Vector.of(items)
                                                                .map(
                                                                        id ->
                                                                                new Item(
                                                                                        id,
                                                                                        "Do " + id,
                                                                                        Vector
                                                                                                .empty(),
                                                                                        Item
                                                                                                .TODO)))));
    }

    private static Command end(ScenarioRun walk, String id, boolean completed) {
        var running =
                walk.state()
                        .items()
                        .list("tasks")
                        .find(item -> item.id().equals(id))
                        .get()
                        .status();
        return new Command.ReportChildEnd(
                "tasks", id, ((Item.Running) running).spawnTicket(), completed, "because");
    }
}
