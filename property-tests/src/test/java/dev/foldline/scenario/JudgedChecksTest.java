package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.looking;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.CheckEffect.OnFailure;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Spend;
import dev.foldline.core.verdict.CheckResult;
import dev.foldline.core.verdict.CheckRun;
import dev.foldline.core.verdict.Verdict;
import dev.foldline.core.verdict.VerdictText;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CheckForm.OnKnown;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.scenario.EffectSelector.EffectOverride;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicReference;

/** What follows from the results of the user's checks: on the base, after work, and again. */
class JudgedChecksTest {
    private static final String UNIT = "unit";
    private static final CheckForm NAMED =
            new CheckForm(Option.of("report.xml"), Option.none(), 1, OnKnown.ALLOW);

    private static Workflow workflow(CheckForm form) {
        return BuiltinWorkflows.checkedOnBase(
                ralph(
                        1,
                        0,
                        ALONE.withChecks(
                                LinkedHashMap.of(
                                        BuiltinWorkflows.CHECKS,
                                        Vector.of(
                                                new CommandLine.Check(
                                                        UNIT,
                                                        new CommandLine.Shell("make test"),
                                                        form))))));
    }

    /** The results of the check, one a run; after the last one it always passes. */
    private static EffectOverride says(CheckResult... results) {
        var left = new java.util.ArrayDeque<>(java.util.List.of(results));
        return checking()
                .answers(
                        (_, world) ->
                                event(
                                        world,
                                        left.isEmpty()
                                                ? new CheckResult.Succeeded(UNIT)
                                                : left.remove()));
    }

    private static Event event(ScenarioEnvironment world, CheckResult result) {
        return event(world, new CheckRun(world.tree(), Vector.of(result)), world.tree());
    }

    /**
     * @param after the tree after the check
     */
    private static Event event(ScenarioEnvironment world, CheckRun run, String after) {
        return run.results().head() instanceof CheckResult.Succeeded
                ? new CheckPassed(
                        world.ticket(),
                        BuiltinWorkflows.CHECKS,
                        run.tree(),
                        after,
                        Option.none(),
                        Spend.NOTHING,
                        Vector.empty(),
                        Vector.empty(),
                        Option.of(run))
                : new CheckFailed(
                        world.ticket(),
                        BuiltinWorkflows.CHECKS,
                        after,
                        "the check 'make test' failed: exit code 1",
                        Option.none(),
                        Spend.NOTHING,
                        Option.of(run.results().toString()),
                        Option.of(run),
                        Option.none());
    }

    private static CheckResult passes() {
        return new CheckResult.Succeeded(UNIT);
    }

    private static CheckResult fails(String... tests) {
        return new CheckResult.TestsFailed(UNIT, "exit code 1", Vector.of(tests));
    }

    private static CheckResult failsUnnamed(String output) {
        return new CheckResult.Unnamed(UNIT, output);
    }

    private static Verdict verdict(ScenarioRun walk) {
        return walk.state().ledger().findings().judgement(BuiltinWorkflows.CHECKS).verdict().get();
    }

    @Test
    void a_check_that_flakes_before_the_first_call_does_not_halt_the_run() {
        var walk =
                walk(workflow(CheckForm.PLAIN))
                        .but(says(failsUnnamed("reset by peer")))
                        .until(anyAgent());
        walk.does(2, checking());
        assertThat(verdict(walk)).isInstanceOf(Verdict.Flaky.class);
        walk.until(committing());
    }

    @Test
    void a_check_that_flakes_after_work_sends_no_agent() {
        var walk =
                walk(workflow(CheckForm.PLAIN))
                        .but(says(passes(), failsUnnamed("reset by peer")))
                        .until(committing());
        walk.does(1, agent("developer")).does(0, agent("fixer"));
        assertThat(walk.state().ledger().findings().judgement(BuiltinWorkflows.CHECKS).flakes())
                .hasSize(1);
    }

    @Test
    void a_check_that_fails_twice_sends_the_agent() {
        walk(workflow(CheckForm.PLAIN))
                .but(says(passes(), failsUnnamed("no"), failsUnnamed("no")))
                .until(committing())
                .does(2, agent("developer"))
                .does(4, checking());
    }

    /** A suite of twenty minutes is not doubled in each iteration that fails. */
    @Test
    void a_failure_that_came_before_in_the_same_way_does_not_run_again() {
        walk(workflow(CheckForm.PLAIN))
                .but(says(passes(), failsUnnamed("no"), failsUnnamed("no"), failsUnnamed("no")))
                .until(committing())
                .does(3, agent("developer"))
                .does(5, checking());
    }

    @Test
    void without_reruns_the_first_failure_counts() {
        walk(workflow(new CheckForm(Option.none(), Option.none(), 0, OnKnown.HALT)))
                .but(says(passes(), failsUnnamed("no")))
                .until(committing())
                .does(2, agent("developer"))
                .does(3, checking());
    }

    @Test
    void a_test_that_failed_before_allows_commits() {
        var walk =
                walk(workflow(NAMED))
                        .but(says(fails("old"), fails("old"), fails("old")))
                        .until(committing());
        walk.does(1, agent("developer")).does(3, checking());
        assertThat(VerdictText.of(verdict(walk)))
                .isEqualTo("no new failures; failed on the base too: old");
    }

    @Test
    void another_failure_beside_a_known_one_is_named_first() {
        var walk =
                walk(workflow(NAMED))
                        .but(
                                says(
                                        fails("old"),
                                        fails("old"),
                                        fails("old", "new"),
                                        fails("old", "new")))
                        .until(committing());
        walk.does(2, agent("developer"));
        assertThat(
                        walk.effects(RenderPrompt.class)
                                .flatMap(each -> each.brief().feedback())
                                .map(each -> each.message())
                                .distinct())
                .containsExactly(
                        "new failures: new; known failures, not your task: old\n"
                                + "the check 'make test' failed: exit code 1");
    }

    /** A new test that fails now and then is a defect of the change. */
    @Test
    void a_new_test_that_flickers_is_a_failure() {
        var added =
                new CheckResult.TestsFailed(
                        UNIT,
                        "exit code 1",
                        Vector.of("fresh"),
                        Vector.of("fresh"),
                        Vector.empty(),
                        Vector.empty(),
                        Option.none());
        walk(workflow(NAMED))
                .but(says(passes(), added))
                .until(committing())
                .does(2, agent("developer"))
                .does(3, checking());
    }

    @Test
    void an_unnamed_failure_on_the_base_halts_before_the_first_call() {
        walk(workflow(CheckForm.PLAIN))
                .but(says(failsUnnamed("old"), failsUnnamed("old")))
                .toEnd()
                .halts(Kind.CHECK_FAILED)
                .does(0, anyAgent())
                .does(2, checking());
    }

    @Test
    void an_unnamed_failure_that_may_be_known_is_known_by_its_output() {
        walk(workflow(new CheckForm(Option.none(), Option.none(), 1, OnKnown.ALLOW)))
                .but(
                        says(
                                failsUnnamed("old"),
                                failsUnnamed("old"),
                                failsUnnamed("other"),
                                failsUnnamed("other"),
                                failsUnnamed("old")))
                .until(committing())
                .does(2, agent("developer"));
    }

    @Test
    void a_report_that_is_missing_on_the_base_halts_the_run() {
        walk(workflow(NAMED))
                .but(says(new CheckResult.NoReport(UNIT, "no report matches report.xml")))
                .toEnd()
                .halts(Kind.CHECK_FAILED)
                .does(0, anyAgent())
                .does(1, checking());
    }

    @Test
    void a_report_that_is_missing_after_work_is_told_to_the_agent() {
        walk(workflow(NAMED))
                .but(says(passes(), new CheckResult.NoReport(UNIT, "no report")))
                .until(committing())
                .does(2, agent("developer"))
                .does(3, checking());
    }

    /** After a call the tree may be an agent's, whatever a phase is called. */
    @Test
    void a_failure_after_the_first_call_is_not_known_in_a_phase_called_baseline() {
        walk(named("development", BuiltinWorkflows.BASELINE, workflow(NAMED)))
                .but(says(passes(), fails("new"), fails("new")))
                .until(committing())
                .does(2, agent("developer"));
    }

    private static Workflow named(String phase, String name, Workflow workflow) {
        return new Workflow(
                workflow.name(),
                workflow.version(),
                workflow.stages()
                        .map(
                                stage ->
                                        new Stage(
                                                stage.id(),
                                                stage.turns(),
                                                stage.phases()
                                                        .map(
                                                                each ->
                                                                        each.id().equals(phase)
                                                                                ? named(name, each)
                                                                                : each))),
                workflow.policy());
    }

    private static Phase named(String name, Phase phase) {
        return new Phase(
                name,
                phase.entry(),
                phase.steps(),
                phase.gate(),
                phase.routes(),
                phase.retryPolicy());
    }

    /** Where a command may fail, the ones after it count too. */
    @Test
    void commands_after_a_known_failure_run_too() {
        var walk = walk(workflow(NAMED)).but(says(fails("old"), fails("old"))).until(committing());
        assertThat(walk.effects(RunCheck.class).map(each -> each.comparison().get().onFailure()))
                .containsOnly(OnFailure.GO_ON);
        var green = walk(workflow(NAMED)).but(says(passes())).until(committing());
        assertThat(green.effects(RunCheck.class).map(each -> each.comparison().get().onFailure()))
                .containsExactly(OnFailure.GO_ON, OnFailure.STOP);
    }

    /** It would be about another tree each time, so that no commit could ever rely on it. */
    @Test
    void a_known_failure_that_changes_the_tree_each_time_ends_the_run() {
        var tree = new AtomicReference<>("tree");
        var walk =
                walk(workflow(NAMED))
                        .but(
                                checking()
                                        .answers(
                                                (_, world) ->
                                                        event(
                                                                world,
                                                                new CheckRun(
                                                                        tree.get(),
                                                                        Vector.of(fails("old"))),
                                                                tree.updateAndGet(
                                                                        _ ->
                                                                                "after "
                                                                                        + world
                                                                                                .ticket()))),
                                looking()
                                        .answers(
                                                (_, world) ->
                                                        new TreeInspected(
                                                                world.ticket(),
                                                                Option.none(),
                                                                tree.get(),
                                                                "changed")))
                        .toEnd()
                        .halts(Kind.EVIDENCE_STALE);
        assertThat(walk.count(checking())).isLessThan(60);
        walk.does(0, committing());
    }
}
