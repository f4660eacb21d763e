package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.entering;
import static dev.foldline.scenario.EffectSelector.looking;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.UNMENDED;
import static dev.foldline.scenario.ScenarioWorkflows.checkedRalph;
import static dev.foldline.scenario.ScenarioWorkflows.gatedRalph;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.GitEvent.TreeMoved;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Usage.Tally;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

/** What must hold in every state of EVENTFUL runs. */
class InvariantsTest {
    private static final Vector<ScenarioRun> EVENTFUL =
            Vector.of(
                    walk(checkedRalph(2, 2))
                            .but(
                                    collecting("issues").says("issues"),
                                    collecting("development_result").says("partial"))
                            .toEnd(),
                    walk(checkedRalph(3, 1))
                            .but(
                                    checking().first(8).fails(Fault.Kind.CHECK_FAILED),
                                    committing().first(9).fails(Fault.Kind.GIT))
                            .toEnd(),
                    walk(ralph(2, 1))
                            .but(
                                    agent("developer").first(25).fails(Fault.Kind.AGENT_FAILED),
                                    collecting("plan").first(25).isRefused())
                            .toEnd(),
                    walk(ralph(1, 1))
                            .but(EffectSelector.anyAgent().fails(Fault.Kind.RATE_LIMIT))
                            .toEnd());

    @Test
    void chains_stay_in_range() {
        states().forEach(
                        state ->
                                state.agents()
                                        .chains()
                                        .forEach(
                                                (role, chain) -> {
                                                    assertThat(chain.failed())
                                                            .hasSizeLessThan(
                                                                    state.policy()
                                                                            .chain(role)
                                                                            .size());
                                                    assertThat(chain.cycle())
                                                            .isBetween(
                                                                    0,
                                                                    state.policy()
                                                                                    .limits()
                                                                                    .cyclesMax()
                                                                            - 1);
                                                }));
    }

    @Test
    void counts_stay_below_their_limits() {
        states().forEach(
                        state ->
                                state.phase()
                                        .forEach(
                                                phase -> {
                                                    assertThat(state.usage().tally().outputs())
                                                            .isLessThan(
                                                                    Math.max(
                                                                            1,
                                                                            phase.retryPolicy()
                                                                                    .outputsMax()));
                                                    assertThat(state.usage().tally().sameAgent())
                                                            .isLessThan(
                                                                    state.policy()
                                                                            .limits()
                                                                            .sameAgentMax());
                                                    assertThat(
                                                                    state.usage()
                                                                            .tally()
                                                                            .continuations())
                                                            .isLessThan(
                                                                    phase.retryPolicy()
                                                                            .continuationsMax());
                                                }));
    }

    @Test
    void commits_are_counted_as_they_were_made() {
        EVENTFUL.forEach(
                walk ->
                        assertThat(walk.state().ledger().commits())
                                .hasSize(walk.log().count(WorkCommitted.class::isInstance)));
    }

    @Test
    void a_failure_that_exhausts_everything_is_no_retry() {
        var walk =
                walk(ralph(1, 0, UNMENDED))
                        .but(committing().fails(Fault.Kind.GIT))
                        .toEnd()
                        .halts(Fault.Kind.GIT);
        assertThat(walk.state().usage().rewinds()).isEqualTo(12);
        walk.does(13, committing());
    }

    @Test
    void an_unknown_agent_is_followed_by_the_next() {
        assertThat(
                        walk(ralph(1, 0))
                                .but(agent("planner").on(1).fails(Fault.Kind.AGENT_SETUP))
                                .toEnd()
                                .completes()
                                .agents("planner"))
                .containsExactly("planner-a", "planner-b");
    }

    @Test
    void exhausted_output_retries_reset_the_other_limits_too() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                collecting("plan").first(10).isRefused(),
                                agent("planner").on(11).fails(Fault.Kind.TIMEOUT));
        walk.past(collecting("plan").on(10));
        while (walk.state().agents().chain("planner").failed().isEmpty()) walk.step();
        assertThat(walk.state().usage().tally()).isEqualTo(new Tally(11, 0, 0, 0));
    }

    @Test
    void an_analysis_follows_every_development_before_anything_else_is_asked() {
        EVENTFUL.forEach(
                walk -> {
                    var calls =
                            walk.beats(EffectSelector.anyAgent())
                                    .filter(beat -> beat.answer() instanceof AgentFinished)
                                    .map(beat -> ((InvokeAgent) beat.effect()).role());
                    calls.zip(calls.drop(1))
                            .filter(pair -> pair._1().equals("developer"))
                            .forEach(pair -> assertThat(pair._2()).isEqualTo("analyst"));
                });
    }

    @Test
    void development_is_never_entered_without_a_plan() {
        EVENTFUL.flatMap(walk -> walk.beats(entering("development")))
                .forEach(
                        beat ->
                                assertThat(beat.before().ledger().artifacts().containsKey("plan"))
                                        .isTrue());
    }

    @Test
    void a_commit_has_the_message_made_for_it() {
        EVENTFUL.flatMap(walk -> walk.beats(committing()))
                .forEach(
                        beat ->
                                assertThat(
                                                beat.before()
                                                        .ledger()
                                                        .artifacts()
                                                        .containsKey("commit_message"))
                                        .isTrue());
    }

    @Test
    void a_failed_tree_check_does_not_end_the_run() {
        walk(ralph(1, 0))
                .but(looking().on(1).fails(Fault.Kind.GIT))
                .toEnd()
                .completes()
                .does(1, committing());
    }

    @Test
    void a_commit_relies_on_a_check_of_the_tree_it_commits() {
        var walk =
                walk(checkedRalph(1, 0))
                        .but(
                                agent("committer")
                                        .answers(
                                                (effect, world) -> {
                                                    world.change();
                                                    return world.answer(effect);
                                                }),
                                committing()
                                        .on(1)
                                        .answers(
                                                (_, world) ->
                                                        new TreeMoved(
                                                                world.ticket(), world.tree())))
                        .toEnd()
                        .completes();
        assertThat(
                        walk.beats()
                                .filter(
                                        beat ->
                                                beat.decision()
                                                        .rule()
                                                        .equals(
                                                                "repeat the check that the next"
                                                                        + " step relies on")))
                .hasSize(1);
        walk.does(2, committing());
    }

    @Test
    void a_hook_that_changes_the_tree_is_noticed_and_checked_before_anything_else() {
        var walk =
                walk(checkedRalph(1, 0))
                        .but(
                                committing()
                                        .on(1)
                                        .answers(
                                                (_, world) -> {
                                                    world.change();
                                                    return world.committed();
                                                }))
                        .past(committing());
        assertThat(walk.state().ledger().lastFault().get().kind())
                .isEqualTo(Fault.Kind.EVIDENCE_STALE);
        walk.past(EffectSelector.cleaning())
                .nextIs("repeat the check that the next step relies on");
    }

    @Test
    void a_different_effect_resets_the_count_of_repeats() {
        var walk = walk(ralph(2, 0)).toEnd();
        assertThat(walk.beats().map(beat -> beat.before().usage().repeats().count()))
                .allMatch(count -> count <= 1);
    }

    @Test
    void a_phase_remembers_a_bounded_number_of_remarks() {
        var walk = walk(gatedRalph("planning")).toEnd();
        for (int i = 0; i < 60; i++)
            walk.says(new Command.Reject("planning", Command.Shown.NOTHING, "no " + i)).toEnd();
        assertThat(walk.state().ledger().feedback("iterate/planning")).hasSize(50);
        assertThat(walk.state().ledger().feedback("iterate/planning").last().message())
                .isEqualTo("no 59");
    }

    @Test
    void a_phase_is_gated_for_each_of_its_executions() {
        var walk =
                walk(gatedRalph("planning"))
                        .but(committing().first(7).fails(Fault.Kind.GIT))
                        .toEnd();
        assertThat(
                        walk.says(new Command.Approve("planning", Command.Shown.NOTHING, ""))
                                .toEnd()
                                .state()
                                .slots()
                                .gate())
                .isInstanceOf(GateSlot.Open.class);
        walk.says(new Command.Approve("planning", Command.Shown.NOTHING, ""))
                .toEnd()
                .completes()
                .does(2, agent("planner"));
    }

    @Test
    void no_continuation_outlives_its_phase() {
        EVENTFUL.flatMap(walk -> walk.beats(EffectSelector.enteringAny()))
                .forEach(
                        beat ->
                                assertThat(beat.before().slots().continuation())
                                        .isEqualTo(Continuation.IDLE));
    }

    @Test
    void recovery_counters_survive_a_restart() {
        var walk =
                walk(ralph(1, 0, POLICY))
                        .but(committing().first(5).fails(Fault.Kind.GIT))
                        .until(agent("recoverer"))
                        .past(agent("recoverer"));
        var before = walk.state().slots();
        walk.submit(new DriverStarted(1, walk.world().now()));
        assertThat(walk.state().slots()).isEqualTo(before);
    }

    private Vector<PipelineState> states() {
        return EVENTFUL.flatMap(ScenarioRun::beats).map(WalkStep::before);
    }
}
