package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.entering;
import static dev.foldline.scenario.EffectSelector.prompting;
import static dev.foldline.scenario.EffectSelector.recordingRecovery;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.UNMENDED;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

import java.lang.reflect.RecordComponent;

/**
 * Something is changed first, ever further back; success only when the point of failure lies
 * behind.
 */
class RecoveryTest {
    private static final Fault FAULT = Fault.of(Fault.Kind.GIT, "no");

    /**
     * The older vocabulary, seen in the recovery slot: attempts of the fixer, their level, and
     * whether it has been there.
     */
    private record RecoveryView(int attempts, int level, boolean fixed) {
        private static final RecoveryView NOTHING = new RecoveryView(0, 0, false);

        static RecoveryView in(PipelineState state) {
            return switch (state.slots().recovery()) {
                case Recovery.FixDue(var failure) -> of(state, failure, false);
                case Recovery.FixPrompted(var failure, _) -> of(state, failure, false);
                case Recovery.CleanDue(var failure) -> of(state, failure, true);
                case Recovery.Watching(var failure) -> of(state, failure, true);
                case Recovery.Passed(var failure) -> of(state, failure, true);
                case Recovery.Idle _, Recovery.Halting _, Recovery.Halted _, Recovery.Ending _ ->
                        NOTHING;
            };
        }

        private static RecoveryView of(PipelineState state, Failure failure, boolean fixed) {
            return new RecoveryView(
                    failure.attempts(), state.policy().recovery().level(failure.attempts()), fixed);
        }

        boolean active() {
            return attempts > 0 && level > 0 && fixed;
        }
    }

    @Test
    void S3_07_recovery_is_active_only_after_the_fixer_with_attempts_and_a_level() {
        var state = walk(ralph(1, 0)).until(committing()).state();
        var failure = new Failure(state.at(), FAULT, 1);
        assertThat(RecoveryView.in(state))
                .isEqualTo(RecoveryView.NOTHING)
                .matches(seen -> !seen.active());
        assertThat(RecoveryView.in(state.withRecovery(new Recovery.FixDue(failure))))
                .isEqualTo(new RecoveryView(1, 1, false))
                .matches(seen -> !seen.active());
        assertThat(RecoveryView.in(state.withRecovery(new Recovery.Watching(failure))))
                .isEqualTo(new RecoveryView(1, 1, true))
                .matches(RecoveryView::active);
        assertThat(
                        RecoveryView.in(
                                state.withRecovery(
                                        new Recovery.Watching(new Failure(state.at(), FAULT, 0)))))
                .isEqualTo(new RecoveryView(0, 1, true))
                .matches(seen -> !seen.active());
    }

    @Test
    void S3_07_a_level_without_a_failure_and_a_failure_without_a_level_cannot_be_written_down() {
        var constructible =
                Vector.range(0, 20)
                        .map(attempts -> UNMENDED.recovery().level(attempts))
                        .map(level -> level > 0)
                        .distinct();
        assertThat(constructible).containsExactly(true);
        assertThat(Failure.class.getRecordComponents())
                .extracting(RecordComponent::getName)
                .containsExactly("at", "fault", "attempts", "earlier");
        assertThat(Recovery.Idle.class.getRecordComponents()).isEmpty();
    }

    @Test
    void S3_08_success_is_recorded_before_anything_else_and_clears_the_recovery() {
        var walk =
                walk(ralph(2, 0))
                        .but(committing().on(1).fails(Fault.Kind.GIT))
                        .until(recordingRecovery());
        assertThat(walk.beats().last().words()).isEqualTo("CommitWork");
        walk.nextIs("record the recovery").step();
        assertThat(walk.beats().last().words()).isEqualTo("record recovery 1 after 1");
        assertThat(walk.state().slots().recovery()).isEqualTo(Recovery.IDLE);
        walk.nextIs(entering("planning"));
    }

    @Test
    void S3_08_a_phase_that_completes_before_the_failure_point_is_no_success() {
        var walk =
                walk(ralph(3, 0))
                        .but(committing().in("iterate", 1).first(7).fails(Fault.Kind.GIT))
                        .until(collecting("development_result").in("iterate", 2));
        assertThat(walk.recorded().map(each -> each.attempts())).containsExactly(7);
        assertThat(walk.recorded().map(each -> each.level())).containsExactly(3);
        assertThat(walk.phases().count(phase -> phase.equals("iterate.0.commit"))).isEqualTo(2);
    }

    @Test
    void S3_18_the_chain_starts_again_after_a_recovery() {
        var walk =
                walk(ralph(1, 0))
                        .but(agent("developer").first(12).fails(Fault.Kind.AGENT_FAILED))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("developer").last()).isEqualTo("developer-a");
        walk.does(1, agent("recoverer"));
    }

    @Test
    void S3_18_the_first_level_leaves_a_chain_that_is_not_exhausted_as_it_is() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                agent("analyst").on(1).fails(Fault.Kind.AUTHENTICATION),
                                collecting("development_result").on(1).fails(Fault.Kind.FILES));
        assertThat(walk.toEnd().completes().agents("analyst"))
                .containsExactly("analyst-a", "analyst-b", "analyst-b");
    }

    @Test
    void S3_18_every_chain_starts_again_from_the_second_level() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                agent("analyst").on(1).fails(Fault.Kind.AGENT_SETUP),
                                collecting("development_result").first(4).fails(Fault.Kind.FILES));
        assertThat(walk.toEnd().completes().agents("analyst").last()).isEqualTo("analyst-a");
    }

    @Test
    void no_attempt_at_fixing_is_given_the_prompt_of_one_before() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                committing().first(9).fails(Fault.Kind.COMMIT_REJECTED),
                                agent("recoverer").on(2).fails(Fault.Kind.AGENT_SETUP),
                                agent("recoverer").on(3).fails(Fault.Kind.AGENT_SETUP))
                        .toEnd()
                        .completes();
        var briefs =
                walk.beats(prompting("recoverer"))
                        .map(beat -> ((RenderPrompt) beat.effect()).brief());
        assertThat(briefs).hasSize(9).doesNotHaveDuplicates();
        assertThat(((PromptContext.Mode.Repair) briefs.get(2).mode()).earlier())
                .anyMatch(line -> line.startsWith("At attempt 2 it could not be fixed: "));
        assertThat(briefs.map(brief -> ((PromptContext.Mode.Repair) brief.mode()).earlier()))
                .allSatisfy(earlier -> assertThat(earlier).hasSizeLessThanOrEqualTo(8));
        assertThat(((PromptContext.Mode.Repair) briefs.last().mode()).earlier())
                .as("the latest are kept")
                .anyMatch(line -> line.startsWith("Attempt 8 "));
    }

    private static Vector<String> earlier(ScenarioRun walk) {
        return walk.state().slots().recovery() instanceof Recovery.FixDue(var failure)
                ? failure.earlier()
                : walk.state().slots().recovery() instanceof Recovery.CleanDue(var failure)
                        ? failure.earlier()
                        : Vector.empty();
    }

    @Test
    void attempts_are_finite_and_then_the_user_is_needed() {
        var walk =
                walk(ralph(1, 0))
                        .but(committing().fails(Fault.Kind.COMMIT_REJECTED))
                        .toEnd()
                        .halts(Fault.Kind.COMMIT_REJECTED);
        walk.does(13, committing())
                .does(12, agent("recoverer"))
                .nextIs("halted: wait for the user");
    }
}
