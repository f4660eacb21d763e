package dev.foldline.app.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.app.error.ExitCode;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.InputEvent.Aborted;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.InputEvent.Paused;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.Tasks;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

class RunSummaryTest {
    private static final long PLENTY = 100_000;

    @TempDir Path folder;

    @BeforeEach
    void aRepository() throws Exception {
        Repository.withOneCommit(folder);
    }

    @Test
    void a_run_that_is_done_is_done() throws IOException {
        assertStands(run().toTheEnd(), ExitCode.DONE, "completed");
    }

    @Test
    void work_without_a_driver_was_interrupted() throws IOException {
        assertStands(run().untilRunning(InvokeAgent.class), ExitCode.INTERRUPTED, "interrupted");
    }

    @Test
    void work_with_a_driver_is_running() throws IOException {
        var standing = RunSummary.of(run().untilRunning(InvokeAgent.class).state(), "@", true);
        assertThat(standing.exit()).isEqualTo(ExitCode.DONE);
        assertThat(standing.reason()).isEqualTo("running");
    }

    @Test
    void a_gate_suspends_a_run_and_names_both_answers() throws IOException {
        var run = run(60, "planning").toTheEnd();
        assertStands(run, ExitCode.SUSPENDED, "waiting_for_approval");
        assertThat(standing(run).next())
                .containsExactly(
                        "foldline approve planning @ --revision 1",
                        "foldline reject planning @ --revision 1 -m \"what to change\"");
    }

    @Test
    void a_rejection_that_returns_the_work_is_not_the_end() throws IOException {
        var run = run(60, "planning").toTheEnd();
        if (!(run.state().slots().gate() instanceof GateSlot.Open(var gate)))
            throw new AssertionError();
        assertStands(
                run.append(
                        new GateRejected(
                                1,
                                gate.id(),
                                gate.instance(),
                                gate.revision(),
                                "smaller steps",
                                true)),
                ExitCode.INTERRUPTED,
                "resumable");
    }

    @Test
    void a_paused_run_can_be_resumed() throws IOException {
        assertStands(
                run().append(new Paused(1, Urgency.WHEN_DONE)), ExitCode.INTERRUPTED, "paused");
    }

    @Test
    void a_budget_that_is_reached_names_the_way_to_raise_it() throws IOException {
        var run = run(2).toTheEnd();
        assertStands(run, ExitCode.BUDGET_REACHED, "budget_reached");
        assertThat(standing(run).next().getFirst())
                .isEqualTo("foldline resume @ --budget agent_calls=+20");
    }

    @Test
    void the_wall_clock_has_an_exit_code_of_its_own() throws IOException {
        var run = run().untilRunning(InvokeAgent.class);
        run.append(
                        new AgentFinished(
                                run.ticket(),
                                Option.none(),
                                Spend.millis(9_000_000),
                                Option.none(),
                                run.now()))
                .untilRunning(InvokeAgent.class);
        assertStands(run, ExitCode.WALL_CLOCK, "wall_clock_limit");
    }

    @Test
    void a_halted_run_reports_its_fault() throws IOException {
        var run = run().agentsFail(Fault.of(Fault.Kind.NEEDS_PERSON, "which database?")).toTheEnd();
        assertStands(run, ExitCode.FAILED, "halted");
        assertThat(standing(run).fault().map(Fault::message)).contains("which database?");
        assertThat(standing(run).next()).contains("foldline retry @");
    }

    @Test
    void a_run_that_waits_for_a_retry_is_unavailable_regardless_of_the_reason() throws IOException {
        var run = run(PLENTY).untilRunning(InvokeAgent.class);
        for (int i = 0; i < 9 && !(run.state().slots().retry() instanceof Retry.Waiting); i++) {
            run.append(
                    new AgentFailed(
                            run.ticket(),
                            Fault.of(Fault.Kind.AGENT_SETUP, "no program"),
                            Option.none(),
                            Spend.millis(1),
                            run.now()));
            if (!(run.state().slots().retry() instanceof Retry.Waiting))
                run.untilRunning(InvokeAgent.class);
        }
        assertStands(run, ExitCode.UNAVAILABLE, "unavailable");
        assertThat(standing(run).retryAt()).isPresent();
    }

    @Test
    void a_run_whose_agents_are_signed_out_reports_it() throws IOException {
        assertStands(
                run(PLENTY).agentsFail(Fault.of(Fault.Kind.AUTHENTICATION, "log in")).toTheEnd(),
                ExitCode.AUTHENTICATION,
                "halted");
    }

    @Test
    void a_conflict_suspends_a_run() throws IOException {
        assertStands(
                run().agentsFail(Fault.of(Fault.Kind.CONFLICT, "both changed login.c")).toTheEnd(),
                ExitCode.CONFLICT,
                "halted");
    }

    @Test
    void limited_agents_make_a_run_unavailable_until_a_time() throws IOException {
        var until = Instant.parse("2026-11-01T12:00:00Z");
        var run =
                run(PLENTY)
                        .agentsFail(Fault.of(Fault.Kind.RATE_LIMIT, "5 hour limit").until(until))
                        .until(state -> state.slots().retry() instanceof Retry.Waiting);
        assertStands(run, ExitCode.UNAVAILABLE, "unavailable");
        assertThat(standing(run).retryAt()).contains(until);
        var local =
                until.atZone(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("HH:mm"));
        assertThat(standing(run).sentence())
                .startsWith("Limited until " + local + ": claude, 5 hour limit");
        run.append(new Paused(1, Urgency.NOW));
        assertThat(standing(run).sentence()).contains("then it waits until " + local + " for ");
    }

    @Test
    void a_workflow_of_tasks_that_waits_is_resumed_as_a_workflow() throws IOException {
        var ralph = RunFixture.workflow(1, Vector.empty(), PLENTY);
        var workflow = new Workflow(Tasks.NAME, 1, ralph.stages(), ralph.policy());
        var until = Instant.parse("2026-11-01T12:00:00Z");
        var run =
                RunFixture.begin(folder, 1, workflow, Pipeline.RULES_VERSION)
                        .agentsFail(Fault.of(Fault.Kind.RATE_LIMIT, "5 hour limit").until(until))
                        .until(state -> state.slots().retry() instanceof Retry.Waiting);
        for (int i = 0; i < 2; i++) {
            assertThat(standing(run).next())
                    .containsExactly("foldline workflow resume @", "foldline resume @ --now");
            run.append(new Paused(1, Urgency.NOW));
        }
    }

    @Test
    void an_aborted_run_has_failed() throws IOException {
        assertStands(
                run().append(new Aborted(1, "a mistake")).toTheEnd(), ExitCode.FAILED, "aborted");
    }

    @Test
    void a_run_left_for_another_reason_reports_it() throws IOException {
        var standing = standing(run().append(new Paused(1, Urgency.NOW)));
        assertThat(standing.leftFor(ExitCode.TERMINATED))
                .extracting(RunSummary::exit, RunSummary::reason)
                .containsExactly(ExitCode.TERMINATED, "terminated");
        assertThat(standing.leftFor(ExitCode.DONE))
                .extracting(RunSummary::exit, RunSummary::reason)
                .containsExactly(ExitCode.DONE, "as_far_as_asked");
    }

    private RunFixture run() throws IOException {
        return run(60);
    }

    private RunFixture run(long agentCallsMax, String... gates) throws IOException {
        return RunFixture.begin(
                folder,
                1,
                RunFixture.workflow(1, Vector.of(gates), agentCallsMax),
                Pipeline.RULES_VERSION);
    }

    private static RunSummary standing(RunFixture run) {
        return RunSummary.of(run.state(), "@", false);
    }

    private static void assertStands(RunFixture run, ExitCode exit, String reason) {
        assertThat(standing(run).reason()).isEqualTo(reason);
        assertThat(standing(run).exit()).isEqualTo(exit);
        assertThat(standing(run).next()).isNotEmpty();
    }
}
