package dev.foldline.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Usage;
import dev.foldline.core.state.Usage.Measure;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.ForgedResult;
import dev.foldline.testkit.simulation.Simulation;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationResult.StartedEffect;
import dev.foldline.testkit.simulation.SimulationResult.Witness;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whoever tries crash points believes the audit: each promise is broken here once, and must be
 * missed.
 */
class AuditTest {
    private static final Simulation RALPH =
            Simulation.of(
                    Ralph.workflow(Ralph.Options.DEFAULT, Policy.checking("checks", "make test")));

    private final ForgedResult run = new ForgedResult(RALPH.run());

    @Test
    void an_honest_run_keeps_every_promise() {
        assertThat(broken(run.honest())).isEmpty();
        assertThat(broken(undone().honest())).isEmpty();
    }

    @Test
    void a_log_that_lost_an_event_does_not_give_the_state() {
        assertThat(broken(run.events(all -> without(all, PhaseEntered.class::isInstance))))
                .contains(Promise.REPLAYS);
    }

    @Test
    void a_log_that_lost_its_start_does_not_give_the_state() {
        assertThat(broken(run.events(all -> all.subList(1, all.size())))).contains(Promise.REPLAYS);
    }

    @Test
    void an_effect_that_never_started_may_leave_no_trace() {
        var undone = undone();
        assertThat(
                        broken(
                                undone.moments(
                                        all ->
                                                all.stream()
                                                        .map(
                                                                each ->
                                                                        each.event()
                                                                                        instanceof
                                                                                        NotDone
                                                                                ? after(
                                                                                        each,
                                                                                        each.after()
                                                                                                .withLedger(
                                                                                                        each.after()
                                                                                                                .ledger()
                                                                                                                .withLastFault(
                                                                                                                        Option
                                                                                                                                .of(
                                                                                                                                        Fault
                                                                                                                                                .of(
                                                                                                                                                        Fault
                                                                                                                                                                .Kind
                                                                                                                                                                .LOST,
                                                                                                                                                        "a trace")))))
                                                                                : each)
                                                        .toList())))
                .containsExactly(Promise.UNDONE_EXACTLY);
    }

    @Test
    void no_effect_may_start_before_its_intent() {
        assertThat(
                        broken(
                                run.witness(
                                        seen ->
                                                withStarted(
                                                        seen,
                                                        all ->
                                                                all.stream()
                                                                        .map(
                                                                                each ->
                                                                                        new StartedEffect(
                                                                                                each
                                                                                                        .ticket(),
                                                                                                each
                                                                                                        .effect(),
                                                                                                each
                                                                                                                .onDisk()
                                                                                                        - 1))
                                                                        .toList()))))
                .containsExactly(Promise.INTENT_FIRST);
    }

    @Test
    void a_commit_must_be_in_the_log() {
        run.commits(99, "by nobody");
        assertThat(broken(run.honest())).containsExactly(Promise.COMMITS_ONCE);
    }

    @Test
    void a_commit_in_the_log_must_be_there() {
        assertThat(
                        broken(
                                run.events(
                                        all ->
                                                and(
                                                        all,
                                                        new WorkCommitted(
                                                                1, "c99", "t99", "never made")))))
                .containsExactly(Promise.COMMITS_ONCE);
    }

    @Test
    void a_ticket_may_have_one_commit_even_if_the_log_records_two() {
        var first = run.honest().commits().getFirst();
        run.commits(first.ticket(), "once more");
        var second = run.honest().commits().getLast();
        assertThat(
                        broken(
                                run.events(
                                        all ->
                                                and(
                                                        all,
                                                        new WorkCommitted(
                                                                second.ticket(),
                                                                second.hash(),
                                                                second.tree(),
                                                                second.subject())))))
                .containsExactly(Promise.COMMITS_ONCE);
    }

    @Test
    void a_call_must_be_answered() {
        assertThat(
                        broken(
                                run.moments(
                                        all ->
                                                without(
                                                        all,
                                                        each ->
                                                                each.event()
                                                                        instanceof AgentFinished))))
                .contains(Promise.RESTARTS_CHARGED);
    }

    @Test
    void a_call_must_be_charged() {
        assertThat(
                        broken(
                                run.state(
                                        metered(
                                                meter ->
                                                        new Meter(
                                                                meter.agentCalls() - 1,
                                                                meter.wallMillis(),
                                                                meter.tokens(),
                                                                meter.microUsd())))))
                .contains(Promise.RESTARTS_CHARGED);
    }

    @Test
    void a_call_that_was_restarted_must_be_on_record() {
        assertThat(broken(run.witness(seen -> twice(seen, InvokeAgent.class))))
                .containsExactly(Promise.RESTARTS_CHARGED);
    }

    @Test
    void a_check_that_was_restarted_must_be_on_record() {
        assertThat(broken(run.witness(seen -> twice(seen, RunCheck.class))))
                .containsExactly(Promise.RESTARTS_CHARGED);
    }

    @ParameterizedTest
    @MethodSource("refunds")
    void no_usage_may_be_refunded_during_a_run(UnaryOperator<Usage> more) {
        assertThat(
                        broken(
                                run.moments(
                                        all ->
                                                and(
                                                        all.subList(0, all.size() - 1),
                                                        before(all.getLast(), more)))))
                .containsExactly(Promise.NOTHING_REFUNDED);
    }

    static Stream<UnaryOperator<Usage>> refunds() {
        return Stream.of(
                spent -> spent.withRewinds(spent.rewinds() + 1),
                spent -> spent.withRewindsAtReset(spent.rewindsAtReset() + 1),
                spent ->
                        spent.withMeter(
                                new Meter(
                                        spent.meter().agentCalls() + 1,
                                        spent.meter().wallMillis(),
                                        spent.meter().tokens(),
                                        spent.meter().microUsd())),
                spent ->
                        spent.withMeter(
                                new Meter(
                                        spent.meter().agentCalls(),
                                        spent.meter().wallMillis() + 1,
                                        spent.meter().tokens(),
                                        spent.meter().microUsd())),
                spent -> spent.withRouteUses(LinkedHashMap.of("stage/phase/label", 1)),
                spent ->
                        spent.withBudget(
                                new Budget(
                                        Option.of(7L),
                                        Option.none(),
                                        Option.none(),
                                        Option.none())));
    }

    @Test
    void the_time_in_the_log_must_be_the_time_spent() {
        assertThat(
                        broken(
                                run.state(
                                        metered(
                                                meter ->
                                                        new Meter(
                                                                meter.agentCalls(),
                                                                meter.wallMillis() + 1,
                                                                meter.tokens(),
                                                                meter.microUsd())))))
                .contains(Promise.NOTHING_REFUNDED);
    }

    @Test
    void the_tokens_in_the_log_must_be_the_tokens_spent() {
        assertThat(
                        broken(
                                run.state(
                                        metered(
                                                meter ->
                                                        new Meter(
                                                                meter.agentCalls(),
                                                                meter.wallMillis(),
                                                                meter.tokens()
                                                                        .plus(
                                                                                new Measure(
                                                                                        Option.of(
                                                                                                1L),
                                                                                        0,
                                                                                        0,
                                                                                        0)),
                                                                meter.microUsd())))))
                .contains(Promise.NOTHING_REFUNDED);
    }

    @Test
    void no_effect_may_be_running_at_the_end() {
        assertThat(
                        broken(
                                run.state(
                                        state ->
                                                state.withInFlight(
                                                        new InFlight.Known(1, sampleEffect())))))
                .contains(Promise.NOTHING_IN_FLIGHT);
    }

    private static List<Promise> broken(SimulationResult run) {
        var findings = new ViolationCollector(List.of(), "nobody died");
        Audit.of(run, findings);
        return findings.found().stream().map(Violation::promise).toList();
    }

    /** The first run whose driver died so early after an intent that a look undid the start. */
    private static ForgedResult undone() {
        return IntStream.range(1, 100)
                .mapToObj(nth -> RALPH.crashAt(CrashPoint.Moment.AFTER_APPEND, nth).run())
                .filter(run -> run.events().stream().anyMatch(NotDone.class::isInstance))
                .findFirst()
                .map(ForgedResult::new)
                .orElseThrow();
    }

    private ExternalEffect sampleEffect() {
        return run.honest().witness().started().getFirst().effect();
    }

    private static UnaryOperator<PipelineState> metered(UnaryOperator<Meter> reported) {
        return state ->
                state.withUsage(state.usage().withMeter(reported.apply(state.usage().meter())));
    }

    private static SimulationStep before(SimulationStep moment, UnaryOperator<Usage> more) {
        return new SimulationStep(
                moment.number(),
                moment.before().withUsage(more.apply(moment.before().usage())),
                moment.decision(),
                moment.event(),
                moment.after());
    }

    private static SimulationStep after(SimulationStep moment, PipelineState after) {
        return new SimulationStep(
                moment.number(), moment.before(), moment.decision(), moment.event(), after);
    }

    private static Witness twice(Witness seen, Class<? extends ExternalEffect> kind) {
        return withStarted(
                seen,
                all ->
                        and(
                                all,
                                all.stream()
                                        .filter(each -> kind.isInstance(each.effect()))
                                        .findFirst()
                                        .orElseThrow()));
    }

    private static Witness withStarted(Witness seen, UnaryOperator<List<StartedEffect>> reported) {
        return new Witness(
                seen.passages(),
                reported.apply(seen.started()),
                seen.done(),
                seen.unasked(),
                seen.storage());
    }

    private static <T> List<T> and(List<T> all, T more) {
        return Stream.concat(all.stream(), Stream.of(more)).toList();
    }

    /** Less the first of these. */
    private static <T> List<T> without(List<T> all, Predicate<? super T> which) {
        var less = new ArrayList<>(all);
        less.remove(
                IntStream.range(0, all.size())
                        .filter(i -> which.test(all.get(i)))
                        .findFirst()
                        .orElseThrow());
        return less;
    }
}
