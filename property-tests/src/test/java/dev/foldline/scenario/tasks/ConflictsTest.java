package dev.foldline.scenario.tasks;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.checking;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.landingMerge;
import static dev.foldline.scenario.EffectSelector.openingGate;
import static dev.foldline.scenario.EffectSelector.preparingMerge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge.Taking;
import dev.foldline.core.event.GitEvent.MergePrepared;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.core.workflow.builtin.Tasks.OnConflict;
import dev.foldline.core.workflow.builtin.Tasks.Options;
import dev.foldline.core.workflow.builtin.Tasks.Strategy;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** A merge that conflicts, where agents resolve it. */
class ConflictsTest {
    /** The second merge that is prepared conflicts, whichever branch it takes. */
    private static final EffectSelector CONFLICTING = preparingMerge().on(2);

    @Test
    void every_choice_is_a_sound_workflow() {
        for (var strategy : Strategy.values())
            for (var onConflict : OnConflict.values())
                assertThat(WorkflowCheck.problems(workflow(strategy, onConflict)))
                        .as("%s, %s", strategy, onConflict)
                        .isEmpty();
    }

    @Test
    void an_agent_resolves_a_conflict_and_what_it_made_is_checked_and_lands() {
        var walk =
                merged(OnConflict.AGENT)
                        .completes()
                        .does(1, agent("resolver"))
                        .does(2, landingMerge());
        assertThat(walk.effects(PrepareMerge.class).map(PrepareMerge::taking))
                .containsExactly(
                        Option.none(), Option.none(), Option.of(Taking.MARKED), Option.none());
        assertThat(walk.effects(PrepareMerge.class).flatMap(PrepareMerge::squashed))
                .containsExactly("foldline/one", "foldline/two", "foldline/two", "foldline/story");
        assertThat(walk.effects(PrepareMerge.class).last().message()).contains("message-of-two");
        assertThat(walk.effects(LandMerge.class))
                .allSatisfy(
                        land ->
                                assertThat(land.tree())
                                        .isEqualTo(
                                                land.candidate()
                                                        .map(candidate -> candidate.tree())));
    }

    @Test
    void the_resolver_gets_the_conflict() {
        var walk = merged(OnConflict.AGENT);
        var reported = walk.effects(RenderPrompt.class).last();
        assertThat(reported.template()).isEqualTo(Tasks.TEMPLATE);
        assertThat(reported.brief().feedback().map(remark -> remark.message()))
                .containsExactly("it failed: CONFLICT");
    }

    @Test
    void a_conflict_between_markers_is_never_landed() {
        var walk =
                conflicting(OnConflict.AGENT).but(checking().on(2).fails(Fault.Kind.CHECK_FAILED));
        done(walk).toEnd().completes().does(2, agent("resolver")).does(2, landingMerge());
        assertThat(
                        walk.effects(PrepareMerge.class)
                                .filter(merge -> merge.taking().contains(Taking.MARKED)))
                .hasSize(2);
    }

    @Test
    void a_merge_with_conflict_markers_is_never_accepted_as_prepared() {
        var walk =
                done(conflicting(OnConflict.AGENT))
                        .during(
                                EffectSelector.of(
                                        effect ->
                                                effect instanceof PrepareMerge merge
                                                        && merge.taking().contains(Taking.MARKED)));
        var ticket = walk.state().header().ticket();
        assertThat(walk.state().awaits(ticket)).isTrue();
        var prepared =
                new MergePrepared(ticket, "head", new Candidate("main", "onto", "merge", "tree"));
        assertThat(Pipeline.reduce(walk.state(), prepared)).isEqualTo(walk.state());
    }

    @Test
    void a_failed_resolver_leaves_the_workflow_merging_for_the_user() {
        var walk = conflicting(OnConflict.AGENT).but(agent("resolver").fails(Fault.Kind.TRESPASS));
        done(walk).toEnd().halts(Fault.Kind.TRESPASS).does(1, landingMerge());
        assertThat(WorkflowStatus.of(walk.state())).isEqualTo(WorkflowStatus.MERGING);
        walk.but(agent("resolver").answers((effect, world) -> world.answer(effect)))
                .says(new Command.RetryHalted())
                .toEnd()
                .completes()
                .does(2, landingMerge());
    }

    @Test
    void a_resolution_waits_for_the_user_if_configured_and_then_lands() {
        var walk = merged(OnConflict.ASK).does(1, openingGate()).does(1, landingMerge());
        assertThat(WorkflowStatus.of(walk.state())).isEqualTo(WorkflowStatus.MERGING);
        walk.says(new Command.Approve("mend", Shown.NOTHING, ""))
                .toEnd()
                .completes()
                .does(2, landingMerge());
    }

    @Test
    void a_rejected_resolution_is_made_again_with_the_feedback() {
        var walk =
                merged(OnConflict.ASK)
                        .says(new Command.Reject("mend", Shown.NOTHING, "keep both"))
                        .toEnd()
                        .does(2, agent("resolver"))
                        .does(2, openingGate());
        assertThat(
                        walk.effects(RenderPrompt.class)
                                .last()
                                .brief()
                                .feedback()
                                .map(remark -> remark.message()))
                .contains("keep both");
        walk.says(new Command.Approve("mend", Shown.NOTHING, ""))
                .toEnd()
                .completes()
                .does(2, landingMerge());
    }

    @Test
    void commits_are_rebased_one_by_one_if_configured_and_a_conflict_is_resolved_as_one() {
        var walk =
                done(start(workflow(Strategy.REBASE, OnConflict.AGENT))
                                .but(CONFLICTING.fails(Fault.Kind.CONFLICT)))
                        .toEnd()
                        .completes();
        assertThat(walk.effects(PrepareMerge.class).map(PrepareMerge::taking))
                .containsExactly(
                        Option.of(Taking.REBASED),
                        Option.of(Taking.REBASED),
                        Option.of(Taking.MARKED),
                        Option.none());
        walk.does(2, landingMerge()).does(1, committing());
    }

    @Test
    void each_merge_and_each_resolution_starts_in_a_clean_tree_and_is_checked_before_it_lands() {
        assertThat(merged(OnConflict.AGENT).script("merging", "take"))
                .containsExactly(
                        "EnterPhase",
                        "ResetTree",
                        "PrepareMerge",
                        "RunCheck",
                        "EnterPhase",
                        "ResetTree",
                        "PrepareMerge");
        var mending =
                Vector.of(
                        "EnterPhase",
                        "ResetTree",
                        "PrepareMerge",
                        "prompt resolver",
                        "call resolver",
                        "RunCheck",
                        "CommitWork",
                        "PrepareMerge",
                        "RunCheck");
        assertThat(merged(OnConflict.AGENT).script("merging", "mend")).isEqualTo(mending);
        assertThat(merged(OnConflict.ASK).script("merging", "mend"))
                .isEqualTo(mending.append("OpenGate"));
    }

    private static ScenarioRun merged(OnConflict onConflict) {
        return done(conflicting(onConflict)).toEnd();
    }

    private static ScenarioRun conflicting(OnConflict onConflict) {
        return start(workflow(Strategy.SQUASH, onConflict))
                .but(CONFLICTING.fails(Fault.Kind.CONFLICT))
                .but(
                        agent("resolver")
                                .answers(
                                        (effect, world) -> {
                                            world.change();
                                            return world.answer(effect);
                                        }));
    }

    private static Workflow workflow(Strategy strategy, OnConflict onConflict) {
        return Tasks.workflow(
                new Options(strategy, onConflict),
                TaskTextTest.CHECKED.withRoles(
                        LinkedHashMap.of(Tasks.RESOLVER, Vector.of("agent"))));
    }

    private static ScenarioRun start(Workflow workflow) {
        return TaskTextTest.start(TaskTextTest.created(workflow, "one", "two"));
    }

    private static ScenarioRun done(ScenarioRun walk) {
        return TaskTextTest.allDone(walk, "one", "two");
    }
}
