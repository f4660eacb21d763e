package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
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
                            Option.none(),
                            Option.none());
                });
    }
}
