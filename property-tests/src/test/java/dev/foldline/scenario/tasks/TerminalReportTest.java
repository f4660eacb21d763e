package dev.foldline.scenario.tasks;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.observing;
import static dev.foldline.scenario.tasks.TaskTest.mendedTask;
import static dev.foldline.scenario.tasks.TaskTest.statuses;
import static dev.foldline.scenario.tasks.TaskTest.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.ObserveWork;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.Remark;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.projection.runtime.TaskProjection;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioEnvironment;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** What a terminal says of its work, and what follows. */
class TerminalReportTest {

    private static EffectSelector.EffectOverride says(
            EffectSelector which, String label, String... about) {
        return which.answers(
                (_, world) ->
                        observed(
                                world,
                                label,
                                new Remark(Vector.of(about).headOption(), "because of " + label)));
    }

    private static Event observed(ScenarioEnvironment world, String label, Remark remark) {
        var commits = Vector.of(new Commit("c-" + world.ticket(), world.tree(), label));
        return new WorkObserved(
                world.ticket(),
                Option.of("c-" + world.ticket()),
                world.tree(),
                commits,
                label,
                Option.of(remark));
    }

    @Test
    void a_terminal_commits_under_its_own_name_and_gets_that_name_in_the_prompt() {
        var walk = task("developer").toEnd().completes();
        var worker = Option.of(new TerminalAgent("rstory", "rstory", "developer"));
        assertThat(walk.effects(InvokeAgent.class).map(InvokeAgent::worker))
                .containsExactly(worker);
        assertThat(walk.effects(RenderPrompt.class).map(each -> each.brief().worker()))
                .containsExactly(worker);
        assertThat(walk.effects(ObserveWork.class).map(ObserveWork::worker))
                .containsExactly(worker);
        assertThat(walk.effects(CommitWork.class).map(CommitWork::worker))
                .as("also what the engine commits for it")
                .containsExactly(worker);
    }

    @Test
    void S1_34_the_commits_of_a_terminal_are_known_and_its_uncommitted_work_is_committed_on_top() {
        var walk =
                task("developer", "fixer")
                        .but(says(observing("developer"), "completed"))
                        .toEnd()
                        .completes();
        var first = walk.effects(ObserveWork.class).head();
        assertThat(first.from()).contains("base");
        assertThat(walk.effects(CommitWork.class).head().parent())
                .contains("c-" + ticketOf(walk, first));
        assertThat(walk.state().ledger().commits().map(Commit::subject))
                .containsExactly("completed", "work 1", "work 2");
        assertThat(walk.effects(ObserveWork.class).last().from())
                .as("nothing is looked at twice")
                .contains("commit-1");
    }

    private static long ticketOf(ScenarioRun walk, ObserveWork effect) {
        return walk.beats()
                .find(beat -> beat.effect().equals(effect))
                .get()
                .before()
                .header()
                .ticket();
    }

    @Test
    void S1_34_a_completed_terminal_is_followed_by_the_next() {
        var walk =
                task("developer", "reviewer")
                        .but(says(observing("developer"), "completed"))
                        .during(agent("reviewer"));
        assertThat(statuses(walk))
                .containsExactly(TerminalStatus.COMPLETED, TerminalStatus.WORKING);
    }

    @Test
    void a_terminal_works_from_its_call_until_its_work_is_kept_and_waits_before() {
        var walk = task("developer", "fixer").until(agent("developer"));
        assertThat(statuses(walk))
                .as("its prompt is written, it waits for its turn")
                .startsWith(TerminalStatus.WAITING);
        walk.during(agent("developer"));
        assertThat(statuses(walk)).startsWith(TerminalStatus.WORKING);
        assertThat(statuses(walk.until(committing()))).startsWith(TerminalStatus.WORKING);
        assertThat(statuses(walk.until(agent("fixer"))))
                .containsExactly(TerminalStatus.COMPLETED, TerminalStatus.WAITING);
    }

    @Test
    void S1_07_a_paused_task_is_working_only_as_long_as_an_effect_is_running() {
        var called =
                task("developer", "fixer")
                        .during(agent("developer"))
                        .says(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(TaskProjection.report(called.state()).task())
                .as("its call goes on")
                .isEqualTo(TaskStatus.RUNNING);
        assertThat(statuses(called)).startsWith(TerminalStatus.WORKING);
        var walk =
                task("developer", "fixer")
                        .past(agent("developer"))
                        .says(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(TaskProjection.report(walk.state()).task()).isEqualTo(TaskStatus.PENDING);
        assertThat(statuses(walk)).containsExactly(TerminalStatus.WAITING, TerminalStatus.WAITING);
        walk.says(new Command.Resume());
        assertThat(TaskProjection.report(walk.state()).task()).isEqualTo(TaskStatus.RUNNING);
        assertThat(statuses(walk)).startsWith(TerminalStatus.WORKING);
    }

    @Test
    void S1_34_a_checkpoint_calls_the_same_terminal_again() {
        var walk =
                task("developer", "fixer")
                        .but(says(observing("developer").first(2), "checkpoint"))
                        .toEnd()
                        .completes();
        assertThat(walk.effects(InvokeAgent.class).map(InvokeAgent::role))
                .containsExactly("developer", "developer", "developer", "fixer");
    }

    @Test
    void S1_34_endless_checkpoints_wait_for_the_user() {
        var walk =
                task("developer")
                        .but(says(observing("developer"), "checkpoint"))
                        .toEnd()
                        .halts(Fault.Kind.LABELLED);
        assertThat(walk.agents("developer")).hasSize(10);
    }

    @Test
    void S1_34_failed_work_waits_for_the_user_with_the_message_of_the_terminal() {
        var walk =
                task("developer", "fixer")
                        .but(says(observing("developer").on(1), "failed"))
                        .toEnd()
                        .halts(Fault.Kind.LABELLED)
                        .does(0, committing());
        assertThat(walk.state().ledger().lastFault().get().message())
                .isEqualTo("because of failed");
        assertThat(statuses(walk)).containsExactly(TerminalStatus.FAILED, TerminalStatus.WAITING);
    }

    @Test
    void S1_34_a_review_that_passes_marks_the_terminal_before_it() {
        var walk =
                task("developer", "reviewer")
                        .but(says(observing("reviewer"), "review_pass"))
                        .toEnd()
                        .completes();
        assertThat(statuses(walk))
                .containsExactly(TerminalStatus.REVIEW_PASSED, TerminalStatus.COMPLETED);
        assertThat(walk.agents("developer")).hasSize(1);
    }

    @Test
    void S1_34_a_rejecting_review_returns_the_work_with_its_findings() {
        var walk =
                task("developer", "reviewer")
                        .but(says(observing("reviewer").on(1), "review_reject"))
                        .past(observing("reviewer"));
        assertThat(statuses(walk))
                .containsExactly(TerminalStatus.REVIEW_REJECTED, TerminalStatus.WAITING);
        walk.until(agent("developer"));
        assertThat(walk.effects(RenderPrompt.class).last().brief().feedback())
                .isEqualTo(Vector.of(new Feedback(1, "because of review_reject", Option.none())));
        assertThat(statuses(walk))
                .as("it waits for its turn")
                .startsWith(TerminalStatus.REVIEW_REJECTED);
        walk.toEnd().completes();
        assertThat(walk.effects(InvokeAgent.class).map(InvokeAgent::role))
                .containsExactly("developer", "reviewer", "developer", "reviewer");
        assertThat(statuses(walk))
                .as("the last word of the reviewer was not that it is good")
                .containsExactly(TerminalStatus.COMPLETED, TerminalStatus.COMPLETED);
    }

    @Test
    void S1_34_rejections_end_at_a_limit_and_the_user_is_asked() {
        var walk =
                task("developer", "reviewer")
                        .but(says(observing("reviewer"), "review_reject"))
                        .toEnd()
                        .halts(Fault.Kind.NEEDS_PERSON);
        assertThat(walk.agents("developer")).hasSize(6);
        assertThat(walk.agents("reviewer")).hasSize(6);
    }

    @Test
    void S1_34_the_rejected_work_is_the_last_that_is_no_review_or_the_one_the_reviewer_names() {
        var usual =
                task("developer", "fixer", "reviewer", "security-review")
                        .but(says(observing("security-review").on(1), "review_reject"))
                        .toEnd()
                        .completes();
        assertThat(usual.agents("developer")).hasSize(1);
        assertThat(usual.agents("fixer")).hasSize(2);
        var great =
                task("developer", "Reviewer", "security-review")
                        .but(says(observing("security-review").on(1), "review_reject"))
                        .toEnd()
                        .completes();
        assertThat(great.agents("developer")).hasSize(2);
        var reviews =
                task("reviewer", "security-review")
                        .but(says(observing("security-review").on(1), "review_reject"))
                        .toEnd()
                        .completes();
        assertThat(reviews.agents("reviewer")).as("where nobody else was before").hasSize(2);
        var named =
                task("developer", "fixer", "reviewer")
                        .but(says(observing("reviewer").on(1), "review_reject", "developer"))
                        .toEnd()
                        .completes();
        assertThat(named.agents("developer")).hasSize(2);
        var foreign =
                task("developer", "reviewer", "fixer")
                        .but(says(observing("reviewer").on(1), "review_reject", "fixer"))
                        .toEnd()
                        .completes();
        assertThat(foreign.agents("developer"))
                .as("nobody reviews what is still to be done")
                .hasSize(2);
        var own =
                task("developer", "reviewer")
                        .but(says(observing("reviewer").on(1), "review_reject", "reviewer"))
                        .toEnd()
                        .completes();
        assertThat(own.agents("developer")).as("nor itself").hasSize(2);
        var nobody =
                task("developer", "reviewer")
                        .but(says(observing("reviewer").on(1), "review_reject", "prepare"))
                        .toEnd()
                        .completes();
        assertThat(nobody.agents("developer")).as("nor what is no terminal").hasSize(2);
        assertThat(
                        statuses(
                                task("developer", "reviewer")
                                        .but(says(observing("reviewer"), "review_pass", "prepare"))
                                        .toEnd()
                                        .completes()))
                .startsWith(TerminalStatus.REVIEW_PASSED);
    }

    @Test
    void S1_34_a_role_that_only_contains_the_letters_of_review_does_work_that_can_be_rejected() {
        var walk =
                task("preview-builder", "Review")
                        .but(says(observing("Review").on(1), "review_reject"))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("preview-builder")).hasSize(2);
        var chain =
                task("developer", "preview-builder", "reviewer")
                        .but(says(observing("reviewer").on(1), "review_reject"))
                        .toEnd()
                        .completes();
        assertThat(chain.agents("developer")).hasSize(1);
        assertThat(chain.agents("preview-builder")).hasSize(2);
    }

    @Test
    void S1_34_a_rejection_by_the_first_terminal_has_no_work_to_return_to() {
        task("reviewer", "developer")
                .but(says(observing("reviewer"), "review_reject"))
                .toEnd()
                .halts(Fault.Kind.LABELLED)
                .does(0, agent("developer"));
    }

    @Test
    void S1_54_the_error_terminal_does_not_commit() {
        var walk =
                mendedTask("developer")
                        .but(says(observing("developer").on(1), "failed"))
                        .toEnd()
                        .completes();
        assertThat(
                        walk.effects(InvokeAgent.class)
                                .filter(call -> call.role().equals("error"))
                                .map(InvokeAgent::worker))
                .containsExactly(Option.none());
    }
}
