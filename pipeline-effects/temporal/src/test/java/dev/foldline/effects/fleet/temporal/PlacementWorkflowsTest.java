package dev.foldline.effects.fleet.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.Stay.Manner;
import dev.foldline.effects.fleet.engine.StayEnd.Kind;
import dev.foldline.effects.machine.Thorough;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.vavr.collection.Vector;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;

/** Runs are placed by workflows on Temporal's test server. */
class PlacementWorkflowsTest {
    private final TestFleet fleet = new TestFleet();

    @AfterEach
    void end() {
        fleet.close();
    }

    @Test
    void a_run_waits_for_a_host_with_its_labels() throws Exception {
        fleet.placement.submit("r1", Vector.of("gpu"));
        assertThat(fleet.report("plain", 1, 60)).isEmpty();
        fleet.until(() -> waiting() == 1);
        assertThat(fleet.report("plain", 1, 60)).isEmpty();
        assertThat(fleet.report("big", 1, 60, "gpu"))
                .containsExactly(new Stay("r1", 1, Manner.RESUME));
        assertThat(waiting()).isZero();
    }

    private int waiting() {
        try {
            return fleet.placement.hosts().waiting().size();
        } catch (java.io.IOException silent) {
            throw new AssertionError(silent);
        }
    }

    @Test
    void a_host_that_is_silent_loses_its_run() throws Exception {
        fleet.placement.submit("r1", Vector.empty());
        var first = fleet.beginOn("r1", "a", 10);
        assertThat(fleet.placement.begin(first, "b")).isFalse();
        fleet.server.sleep(Duration.ofSeconds(9));
        assertThat(fleet.placement.begin(first, "a")).isTrue();
        fleet.server.sleep(Duration.ofSeconds(2));
        var second = fleet.beginOn("r1", "b", 60);
        assertThat(second).isEqualTo(new Stay("r1", 2, Manner.TAKE_OVER_AND_RESUME));
        assertThat(fleet.placement.begin(first, "a")).isFalse();
        assertThat(fleet.placement.hosts().hosts().map(each -> each.report().host()))
                .containsExactly("b");
    }

    @Test
    void a_run_is_woken_moved_and_continued_at_its_time() throws Exception {
        fleet.placement.submit("r1", Vector.empty());
        var gated = fleet.beginOn("r1", "a", 3600);
        fleet.placement.reportResumed(gated);
        fleet.leave(gated, "a", Kind.PARKED, 0);
        fleet.placement.wake("r1");
        var limited = fleet.beginOn("r1", "a", 3600);
        assertThat(limited).isEqualTo(new Stay("r1", 2, Manner.CONTINUE));
        long from = fleet.server.currentTimeMillis();
        fleet.leave(limited, "a", Kind.LIMITED, 600_000);
        fleet.server.sleep(Duration.ofSeconds(590));
        assertThat(fleet.report("a", 1, 3600)).isEmpty();
        var due = fleet.beginOn("r1", "a", 3600);
        assertThat(fleet.server.currentTimeMillis() - from).isBetween(600_000L, 620_000L);
        fleet.leave(due, "a", Kind.MOVED, 0);
        assertThat(fleet.beginOn("r1", "a", 3600).number()).isEqualTo(4);
    }

    @Test
    void a_run_that_has_ended_counts_on_when_it_is_submitted_again() throws Exception {
        fleet.placement.submit("r1", Vector.empty());
        fleet.leave(fleet.beginOn("r1", "a", 60), "a", Kind.ENDED, 0);
        var id = TestFleet.NAMES.run("r1");
        fleet.until(
                () ->
                        fleet.workflow(id).getStatus()
                                == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED);
        assertThat(fleet.report("a", 1, 60)).isEmpty();
        fleet.placement.wake("r1");
        assertThat(fleet.placement.begin(new Stay("r1", 1, Manner.RESUME), "a")).isFalse();
        fleet.placement.submit("r1", Vector.empty());
        assertThat(fleet.beginOn("r1", "a", 60).number()).isEqualTo(2);
    }

    @Test
    void a_host_that_stops_gets_no_more_runs_and_gives_back_its_own() throws Exception {
        fleet.placement.submit("r1", Vector.empty());
        fleet.beginOn("r1", "a", 60);
        fleet.placement.submit("r2", Vector.empty());
        fleet.until(() -> waiting() == 1);
        assertThat(fleet.report("a", 0, 60).map(Stay::run)).containsExactly("r1");
        fleet.placement.close("a", "s");
        assertThat(fleet.beginOn("r2", "b", 60).number()).isEqualTo(1);
        assertThat(fleet.beginOn("r1", "c", 60).number()).isEqualTo(2);
    }

    @Test
    @Thorough
    void a_long_history_is_continued_in_a_new_one_with_its_timers() throws Exception {
        fleet.placement.submit("r1", Vector.of("gpu"));
        fleet.report("lost", 1, 10);
        var first = fleet.workflow(TestFleet.NAMES.hosts()).getExecution().getRunId();
        for (int i = 0; i < PlacementWorkflow.MESSAGES_MAX; i++) fleet.report("kept", 1, 3600);
        fleet.until(
                () ->
                        !fleet.workflow(TestFleet.NAMES.hosts())
                                .getExecution()
                                .getRunId()
                                .equals(first));
        assertThat(waiting()).isEqualTo(1);
        fleet.server.sleep(Duration.ofSeconds(11));
        assertThat(fleet.placement.hosts().hosts().map(each -> each.report().host()))
                .containsExactly("kept");
        assertThat(fleet.report("late", 1, 60, "gpu").map(Stay::run)).containsExactly("r1");
    }

    /** A workflow that fails at a message repeats it for ever, and then receives no other. */
    @Test
    void a_message_that_cannot_be_read_is_refused_or_ignored() throws Exception {
        fleet.report("a", 1, 60);
        var table =
                fleet.server.getWorkflowClient().newUntypedWorkflowStub(TestFleet.NAMES.hosts());
        table.signal(MessageHandlers.DELIVER, "no message");
        assertThatThrownBy(
                        () ->
                                fleet.service.request(
                                        () ->
                                                table.update(
                                                        MessageHandlers.RECEIVE,
                                                        String.class,
                                                        "no message")))
                .isInstanceOf(EngineFault.class);
        assertThat(fleet.report("a", 1, 60)).isEmpty();
        assertThat(fleet.placement.hosts().hosts()).hasSize(1);
    }

    @Test
    void a_message_that_is_too_long_is_not_sent() {
        assertThatThrownBy(() -> fleet.placement.submit("r1", Vector.of("x".repeat(20_000))))
                .isInstanceOf(EngineFault.class)
                .hasMessageContaining("too long for the engine");
    }
}
