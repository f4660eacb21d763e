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
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.workflow.Policy.RecoveryPolicy.OnExhausted;

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
    void attempts_one_to_three_do_the_same_effect_again() {
        var walk =
                walk(ralph(1, 0))
                        .but(committing().first(3).fails(Fault.Kind.COMMIT_REJECTED))
                        .toEnd()
                        .completes();
        walk.does(1, agent("committer")).does(3, agent("recoverer")).does(4, committing());
    }

    @Test
    void attempts_four_to_six_start_the_phase_again() {
        var walk =
                walk(ralph(1, 0))
                        .but(committing().first(4).fails(Fault.Kind.COMMIT_REJECTED))
                        .toEnd()
                        .completes();
        walk.does(2, agent("committer"))
                .does(1, agent("developer"))
                .does(2, entering("commit").in("iterate", 0));
    }

    @Test
    void attempts_seven_to_nine_rewind_an_iteration_to_planning() {
        assertThat(
                        walk(ralph(3, 0))
                                .but(
                                        committing()
                                                .in("iterate", 2)
                                                .first(7)
                                                .fails(Fault.Kind.COMMIT_REJECTED))
                                .toEnd()
                                .completes()
                                .phases()
                                .filter(phase -> phase.endsWith("planning")))
                .containsExactly(
                        "iterate.0.planning",
                        "iterate.1.planning",
                        "iterate.2.planning",
                        "iterate.1.planning",
                        "iterate.2.planning");
    }

    @Test
    void going_back_an_iteration_stops_at_the_first() {
        assertThat(
                        walk(ralph(1, 0))
                                .but(committing().first(7).fails(Fault.Kind.COMMIT_REJECTED))
                                .toEnd()
                                .completes()
                                .phases()
                                .count(phase -> phase.equals("iterate.0.planning")))
                .isEqualTo(2);
    }

    @Test
    void attempts_from_ten_rewind_to_the_first_iteration() {
        assertThat(
                        walk(ralph(4, 0))
                                .but(
                                        committing()
                                                .in("iterate", 3)
                                                .first(10)
                                                .fails(Fault.Kind.COMMIT_REJECTED))
                                .toEnd()
                                .completes()
                                .phases()
                                .filter(phase -> phase.endsWith("planning"))
                                .drop(4)
                                .map(phase -> phase.charAt(8))
                                .mkString())
                .isEqualTo("23" + "23" + "23" + "0123");
    }

    @Test
    void a_turn_back_from_review_leads_to_the_last_iteration() {
        assertThat(
                        walk(ralph(3, 1))
                                .but(collecting("issues").first(421).isRefused())
                                .toEnd()
                                .completes()
                                .phases()
                                .filter(phase -> phase.endsWith("planning"))
                                .drop(3))
                .containsExactly("iterate.2.planning");
    }

    @Test
    void the_first_levels_keep_the_continuation_and_the_others_drop_it() {
        var partial = collecting("development_result").on(1).says("partial");
        var stuck = agent("developer").fails(Fault.Kind.STUCK);
        var fixed =
                walk(ralph(1, 0))
                        .but(partial)
                        .past(collecting("development_result"))
                        .but(stuck)
                        .past(agent("developer"));
        assertThat(fixed.state().slots().continuation())
                .isEqualTo(new Continuation.Running(Continuation.Kind.MORE, 1));
        var restarted =
                fixed.past(agent("developer")).past(agent("developer")).past(agent("developer"));
        assertThat(restarted.state().slots().continuation()).isEqualTo(Continuation.IDLE);
    }

    @Test
    void a_level_two_attempt_cleans_what_the_whole_phase_makes() {
        var walk =
                walk(ralph(1, 0, UNMENDED))
                        .but(committing().first(4).fails(Fault.Kind.COMMIT_REJECTED))
                        .toEnd()
                        .completes();
        assertThat(
                        walk.beats()
                                .filter(
                                        beat ->
                                                beat.decision()
                                                        .rule()
                                                        .equals("clean before the new attempt"))
                                .last()
                                .effect())
                .isInstanceOfSatisfying(
                        CleanArtifacts.class,
                        clean -> assertThat(clean.artifacts()).containsExactly("commit_message"));
    }

    @Test
    void the_fixer_is_informed_of_the_failure_and_the_number_of_attempts() {
        var walk =
                walk(ralph(1, 0))
                        .but(committing().first(2).fails(Fault.Kind.COMMIT_REJECTED))
                        .toEnd();
        assertThat(
                        walk.beats(prompting("recoverer"))
                                .map(beat -> ((RenderPrompt) beat.effect()).brief().mode()))
                .containsExactly(
                        new PromptContext.Mode.Repair(FAULT_OF_COMMIT, 1),
                        new PromptContext.Mode.Repair(
                                FAULT_OF_COMMIT,
                                2,
                                Vector.of(
                                        "At attempt 1 the agent recoverer-a worked on it and came"
                                                + " to its end.",
                                        "Attempt 1 had to deal with this: "
                                                + FAULT_OF_COMMIT.message())));
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

    @Test
    void failures_before_a_retry_by_the_user_do_not_count_as_attempts() {
        var walk =
                walk(ralph(1, 0))
                        .but(committing().first(14).fails(Fault.Kind.COMMIT_REJECTED))
                        .toEnd()
                        .halts(Fault.Kind.COMMIT_REJECTED);
        walk.says(new Command.RetryHalted()).until(agent("recoverer"));
        assertThat(walk.state().slots().recovery())
                .isInstanceOfSatisfying(
                        Recovery.FixPrompted.class,
                        fixing -> assertThat(fixing.failure().earlier()).isEmpty());
    }

    @Test
    void the_next_fixer_is_asked_for_the_same_attempt() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                committing().first(2).fails(Fault.Kind.COMMIT_REJECTED),
                                agent("recoverer").on(1).fails(Fault.Kind.AUTHENTICATION));
        assertThat(walk.toEnd().completes().agents("recoverer"))
                .containsExactly("recoverer-a", "recoverer-b", "recoverer-b");
        assertThat(walk.recorded().head().attempts()).isEqualTo(2);
    }

    @Test
    void an_attempt_without_a_working_fixer_continues_unfixed() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                committing().first(2).fails(Fault.Kind.COMMIT_REJECTED),
                                agent("recoverer").fails(Fault.Kind.AGENT_SETUP));
        assertThat(walk.toEnd().completes().agents("recoverer"))
                .containsExactly("recoverer-a", "recoverer-b", "recoverer-a", "recoverer-b");
        assertThat(walk.recorded().head().attempts()).isEqualTo(2);
    }

    @Test
    void fixers_that_are_not_signed_in_are_asked_once() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                committing().first(2).fails(Fault.Kind.COMMIT_REJECTED),
                                agent("recoverer").fails(Fault.Kind.AUTHENTICATION));
        assertThat(walk.toEnd().completes().agents("recoverer"))
                .containsExactly("recoverer-a", "recoverer-b");
        assertThat(walk.recorded().head().attempts()).isEqualTo(2);
    }

    private static Vector<String> earlier(ScenarioRun walk) {
        return walk.state().slots().recovery() instanceof Recovery.FixDue(var failure)
                ? failure.earlier()
                : walk.state().slots().recovery() instanceof Recovery.CleanDue(var failure)
                        ? failure.earlier()
                        : Vector.empty();
    }

    @Test
    void a_failure_behind_the_watched_one_moves_the_failure_point_there() {
        var walk =
                walk(ralph(2, 0))
                        .but(
                                committing().on(1).fails(Fault.Kind.GIT),
                                committing().on(2).fails(Fault.Kind.CONFLICT))
                        .past(committing())
                        .past(committing());
        assertThat(walk.state().slots().recovery())
                .isEqualTo(
                        new Recovery.FixDue(
                                new Failure(
                                        new Position(1, 0, 2, 5),
                                        Fault.of(Fault.Kind.CONFLICT, "it failed: CONFLICT"),
                                        2,
                                        earlier(walk))));
    }

    @Test
    void a_failure_before_the_watched_one_leaves_the_failure_point_where_it_was() {
        var walk =
                walk(ralph(2, 0))
                        .but(
                                committing().in("iterate", 1).first(7).fails(Fault.Kind.GIT),
                                committing().in("iterate", 0).on(2).fails(Fault.Kind.CONFLICT));
        while (walk.count(agent("recoverer")) < 8) walk.step();
        assertThat(walk.state().slots().recovery())
                .isEqualTo(
                        new Recovery.CleanDue(
                                new Failure(
                                        new Position(1, 1, 2, 5),
                                        Fault.of(Fault.Kind.CONFLICT, "it failed: CONFLICT"),
                                        8,
                                        earlier(walk))));
        assertThat(walk.toEnd().completes().recorded().map(each -> each.attempts()))
                .containsExactly(8);
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

    @Test
    void recovering_never_ends_the_run_unless_the_policy_allows_it() {
        var ending = UNMENDED.withRecovery(UNMENDED.recovery().withOnExhausted(OnExhausted.END));
        walk(ralph(1, 0, ending))
                .but(committing().fails(Fault.Kind.GIT))
                .toEnd()
                .ends(new Outcome.Failed(Fault.of(Fault.Kind.GIT, "it failed: GIT")));
    }

    @Test
    void deciding_a_recovery_twice_asks_the_same() {
        var state =
                walk(ralph(1, 0))
                        .but(committing().on(1).fails(Fault.Kind.GIT))
                        .past(committing())
                        .state();
        assertThat(Pipeline.determineNextEffect(state))
                .isEqualTo(Pipeline.determineNextEffect(state));
    }

    private static final Fault FAULT_OF_COMMIT =
            Fault.of(Fault.Kind.COMMIT_REJECTED, "it failed: COMMIT_REJECTED");

    @Test
    void a_retry_by_the_user_watches_the_latest_point_that_failed() {
        var halted =
                walk(ralph(3, 0))
                        .but(committing().in("iterate", 2).fails(Fault.Kind.COMMIT_REJECTED))
                        .toEnd()
                        .state();
        var latest =
                halted.slots().recovery() instanceof Recovery.Halted(var failure)
                        ? failure.at()
                        : Position.START;
        assertThat(latest.turn()).isEqualTo(2);
    }

    @Test
    void no_agent_enters_the_tree_before_the_run_is_on_its_branch() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                EffectSelector.of(OpenBranch.class::isInstance)
                                        .first(2)
                                        .fails(Fault.Kind.GIT))
                        .until(entering("planning"));
        walk.does(0, agent("recoverer")).does(3, EffectSelector.of(OpenBranch.class::isInstance));
    }
}
