package dev.foldline.app.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.app.history.Verification.Verdict;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactsCleaned;
import dev.foldline.core.event.InputEvent.Paused;
import dev.foldline.core.event.InputEvent.Resumed;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle.Urgency;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

class VerificationTest {
    @TempDir Path folder;

    private RunFixture run;

    @BeforeEach
    void aRun() throws Exception {
        run = RunFixture.begin(Repository.withOneCommit(folder), 1, 2);
    }

    @Test
    void a_calm_run_is_confirmed() throws IOException {
        run.toTheEnd();
        assertThat(verdict()).isEqualTo(new Verdict.Confirmed(run.seq(), run.seq() - 1));
    }

    @Test
    void a_run_of_many_rewinds_is_confirmed() throws IOException {
        run.agentsFail(Fault.of(Fault.Kind.CHECK_FAILED, "red")).toTheEnd();
        assertThat(verdict()).isInstanceOf(Verdict.Confirmed.class);
    }

    @Test
    void pauses_crashes_and_failed_effects_are_confirmed() throws IOException {
        run.untilRunning(InvokeAgent.class)
                .append(new DriverStarted(2, run.now()))
                .append(new Paused(1, Urgency.WHEN_DONE))
                .append(new Resumed(2));
        run.append(new EffectFailed(run.ticket(), Fault.of(Fault.Kind.FILES, "no space left")))
                .toTheEnd();
        assertThat(verdict()).isInstanceOf(Verdict.Confirmed.class);
    }

    @Test
    void another_rule_is_a_divergence_at_its_event() throws IOException {
        run.untilRunning(InvokeAgent.class)
                .append(new DriverStarted(2, run.now()), "call the fixer")
                .toTheEnd();
        assertThat(verdict())
                .isInstanceOfSatisfying(
                        Verdict.Diverged.class,
                        diverged -> {
                            assertThat(diverged.seq()).isEqualTo(10);
                            assertThat(diverged.what())
                                    .isEqualTo(
                                            "the log says \"call the fixer\", the rules say \"wait"
                                                    + " for the outcome\"");
                        });
    }

    @Test
    void a_different_effect_is_a_divergence_that_names_the_difference() throws IOException {
        run.until(state -> Pipeline.determineNextEffect(state) instanceof InvokeAgent);
        if (!(Pipeline.determineNextEffect(run.state()) instanceof InvokeAgent call))
            throw new AssertionError();
        run.append(
                new EffectStarted(
                        run.ticket(),
                        new InvokeAgent(
                                call.key(),
                                call.role(),
                                "codex",
                                call.prompt(),
                                call.resumes(),
                                call.protectedPaths(),
                                call.deadlines(),
                                call.allowance(),
                                call.worker(),
                                Option.none())));
        assertThat(verdict())
                .isInstanceOfSatisfying(
                        Verdict.Diverged.class,
                        diverged -> {
                            assertThat(diverged.seq()).isEqualTo(9);
                            assertThat(diverged.what())
                                    .contains("call codex as planner")
                                    .contains("call claude as planner")
                                    .contains("agent: codex, not claude");
                        });
    }

    @Test
    void an_outcome_that_answers_another_question_is_a_divergence() throws IOException {
        run.append(new ArtifactsCleaned(run.ticket()));
        assertThat(verdict())
                .isInstanceOfSatisfying(
                        Verdict.Diverged.class,
                        diverged ->
                                assertThat(diverged.what())
                                        .isEqualTo(
                                                "the log says \"stale artifacts removed\", which"
                                                        + " does not answer \"enter start\""));
    }

    @Test
    void a_late_outcome_changes_nothing_and_is_no_divergence() throws IOException {
        run.append(new ArtifactAccepted(99, "plan", "blob", "", Vector.empty())).toTheEnd();
        assertThat(verdict()).isInstanceOf(Verdict.Confirmed.class);
    }

    @Test
    void events_after_the_requested_one_are_not_verified() throws IOException {
        run.append(new ArtifactsCleaned(run.ticket()));
        assertThat(Verification.of(RunHistory.open(run.directory()), 2))
                .isEqualTo(new Verdict.Confirmed(2, 1));
    }

    @Test
    void a_run_of_other_rules_is_folded_and_not_judged() throws IOException {
        var other =
                RunFixture.begin(
                        folder,
                        2,
                        RunFixture.workflow(1, Vector.empty(), 60),
                        Pipeline.RULES_VERSION - 1);
        other.append(new ArtifactsCleaned(other.ticket()));
        assertThat(Verification.of(RunHistory.open(other.directory()), Long.MAX_VALUE))
                .isEqualTo(
                        new Verdict.OtherRules(
                                other.seq(), Pipeline.RULES_VERSION - 1, Pipeline.RULES_VERSION));
    }

    private Verdict verdict() throws IOException {
        return Verification.of(RunHistory.open(run.directory()), Long.MAX_VALUE);
    }
}
