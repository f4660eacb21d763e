package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.prompting;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.checkedRalph;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Spend;
import dev.foldline.scenario.EffectSelector.EffectOverride;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** What fails in the same way again and again is not worked on for a night. */
class SameFailureTest {

    @Test
    void a_check_that_prints_the_same_three_times_is_recovered_once_and_then_halts() {
        var walk =
                walk(checkedRalph(1, 0))
                        .but(fails(checking(), "1 test failed"))
                        .toEnd()
                        .halts(Fault.Kind.STUCK);
        walk.does(4, checking()).does(3, agent("developer")).does(1, agent("recoverer"));
        assertThat(walk.state().slots().recovery())
                .isInstanceOfSatisfying(
                        Recovery.Halted.class,
                        halted ->
                                assertThat(halted.failure().fault().message())
                                        .startsWith(
                                                "the check checks has failed 4 times in a row with"
                                                    + " the same output, whatever was changed in"
                                                    + " between; last: it failed"));
    }

    @Test
    void a_different_output_resets_the_count() {
        var walk =
                walk(checkedRalph(1, 0))
                        .but(
                                fails(checking(), "1 test failed"),
                                fails(checking().on(3), "2 tests failed"))
                        .toEnd()
                        .halts(Fault.Kind.STUCK);
        assertThat(walk.count(checking())).isEqualTo(3 + 4);
    }

    @Test
    void a_passed_check_resets_the_count() {
        walk(checkedRalph(2, 0))
                .but(
                        fails(checking().first(2), "1 test failed"),
                        fails(checking().in("iterate", 1).first(2), "1 test failed"))
                .toEnd()
                .completes()
                .does(0, agent("recoverer"));
    }

    @Test
    void a_retry_by_the_user_resets_the_count() {
        var walk =
                walk(checkedRalph(1, 0))
                        .but(fails(checking().first(6), "1 test failed"))
                        .toEnd()
                        .halts(Fault.Kind.STUCK);
        walk.says(new Command.RetryHalted(Option.none()));
        var findings = walk.state().ledger().findings();
        assertThat(findings.checks()).isEmpty();
        assertThat(findings.rejection()).isEmpty();
        walk.toEnd().completes();
    }

    @Test
    void an_agent_that_is_silent_three_times_in_a_row_is_replaced_by_the_next() {
        var walk =
                walk(ralph(3, 0))
                        .but(
                                agent("developer")
                                        .answers(
                                                (effect, world) ->
                                                        effect.toString().contains("developer-a")
                                                                ? world.failed(
                                                                        effect,
                                                                        Fault.of(
                                                                                Fault.Kind
                                                                                        .NO_OUTPUT,
                                                                                "it did nothing and"
                                                                                    + " said"
                                                                                    + " nothing"))
                                                                : world.answer(effect)))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("developer"))
                .containsExactly(
                        "developer-a",
                        "developer-b",
                        "developer-a",
                        "developer-b",
                        "developer-a",
                        "developer-b");
        assertThat(walk.state().agents().isBarred("developer-a")).isTrue();
    }

    @Test
    void a_run_halts_when_all_agents_are_silent() {
        var walk =
                walk(ralph(1, 0, ALONE))
                        .but(anyAgent().fails(Fault.Kind.NO_OUTPUT))
                        .toEnd()
                        .halts(Fault.Kind.NO_OUTPUT)
                        .does(3, anyAgent());
        assertThat(walk.state().slots().recovery())
                .isInstanceOfSatisfying(
                        Recovery.Halted.class,
                        halted ->
                                assertThat(halted.failure().fault().message())
                                        .isEqualTo(
                                                "planner-a did nothing and said nothing 3 times in"
                                                        + " a row"));
        walk.says(new Command.RetryHalted(Option.none()));
        assertThat(walk.state().agents().isBarred("planner-a")).isFalse();
    }

    @Test
    void an_agent_with_output_in_between_is_not_silent() {
        var walk =
                walk(ralph(1, 0, ALONE.withLimits(POLICY.limits().withCyclesMax(10))))
                        .but(
                                agent("planner").first(5).fails(Fault.Kind.NO_OUTPUT),
                                agent("planner").on(3).fails(Fault.Kind.AGENT_FAILED))
                        .toEnd()
                        .completes();
        assertThat(walk.count(agent("planner"))).isEqualTo(6);
    }

    @Test
    void an_agent_that_has_worked_in_between_is_not_silent() {
        var walk =
                walk(ralph(3, 0))
                        .but(
                                agent("developer").fails(Fault.Kind.NO_OUTPUT),
                                agent("developer")
                                        .on(3)
                                        .answers((effect, world) -> world.answer(effect)))
                        .until(prompting("analyst"));
        assertThat(walk.state().agents().silentCalls("developer-a")).isZero();
    }

    @Test
    void a_commit_that_is_rejected_three_times_for_the_same_reason_halts() {
        var walk =
                walk(ralph(1, 0))
                        .but(isRejected(committing(), "no such name"))
                        .toEnd()
                        .halts(Fault.Kind.STUCK)
                        .does(3, committing())
                        .does(2, agent("recoverer"));
        assertThat(walk.state().slots().recovery())
                .isInstanceOfSatisfying(
                        Recovery.Halted.class,
                        halted ->
                                assertThat(halted.failure().fault().message())
                                        .isEqualTo(
                                                "the commit was rejected 3 times in a row for the"
                                                        + " same reason, whatever was changed in"
                                                        + " between; last: no such name"));
    }

    @Test
    void another_reason_to_reject_a_commit_starts_the_count_again() {
        walk(ralph(1, 0))
                .but(
                        isRejected(committing(), "no such name"),
                        isRejected(committing().on(3), "too long"))
                .toEnd()
                .halts(Fault.Kind.STUCK)
                .does(6, committing());
    }

    @Test
    void a_commit_that_is_made_starts_the_count_again() {
        var rejected = isRejected(committing().in("iterate", 0).first(2), "no such name");
        walk(ralph(2, 0))
                .but(rejected, isRejected(committing().in("iterate", 1).first(2), "no such name"))
                .toEnd()
                .completes()
                .does(6, committing());
    }

    @Test
    void a_retry_by_the_user_counts_rejected_commits_from_zero() {
        var walk =
                walk(ralph(1, 0))
                        .but(isRejected(committing().first(5), "no such name"))
                        .toEnd()
                        .halts(Fault.Kind.STUCK);
        walk.says(new Command.RetryHalted(Option.none())).toEnd().completes().does(6, committing());
    }

    private static EffectOverride isRejected(EffectSelector which, String why) {
        return which.answers(
                (_, world) ->
                        new EffectFailed(
                                world.ticket(),
                                Fault.of(Fault.Kind.COMMIT_REJECTED, why),
                                Option.of(why)));
    }

    private static EffectOverride fails(EffectSelector which, String output) {
        return which.answers(
                (effect, world) -> {
                    var failed =
                            (CheckFailed)
                                    world.failed(
                                            effect, Fault.of(Fault.Kind.CHECK_FAILED, "it failed"));
                    return new CheckFailed(
                            failed.ticket(),
                            failed.check(),
                            failed.tree(),
                            failed.summary(),
                            failed.output(),
                            Spend.NOTHING,
                            Option.of(output),
                            Option.none());
                });
    }
}
