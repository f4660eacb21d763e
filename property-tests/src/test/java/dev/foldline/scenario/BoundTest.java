package dev.foldline.scenario;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.gitRelyingOn;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.core.workflow.Script.times;
import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.anyAgent;
import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.looking;
import static dev.foldline.scenario.EffectSelector.prompting;
import static dev.foldline.scenario.EffectSelector.saving;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.checkedRalph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Policy.Limits;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No run needs more effects between two inputs than its bound. */
class BoundTest {

    @Test
    void the_bound_is_the_walk_plus_five_for_every_rewind_plus_two() {
        var plan = phase("plan", ask("planner", "plan"));
        assertThat(EffectBound.effects(of(times("all", 3, phases(plan)), 2_000)))
                .isEqualTo((2_000 + 2) * (3 * (2 + 4) + 5));
    }

    @Test
    void a_git_step_may_need_its_check_once_more() {
        var commit = phase("commit", gitRelyingOn(Option.of("checks"), GitOperation.COMMIT));
        assertThat(EffectBound.effects(of(times("all", 1, phases(commit)), 10)))
                .isEqualTo((10 + 2) * (2 + 1 + 1 + 5));
    }

    @Test
    void turns_over_items_and_children_count_as_often_as_items_are_allowed() {
        var work = phase("work", Vector.<Step>of(new Step.Children("tasks", "task")));
        assertThat(
                        EffectBound.effects(
                                of(
                                        new Stage(
                                                "all",
                                                new LoopCondition.EachItem("tasks", "work"),
                                                phases(work)),
                                        10)))
                .isEqualTo((10 + 2) * (200 * (2 + 1 + 200) + 5));
    }

    @Test
    void a_calm_run_stays_far_below_it() {
        var walk = walk(checkedRalph(3, 2)).toEnd().completes();
        assertThat(walk.beats().size() * 100L)
                .isLessThan(EffectBound.effects(walk.state().workflow()));
    }

    /** A walk that passes its bound fails by itself. */
    @ParameterizedTest
    @EnumSource(
            value = Fault.Remedy.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = "INSTRUCT_AGAIN")
    void the_worst_worlds_stay_below_it(Fault.Remedy remedy) {
        var kind = Vector.of(Fault.Kind.values()).find(each -> each.remedy() == remedy).get();
        Vector.of(
                        anyAgent(),
                        agent("analyst"),
                        agent("recoverer"),
                        prompting("committer"),
                        collecting("issues"),
                        checking(),
                        committing(),
                        looking(),
                        saving())
                .forEach(
                        which ->
                                assertThat(walk(small()).but(which.fails(kind)).toEnd().isOver())
                                        .isTrue());
    }

    @Test
    void a_world_that_loses_everything_ends_when_all_rewinds_are_used_up() {
        walk(small()).but(agent("planner").fails(Fault.Kind.LOST)).toEnd().halts(Fault.Kind.SPENT);
    }

    private static Workflow small() {
        return checkedRalph(1, 1)
                .with(ScenarioWorkflows.CHECKED.withLimits(Limits.DEFAULT.withRewindsMax(200)));
    }

    private static Workflow of(Stage stage, int rewinds) {
        return new Workflow(
                "bounded",
                1,
                Vector.of(stage),
                POLICY.withLimits(Limits.DEFAULT.withRewindsMax(rewinds)));
    }
}
