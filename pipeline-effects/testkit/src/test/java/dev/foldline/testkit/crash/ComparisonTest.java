package dev.foldline.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchRebased;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.event.InputEvent.Resumed;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.testkit.script.AnsweredCalls;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.ForgedResult;
import dev.foldline.testkit.simulation.Simulation;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationResult.Done;
import dev.foldline.testkit.simulation.SimulationResult.Witness;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whoever tries crash points believes the comparison: each promise is broken here once, and must be
 * missed.
 */
class ComparisonTest {
    private static final Simulation RALPH =
            Simulation.of(
                            Ralph.workflow(
                                    Ralph.Options.DEFAULT, Policy.checking("checks", "make test")))
                    .timeless();

    private final SimulationResult calm = RALPH.run();
    private final ForgedResult crashed = lost();

    @Test
    void an_honest_run_that_lost_a_call_keeps_every_promise() {
        assertThat(broken(crashed.honest())).isEmpty();
    }

    @Test
    void a_crashed_run_may_not_receive_other_commands() {
        assertThat(
                        broken(
                                crashed.events(
                                        all ->
                                                Stream.concat(
                                                                all.stream(),
                                                                Stream.of((Event) new Resumed(99)))
                                                        .toList())))
                .containsExactly(Promise.HEARD_SAME);
    }

    @Test
    void a_crashed_run_may_not_end_differently() {
        assertThat(broken(crashed.outcome(new Outcome.Aborted("for no reason"))))
                .containsExactly(Promise.SAME_END);
    }

    @Test
    void a_crashed_run_may_not_reach_another_position() {
        assertThat(
                        broken(
                                crashed.state(
                                        state ->
                                                state.withCursor(
                                                        new Cursor.Arrived(Position.START)))))
                .containsExactly(Promise.SAME_WORK);
    }

    @Test
    void a_crashed_run_may_not_leave_other_files() {
        crashed.writes("stray.txt", "left behind");
        assertThat(broken(crashed.honest())).containsExactly(Promise.SAME_TREE);
    }

    @Test
    void a_crashed_run_may_not_be_on_another_branch() {
        crashed.opens("elsewhere");
        assertThat(broken(crashed.honest())).containsExactly(Promise.SAME_BRANCH);
    }

    @Test
    void a_crashed_run_may_not_have_an_extra_commit() {
        crashed.commits(99, "once more");
        assertThat(broken(crashed.honest())).containsExactly(Promise.SAME_BRANCH);
    }

    @Test
    void a_crashed_run_may_not_make_an_extra_worktree() {
        crashed.makesATree();
        assertThat(broken(crashed.honest())).containsExactly(Promise.DEEDS_ONCE);
    }

    @ParameterizedTest
    @MethodSource("events")
    void a_visible_effect_may_not_be_repeated(Event reported) {
        assertThat(broken(crashed.witness(seen -> done(seen, reported))))
                .containsExactly(Promise.DEEDS_ONCE);
    }

    static Stream<Event> events() {
        return Stream.of(
                new WorkCommitted(99, "c", "t", "once more"),
                new BranchRebased(99, "c", "t"),
                new WorkSaved(99, Option.of("s")),
                new MergeLanded(99, "main", "m"),
                new ChildSpawned(99, "child"));
    }

    @Test
    void a_crash_may_cost_one_call_more_and_none_may_cost_any() {
        assertThat(broken(crashed.crashes(0))).containsExactly(Promise.RESTARTS_FEW);
    }

    @Test
    void lost_work_is_charged_as_one_rewind_and_no_more() {
        assertThat(
                        broken(
                                crashed.state(
                                        state ->
                                                state.withUsage(
                                                        state.usage()
                                                                .withRewinds(
                                                                        state.usage().rewinds()
                                                                                + 1)))))
                .containsExactly(Promise.RESTARTS_FEW);
    }

    /**
     * A run that is held has not begun its next try; for the number of that one, too, a restart
     * counts.
     */
    @Test
    void a_fallback_turn_is_not_distinguished_by_its_number_of_attempts() {
        assertThat(difference(due(Retry.Kind.OTHER_AGENT, 1), due(Retry.Kind.OTHER_AGENT, 2)))
                .isEmpty();
        assertThat(difference(due(Retry.Kind.OTHER_AGENT, 1), due(Retry.Kind.NEXT_AGENT, 1)))
                .isNotEmpty();
        assertThat(difference(due(Retry.Kind.NEXT_AGENT, 1), due(Retry.Kind.NEXT_AGENT, 2)))
                .as("so many have failed")
                .isNotEmpty();
    }

    @Test
    void a_run_that_stopped_before_its_lost_call_was_answered_again_may_differ() {
        var events = crashed.honest().events();
        int lost = indexFrom(events, 0, ComparisonTest::isLost);
        int answered = indexFrom(events, lost + 1, AgentFinished.class::isInstance);
        assertThat(answered).as("the call is started again first").isGreaterThan(lost + 1);
        assertThat(excuseOf(lost + 1)).contains(AllowedDifference.STOP_UNDER_WAY);
        assertThat(excuseOf(answered)).contains(AllowedDifference.STOP_UNDER_WAY);
        assertThat(excuseOf(answered + 1)).isEmpty();
        assertThat(excuseOf(lost)).as("nothing is lost yet").isEmpty();
    }

    @Test
    void a_run_whose_silent_agent_was_called_again_may_differ() {
        var silent =
                crashed.moments(
                        all ->
                                all.stream()
                                        .map(
                                                moment ->
                                                        moment.event() instanceof DriverStarted
                                                                ? withSilentAgent(moment)
                                                                : moment)
                                        .toList());
        assertThat(new Comparison(calm, silent).excuse()).contains(AllowedDifference.ASKED_AGAIN);
    }

    private static SimulationStep withSilentAgent(SimulationStep moment) {
        var agents = moment.before().agents().silent("agent", AnsweredCalls.LOST);
        return new SimulationStep(
                moment.number(),
                moment.before().withAgents(agents),
                moment.decision(),
                moment.event(),
                moment.after());
    }

    private Option<AllowedDifference> excuseOf(int length) {
        return new Comparison(calm, crashed.events(all -> all.subList(0, length))).excuse();
    }

    private static int indexFrom(List<Event> events, int from, Predicate<Event> wanted) {
        return IntStream.range(from, events.size())
                .filter(i -> wanted.test(events.get(i)))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isLost(Event event) {
        return event instanceof AgentFailed failed && failed.fault().equals(AnsweredCalls.LOST);
    }

    private PipelineState due(Retry.Kind kind, int number) {
        return calm.state()
                .withRetry(new Retry.Due(new Retry.Setback(kind, number, AnsweredCalls.LOST)));
    }

    private static List<String> difference(PipelineState one, PipelineState other) {
        return WorkDone.difference(WorkDone.of(one), WorkDone.of(other));
    }

    private List<Promise> broken(SimulationResult run) {
        var findings = new ViolationCollector(List.of(), "somewhere");
        var comparison = new Comparison(calm, run);
        assertThat(comparison.excuse()).isEmpty();
        comparison.into(findings);
        return findings.found().stream().map(Violation::promise).toList();
    }

    /** The first run whose driver died in the middle of an agent's call. */
    private static ForgedResult lost() {
        return IntStream.range(1, 100)
                .mapToObj(nth -> RALPH.crashAt(CrashPoint.Moment.IN_EFFECT, nth).run())
                .filter(run -> run.events().stream().anyMatch(ComparisonTest::isLost))
                .findFirst()
                .map(ForgedResult::new)
                .orElseThrow();
    }

    private static Witness done(Witness seen, Event reported) {
        ExternalEffect effect = seen.done().getFirst().effect();
        return new Witness(
                seen.passages(),
                seen.started(),
                Stream.concat(seen.done().stream(), Stream.of(new Done(99, effect, reported)))
                        .toList(),
                seen.unasked(),
                seen.storage());
    }
}
