package dev.foldline.scenario.feature;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.feature.FeatureScenario.CLOSED;
import static dev.foldline.scenario.feature.FeatureScenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.GateArtifacts;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.InputEvent.Resumed;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.event.RunEvent.WaitElapsed;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.FeatureYaml;
import dev.foldline.core.projection.Interrupt;
import dev.foldline.core.projection.PhaseTiming;
import dev.foldline.core.projection.RunStatus;
import dev.foldline.core.projection.RunTimeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Replacement;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.builtin.Feature.Gates;
import dev.foldline.scenario.ScenarioEnvironment;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

/** What people look up about a run of {@code feature}, folded from its events. */
class RunTimelineTest {
    private static final Instant DAWN = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void S2_05_an_interrupt_names_the_node_its_result_and_what_to_do() {
        var gate = run(CLOSED).gate().get();
        assertThat(Interrupt.of(gate, "x".repeat(900)))
                .isEqualTo(
                        new Interrupt(
                                "requirements",
                                "x".repeat(500),
                                "Node \"requirements\" completed. Approve to continue."));
        assertThat(Interrupt.of(gate, "short").result()).isEqualTo("short");
        assertThat(Interrupt.of(gate, "\uD83D\uDE00".repeat(501)).result())
                .isEqualTo("\uD83D\uDE00".repeat(500));
    }

    @Test
    void S2_05_no_more_than_one_gate_is_open() {
        var telling = run(CLOSED).reject("a").approve().reject("b").approve().approve();
        var states = states(telling.walk());
        var changed =
                states.zip(states.tail())
                        .filter(
                                pair ->
                                        pair._1().slots().gate() instanceof GateSlot.Open
                                                && pair._2().slots().gate() instanceof GateSlot.Open
                                                && !pair._1()
                                                        .slots()
                                                        .gate()
                                                        .equals(pair._2().slots().gate()));
        assertThat(changed).isEmpty();
    }

    @Test
    void S2_06_a_phase_is_completed_before_its_gate_opens() {
        var telling = run(CLOSED);
        var log = telling.walk().log();
        var before = fold(log.takeUntil(GateOpened.class::isInstance)).state();
        assertThat(before.slots().gate()).isEqualTo(GateSlot.IDLE);
        assertThat(RunStatus.completedPhases(before))
                .containsExactly("start", "analyze", "requirements");
        assertThat(RunStatus.completedPhases(telling.walk().state()))
                .containsExactly("start", "analyze", "requirements");
    }

    /** S2-08 and S2-26. */
    @Test
    void S2_08_S2_26_a_rejected_phase_is_not_completed_until_it_has_run_again() {
        var telling = run(CLOSED);
        var gate = telling.gate().get();
        telling.walk()
                .says(new Command.Reject("requirements", FeatureScenario.shown(gate), "add X"));
        assertThat(RunStatus.completedPhases(telling.walk().state()))
                .containsExactly("start", "analyze");
        telling.walk().toEnd();
        assertThat(RunStatus.completedPhases(telling.walk().state()))
                .containsExactly("start", "analyze", "requirements");
    }

    @Test
    void S2_15_each_rejection_is_reported_with_its_number_phase_and_time() {
        var telling = run(CLOSED).reject("add X").approve().reject("smaller");
        var account = fold(telling.walk().log());
        var times = times(telling.walk().log(), GateRejected.class::isInstance);
        assertThat(account.rejections())
                .containsExactly(
                        new RunTimeline.Rejected(1, "add X", "requirements", times.get(0)),
                        new RunTimeline.Rejected(2, "smaller", "plan", times.get(1)));
        assertThat(FeatureYaml.spec(account, LinkedHashMap.empty()))
                .isEqualTo(
                        "rejectionFeedback:\n"
                                + "  - {iteration: 1, message: \"add X\", phase: \"requirements\","
                                + " timestamp: \""
                                + times.get(0)
                                + "\"}\n"
                                + "  - {iteration: 2, message: \"smaller\", phase: \"plan\","
                                + " timestamp: \""
                                + times.get(1)
                                + "\"}\n");
    }

    @Test
    void S2_17_a_warning_appears_from_the_fifth_iteration_on() {
        var telling = run(CLOSED);
        for (int n = 1; n <= 6; n++) {
            telling.reject("again");
            assertThat(fold(telling.walk().log()).iterationWarning()).isEqualTo(n >= 5);
        }
    }

    @Test
    void S2_18_executions_are_timed_under_counted_names() {
        var telling = run(CLOSED).reject("one").reject("two").approve();
        var timings = fold(telling.walk().log()).timings();
        assertThat(timings.map(PhaseTiming::name))
                .containsExactly(
                        "start",
                        "analyze",
                        "requirements",
                        "requirements:2",
                        "requirements:3",
                        "research",
                        "plan");
        var gated = timings.filter(timing -> timing.name().startsWith("requirements"));
        assertThat(gated)
                .allMatch(
                        timing ->
                                timing.duration()
                                        .exists(took -> took.compareTo(Duration.ZERO) > 0));
        assertThat(gated)
                .allMatch(
                        timing ->
                                timing.approvalWait()
                                        .exists(wait -> wait.compareTo(Duration.ZERO) > 0));
        assertThat(timings.last().approvalWait()).isEqualTo(Option.none());
        assertThat(timings.last().duration().isDefined()).isTrue();
    }

    @Test
    void S2_18_an_edited_artifact_is_no_execution() {
        var telling = run(CLOSED);
        var artifact = GateArtifacts.of(telling.walk().state()).names().head();
        telling.walk()
                .says(
                        new Command.ReplaceArtifact(
                                "requirements",
                                Command.Shown.NOTHING,
                                new Replacement(artifact, "edited", Vector.empty())));
        assertThat(fold(telling.reject("once more").walk().log()).timings().last().name())
                .isEqualTo("requirements:2");
    }

    @Test
    void S2_18_a_freeze_that_is_answered_ends_nothing_of_the_phase_it_met() {
        var met =
                ScenarioRun.walk(run(CLOSED).walk().state().workflow())
                        .until(agent("analyst"))
                        .says(new Command.Freeze("look", "let me see"))
                        .says(new Command.Approve("look", Command.Shown.NOTHING, ""));
        var account = fold(met.toEnd().log());
        assertThat(
                        account.timings()
                                .find(timing -> timing.name().equals("analyze"))
                                .get()
                                .approvalWait())
                .isEqualTo(Option.none());
        assertThat(
                        account.timings()
                                .find(timing -> timing.name().equals("requirements"))
                                .get()
                                .approvalWait())
                .isEqualTo(Option.none());

        var refused =
                ScenarioRun.walk(run(CLOSED).walk().state().workflow())
                        .until(agent("analyst"))
                        .says(new Command.Freeze("look", "let me see"))
                        .says(new Command.Reject("look", Command.Shown.NOTHING, "not this way"));
        assertThat(fold(refused.toEnd().log()).rejections()).as("no phase was sent back").isEmpty();
    }

    @Test
    void S2_19_an_answer_that_cannot_be_resolved_is_refused_with_the_status() {
        var running =
                ScenarioRun.walk(run(CLOSED).walk().state().workflow()).until(agent("analyst"));
        assertThat(RunStatus.of(running.state()).notApprovable())
                .isEqualTo("Agent run is not in an approvable state (status: running)");
        assertThat(RunStatus.of(running.state()).notRejectable())
                .isEqualTo("Agent run is not in a rejectable state (status: running)");
        assertThat(RunStatus.of(run(CLOSED).walk().state()).word()).isEqualTo("waitingApproval");
        assertThat(RunStatus.of(run(Gates.ABSENT).walk().state()).word()).isEqualTo("completed");
        assertThat(RunStatus.of(running.says(new Command.Pause(Urgency.WHEN_DONE)).state()).word())
                .isEqualTo("interrupted");
        assertThat(
                        RunStatus.of(
                                        run(
                                                        Gates.ABSENT,
                                                        agent("planner")
                                                                .fails(
                                                                        Fault.of(
                                                                                Fault.Kind
                                                                                        .AGENT_FAILED,
                                                                                "ENOENT")))
                                                .walk()
                                                .state())
                                .word())
                .isEqualTo("failed");
    }

    @Test
    void the_page_shows_the_status_of_the_run() {
        var telling = run(CLOSED).reject("say \"why\"\nplease");
        var account = fold(telling.walk().log());
        assertThat(
                        FeatureYaml.feature(
                                account, Option.of(Interrupt.of(telling.gate().get(), "{}"))))
                .contains(
                        "  state: \"waitingApproval\"\n"
                                + "  phase: \"requirements\"\n"
                                + "  completedPhases: [\"start\", \"analyze\", \"requirements\"]\n"
                                + "  iteration: 1\n",
                        "  message: \"Node \\\"requirements\\\" completed. Approve to"
                                + " continue.\"\n",
                        "- {name: \"requirements:2\", start: ");
        assertThat(FeatureYaml.spec(account, LinkedHashMap.empty()))
                .contains("message: \"say \\\"why\\\"\\nplease\"");
    }

    @Test
    void time_without_a_driver_is_waiting_and_not_execution() {
        var telling = run(CLOSED);
        var gate = telling.gate().get();
        telling.walk()
                .says(new Command.Reject(gate.id(), FeatureScenario.shown(gate), "add X"))
                .says(new Command.RaiseBudget(Budget.UNLIMITED));
        assertWaited(restarted(telling.walk()).toEnd(), "requirements:2");
    }

    @Test
    void a_call_whose_driver_died_has_no_execution_time_until_the_next_driver() {
        assertWaited(restarted(run(CLOSED).reject("add X").walk()).toEnd(), "none");
        assertWaited(restarted(story().during(agent("analyst"))).toEnd(), "analyze");
    }

    @Test
    void a_pause_counts_as_waiting_unless_a_call_continues_in_it() {
        var paused =
                story().until(agent("analyst"))
                        .says(new Command.Pause(Urgency.WHEN_DONE))
                        .says(new Command.Resume());
        assertWaited(paused.toEnd(), "analyze");
        var busy =
                story().during(agent("analyst"))
                        .says(new Command.Pause(Urgency.WHEN_DONE))
                        .says(new Command.Resume());
        var analyze =
                lasting(busy.toEnd().log())
                        .timings()
                        .find(timing -> timing.name().equals("analyze"))
                        .get();
        assertThat(analyze.duration().get()).isGreaterThan(LONG);
    }

    @Test
    void a_freeze_and_an_agents_limit_are_waiting() {
        var frozen =
                story().until(agent("analyst"))
                        .says(new Command.Freeze("look", "let me see"))
                        .says(new Command.Approve("look", Command.Shown.NOTHING, ""));
        assertWaited(frozen.toEnd(), "analyze");
        var limited =
                run(
                                CLOSED,
                                agent("analyst")
                                        .on(1)
                                        .fails(
                                                Fault.of(Fault.Kind.RATE_LIMIT, "later")
                                                        .until(
                                                                ScenarioEnvironment.DAWN
                                                                        .plusSeconds(7200))))
                        .walk();
        assertThat(limited.log()).anyMatch(WaitElapsed.class::isInstance);
        assertWaited(limited, "analyze");
    }

    private static final Duration LONG = Duration.ofMinutes(15);

    private static ScenarioRun story() {
        return ScenarioRun.walk(run(CLOSED).walk().state().workflow());
    }

    private static ScenarioRun restarted(ScenarioRun walk) {
        return walk.submit(
                new DriverStarted(walk.state().header().epoch() + 1, walk.state().header().now()));
    }

    /**
     * Of every phase the execution and the waiting are its whole time, and only one waited long
     * before its end.
     */
    private static void assertWaited(ScenarioRun walk, String phase) {
        var account = lasting(walk.log());
        assertThat(account.timings())
                .isNotEmpty()
                .allMatch(timing -> timing.duration().forAll(took -> took.compareTo(LONG) < 0));
        assertThat(account.timings())
                .allMatch(
                        timing ->
                                timing.end()
                                        .forAll(
                                                end ->
                                                        timing.duration()
                                                                .get()
                                                                .plus(timing.waited())
                                                                .equals(
                                                                        Duration.between(
                                                                                timing.start(),
                                                                                end))));
        assertThat(
                        account.timings()
                                .filter(timing -> timing.waited().compareTo(LONG) >= 0)
                                .map(PhaseTiming::name)
                                .mkString())
                .isEqualTo(phase.equals("none") ? "" : phase);
        for (var timing : account.timings().filter(each -> each.end().isDefined()))
            assertThat(FeatureYaml.feature(account, Option.none()))
                    .contains(
                            ", duration_ms: "
                                    + timing.duration().get().toMillis()
                                    + ", waiting_ms: "
                                    + timing.waited().toMillis());
    }

    /**
     * Each event a second after the one before; a driver, a resumption, an answer and the end of a
     * wait come late.
     */
    private static RunTimeline lasting(Vector<Event> log) {
        var account = RunTimeline.of((RunStarted) log.head());
        var at = DAWN;
        for (var event : log.tail()) {
            boolean late =
                    event instanceof DriverStarted
                            || event instanceof Resumed
                            || event instanceof GateApproved
                            || event instanceof WaitElapsed;
            at = at.plus(late ? LONG : Duration.ofSeconds(1));
            account = account.and(at, event, Pipeline.reduce(account.state(), event));
        }
        return account;
    }

    /** Each event a second after the one before. */
    private static RunTimeline fold(Vector<Event> log) {
        var account = RunTimeline.of((RunStarted) log.head());
        for (int n = 1; n < log.size(); n++)
            account =
                    account.and(
                            DAWN.plusSeconds(n),
                            log.get(n),
                            Pipeline.reduce(account.state(), log.get(n)));
        return account;
    }

    private static Vector<Instant> times(
            Vector<Event> log, java.util.function.Predicate<Event> which) {
        return Vector.range(0, log.size())
                .filter(n -> which.test(log.get(n)))
                .map(n -> DAWN.plusSeconds(n));
    }

    private static Vector<PipelineState> states(ScenarioRun walk) {
        return walk.log()
                .tail()
                .scanLeft(Pipeline.start((RunStarted) walk.log().head()), Pipeline::reduce);
    }
}
