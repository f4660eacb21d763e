package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.PipelineState;
import dev.foldline.core.change.ChangeFindings;
import dev.foldline.core.change.GuardedFile;
import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.Trial;
import dev.foldline.core.change.TrialFailure;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.ChangeEffect.CompareChange;
import dev.foldline.core.effect.ChangeEffect.TryTests;
import dev.foldline.core.event.ChangeEvent.GuardedRestored;
import dev.foldline.core.event.ChangeEvent.TestsTried;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Spend;
import dev.foldline.core.state.Usage.Measure;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.summary.RunSentence;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.verdict.CheckResult;
import dev.foldline.core.verdict.CheckRun;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CheckForm.OnKnown;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Guard.OnChange;
import dev.foldline.core.workflow.Guard.Witness;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.scenario.EffectSelector.EffectOverride;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.time.ZoneOffset;

/** What follows from what a run finds out about its whole change. */
class GuardedChangeTest {
    private static final String UNIT = "unit";
    private static final CheckForm PLAIN_KNOWN =
            new CheckForm(Option.none(), Option.none(), 1, OnKnown.ALLOW);
    private static final CheckFailure OLD_FAILURE = new CheckFailure.Output(UNIT, "of the base");
    private static final TestChanges CHANGED =
            new TestChanges(Vector.empty(), Vector.of("a_test"), Vector.empty());

    private static Workflow workflow(OnChange onChange) {
        var guard =
                new Guard(
                        Vector.empty(),
                        Vector.empty(),
                        onChange,
                        100,
                        2_000,
                        Witness.AUTO,
                        new CleanCheckout(Vector.empty(), Vector.empty()));
        var policy =
                ALONE.withChecks(
                                LinkedHashMap.of(
                                        BuiltinWorkflows.CHECKS,
                                        Vector.of(
                                                new CommandLine.Check(
                                                        UNIT,
                                                        new CommandLine.Shell("make test"),
                                                        PLAIN_KNOWN))))
                        .withGuard(Option.of(guard));
        return GuardedWorkflow.of(BuiltinWorkflows.checkedOnBase(ralph(1, 0, policy)));
    }

    private static EffectOverride comparisonFinds(Vector<GuardedFile> guarded, TestChanges tests) {
        return EffectSelector.of(CompareChange.class::isInstance)
                .answers((_, world) -> world.compared(guarded, tests));
    }

    /** What the trials say, one each; after the last one they pass. */
    private static EffectOverride trialsSay(TrialResult... results) {
        var left = new java.util.ArrayDeque<>(java.util.List.of(results));
        return EffectSelector.of(TryTests.class::isInstance)
                .answers(
                        (effect, world) ->
                                new TestsTried(
                                        world.ticket(),
                                        ((TryTests) effect).trial(),
                                        left.isEmpty() ? new TrialResult.Passed() : left.remove(),
                                        Option.none(),
                                        Spend.millis(1_000)));
    }

    private static TrialResult fails(CheckFailure failure) {
        return new TrialResult.Failed(
                Vector.of(new TrialFailure(failure, failure.command() + ": it fails")));
    }

    /** The check fails in this way before any change, and in no other. */
    private static EffectOverride baseFails() {
        return checking()
                .answers(
                        (_, world) ->
                                new CheckFailed(
                                        world.ticket(),
                                        BuiltinWorkflows.CHECKS,
                                        world.tree(),
                                        "make test failed",
                                        Option.none(),
                                        Spend.NOTHING,
                                        Option.of("of the base"),
                                        Option.of(
                                                new CheckRun(
                                                        world.tree(),
                                                        Vector.of(
                                                                new CheckResult.Unnamed(
                                                                        UNIT, "of the base")))),
                                        Option.none()));
    }

    private static Vector<Trial> trials(ScenarioRun run) {
        return run.log()
                .flatMap(
                        event ->
                                event instanceof TestsTried tried
                                        ? Vector.of(tried.trial())
                                        : Vector.<Trial>empty());
    }

    @Test
    void a_trial_that_fails_once_runs_again_and_nobody_is_asked() {
        var run =
                walk(workflow(OnChange.GATE))
                        .but(
                                comparisonFinds(Vector.empty(), CHANGED),
                                trialsSay(
                                        fails(new CheckFailure.Output(UNIT, "flaky")),
                                        new TrialResult.Passed(),
                                        fails(new CheckFailure.Output(UNIT, "flaky"))))
                        .toEnd();
        assertThat(trials(run))
                .containsExactly(
                        Trial.CONTROL,
                        Trial.CONTROL,
                        Trial.OLD_TESTS,
                        Trial.OLD_TESTS,
                        Trial.NEW_TESTS);
        run.completes();
    }

    @Test
    void what_failed_before_any_change_fails_no_trial_though_it_has_no_name() {
        var run =
                walk(workflow(OnChange.GATE))
                        .but(
                                baseFails(),
                                comparisonFinds(Vector.empty(), CHANGED),
                                trialsSay(fails(OLD_FAILURE), fails(OLD_FAILURE)))
                        .toEnd();
        assertThat(trials(run)).containsExactly(Trial.CONTROL, Trial.OLD_TESTS, Trial.NEW_TESTS);
        run.completes();
    }

    @Test
    void old_tests_that_fail_twice_open_the_gate_with_the_reason() {
        var failure = fails(new CheckFailure.Test(UNIT, "test_sum"));
        var run =
                walk(workflow(OnChange.GATE))
                        .but(
                                comparisonFinds(Vector.empty(), CHANGED),
                                trialsSay(new TrialResult.Passed(), failure, failure))
                        .toEnd();
        assertThat(run.state().slots().gate())
                .isInstanceOfSatisfying(
                        GateSlot.Open.class,
                        open ->
                                assertThat(open.gate().reason())
                                        .isEqualTo(
                                                "Approve the change: tests of the base fail on the"
                                                        + " new code: unit: it fails"));
        assertThat(run.state().usage().meter(GuardedWorkflow.NAME).wallMillis()).isEqualTo(4_000);
    }

    @Test
    void the_gate_of_the_comparison_approves_what_it_showed() {
        var judge = new GuardedFile("check.sh", "judges", Option.of("new"), Option.none());
        var run =
                walk(workflow(OnChange.GATE))
                        .but(comparisonFinds(Vector.of(judge), TestChanges.NONE))
                        .toEnd();
        var approved = run.submit(approval(run)).toEnd();
        approved.completes();
        assertThat(change(approved).approved().map(each -> each.report().guarded()))
                .contains(Vector.of(judge));
    }

    private static GateApproved approval(ScenarioRun run) {
        var gate = ((GateSlot.Open) run.state().slots().gate()).gate();
        return new GateApproved(1, gate.id(), gate.instance(), gate.revision(), "", true);
    }

    private static ChangeFindings change(ScenarioRun run) {
        return run.state().ledger().findings().change();
    }

    @Test
    void each_agent_is_told_what_was_put_back_and_the_tree_is_the_one_after() {
        var run =
                walk(workflow(OnChange.REFUSE))
                        .but(
                                EffectSelector.of(ChangeEffect.RestoreGuarded.class::isInstance)
                                        .answers(
                                                (_, world) ->
                                                        new GuardedRestored(
                                                                world.ticket(),
                                                                "restored",
                                                                Vector.of("check.sh"),
                                                                Vector.empty())))
                        .past(EffectSelector.of(ChangeEffect.RestoreGuarded.class::isInstance));
        assertThat(run.state().ledger().repository().tree()).contains("restored");
        assertThat(change(run).restored()).containsExactly("check.sh");
        assertThat(run.state().ledger().feedback().values())
                .anyMatch(
                        each -> each.toString().contains("Your changes to check.sh were put back"));
    }

    @Test
    void what_was_reported_and_not_asked_is_said_before_what_has_no_room() {
        var judge = new GuardedFile("Makefile", "is run", Option.of("content"), Option.none());
        var state =
                walk(workflow(OnChange.REPORT))
                        .but(comparisonFinds(Vector.of(judge), CHANGED))
                        .toEnd()
                        .completes()
                        .state();
        assertThat(sentence(state))
                .contains("of work, 1 finding about its change reported, not asked: 1 commit")
                .endsWith("checks passed.");
        var money = new Measure(Option.of(1_234_567_890_000_000L), 0, 1, 0);
        var usage = state.usage().withMeter(new Meter(1, Long.MAX_VALUE, Measure.ZERO, money));
        assertThat(sentence(state.withUsage(usage)))
                .contains("at least $1234567890.00, 1 finding", "reported, not asked: 1 commit")
                .endsWith(".")
                .hasSizeLessThanOrEqualTo(160);
    }

    private static String sentence(PipelineState state) {
        return RunSentence.of(state, false, ZoneOffset.UTC);
    }
}
