package dev.foldline.scenario.feature;

import static dev.foldline.scenario.EffectSelector.landingMerge;
import static dev.foldline.scenario.EffectSelector.preparingMerge;
import static dev.foldline.scenario.feature.FeatureScenario.CLOSED;
import static dev.foldline.scenario.feature.FeatureScenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.RunEffect.OpenGate;
import dev.foldline.core.event.GitEvent.MergeOvertaken;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.Feature.Delivery;
import dev.foldline.core.workflow.builtin.Feature.Gates;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of {@code feature}: the merge is prepared, approved, and landed. */
class FeatureMergeTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7})
    void S2_13_a_rejected_merge_runs_only_the_merge_again_as_often_as_asked(int rejections) {
        var telling = atMerge();
        int before = telling.calls();
        for (int n = 1; n <= rejections; n++) {
            telling.reject("other words " + n);
            assertThat(telling.asks()).contains("merge");
            assertThat(telling.calls()).isEqualTo(before + n);
        }
        telling.approve().walk().completes().does(1, landingMerge());
        assertThat(telling.calls("merge")).isEqualTo(1 + rejections);
    }

    @Test
    void S2_13_the_full_walk_asks_at_every_gate_and_then_ends() {
        var telling = run(CLOSED, Delivery.MERGE);
        var asked = Vector.<String>empty();
        for (; telling.asks().isDefined(); telling.approve())
            asked = asked.appendAll(telling.asks());
        assertThat(asked).containsExactly("requirements", "plan", "implement", "merge");
        telling.walk().completes();
        assertThat(telling.calls()).isEqualTo(6);
    }

    @Test
    void S2_13_mixed_rejections_cost_one_call_each() {
        var telling = run(CLOSED, Delivery.MERGE);
        int rejections = 0;
        for (int n = 1; telling.asks().isDefined(); n++) {
            for (int again = 0; again < n; again++, rejections++) telling.reject("no " + again);
            telling.approve();
        }
        telling.walk().completes();
        assertThat(rejections).isEqualTo(1 + 2 + 3 + 4);
        assertThat(telling.calls()).isEqualTo(6 + rejections);
    }

    @Test
    void no_merge_lands_before_it_is_approved() {
        var telling = atMerge();
        telling.walk().does(1, preparingMerge()).does(0, landingMerge());
        assertThat(telling.gate().get().tree())
                .isEqualTo(
                        telling.walk()
                                .state()
                                .ledger()
                                .repository()
                                .candidate()
                                .map(merge -> merge.tree()));
    }

    @Test
    void a_target_that_has_moved_is_merged_again_and_approved_again() {
        var telling =
                run(
                        CLOSED,
                        Delivery.MERGE,
                        landingMerge()
                                .on(1)
                                .answers(
                                        (_, world) ->
                                                new MergeOvertaken(
                                                        world.ticket(), "main has moved")));
        while (!telling.asks().contains("merge")) telling.approve();
        var first = telling.gate().get();
        telling.approve();
        assertThat(telling.asks()).contains("merge");
        assertThat(telling.gate().get().instance()).isNotEqualTo(first.instance());
        telling.approve().walk().completes().does(2, landingMerge());
    }

    @Test
    void a_conflict_halts_and_nothing_lands() {
        var telling =
                run(
                        Gates.ABSENT,
                        Delivery.MERGE,
                        preparingMerge()
                                .on(1)
                                .fails(Fault.of(Fault.Kind.CONFLICT, "merge conflict in a.txt")));
        telling.walk().halts(Fault.Kind.CONFLICT).does(0, landingMerge());
        telling.retry().walk().completes().does(1, landingMerge());
    }

    @Test
    void the_landed_merge_is_the_prepared_one() {
        var telling = run(Gates.ABSENT, Delivery.MERGE);
        assertThat(
                        telling.walk()
                                .effects(LandMerge.class)
                                .map(land -> land.candidate().get().commit()))
                .isEqualTo(
                        telling.walk()
                                .beats(preparingMerge())
                                .map(
                                        beat ->
                                                ((dev.foldline.core.event.GitEvent.MergePrepared)
                                                                beat.answer())
                                                        .candidate()
                                                        .commit()));
        assertThat(telling.walk().state().ledger().repository().candidate())
                .as("what has landed is prepared no more")
                .isEmpty();
    }

    @Test
    void a_gate_behind_later_work_shows_that_and_not_a_merge_made_before_it() {
        var gate = new GateSpec(OnReject.REDO);
        var merge = Phase.phase("merge", Script.git(GitOperation.PREPARE_MERGE)).gate(gate);
        var later = Phase.phase("later", Script.git(GitOperation.INSPECT)).gate(gate);
        var walk =
                ScenarioRun.walk(
                                new Workflow(
                                        "late",
                                        1,
                                        Vector.of(Script.once("all", Script.phases(merge, later))),
                                        Policy.DEFAULT))
                        .toEnd();
        var prepared = walk.state().ledger().repository().candidate();
        walk.says(new Command.Approve("merge", Shown.NOTHING, "")).toEnd();
        assertThat(walk.effects(OpenGate.class).map(OpenGate::merge))
                .containsExactly(prepared, Option.none());
        assertThat(prepared.isDefined()).isTrue();
    }

    private static FeatureScenario atMerge() {
        var telling = run(CLOSED, Delivery.MERGE);
        while (!telling.asks().contains("merge")) telling.approve();
        return telling;
    }
}
