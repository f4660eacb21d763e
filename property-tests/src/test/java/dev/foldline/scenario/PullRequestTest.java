package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.CHECKED;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.ForgeEffect.OpenRequest;
import dev.foldline.core.effect.ForgeEffect.PushBranch;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.effect.WaitCondition.PullRequestNews;
import dev.foldline.core.state.FailedJobs;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Finding;
import dev.foldline.core.state.PullRequest.Observation;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.state.RequestResponses.Rounds;
import dev.foldline.core.workflow.DeliveryBounds;
import dev.foldline.core.workflow.ForgeOperation;
import dev.foldline.core.workflow.PullRequestDelivery;
import dev.foldline.core.workflow.PullRequestDelivery.Update;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.Ralph;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** A run that delivers its work as a pull request. */
class PullRequestTest {
    private static Workflow workflow(int rounds, Update update) {
        return delivering(ralph(1, 0), rounds, update);
    }

    private static Workflow delivering(Workflow work, int rounds, Update update) {
        return PullRequestDelivery.after(
                work,
                new PullRequestDelivery.Options(
                        new DeliveryBounds(rounds, rounds, rounds, 30), update, Option.none()));
    }

    private static ScenarioRun delivered(int rounds) {
        return walk(workflow(rounds, Update.NEVER)).toEnd();
    }

    private static PullRequest request(ScenarioRun walk) {
        return walk.state().ledger().repository().request();
    }

    private static Command observation(
            ScenarioRun walk, Status status, Checks checks, Finding... findings) {
        return new Command.SeePullRequest(
                new Observation(
                        7, request(walk).heads().last(), status, checks, Vector.of(findings)));
    }

    private static Finding failure(String id) {
        return new Finding(id, Source.CHECK, id + " failed", Option.of("log of " + id));
    }

    private static Finding remark(String id) {
        return new Finding(id, Source.COMMENT, id, Option.none());
    }

    private static Vector<Feedback> lastPrompt(ScenarioRun walk) {
        return walk.effects(RenderPrompt.class)
                .filter(prompt -> prompt.template().equals(PullRequestDelivery.TEMPLATE))
                .last()
                .brief()
                .feedback();
    }

    @Test
    void it_is_pushed_and_opened_and_then_waits_for_the_forge() {
        var walk = delivered(2);
        assertThat(walk.effects(PushBranch.class)).hasSize(1);
        var opened = walk.effects(OpenRequest.class).head();
        assertThat(opened.subjects()).isNotEmpty();
        assertThat(opened.artifacts().keySet()).contains("plan", "development_result");
        assertThat(((Wait) walk.next().effect()).awaited())
                .containsExactly(
                        new PullRequestNews(
                                request(walk).link(),
                                Checks.NONE,
                                ForgeOperation.NEWS,
                                Option.none(),
                                Vector.empty()));
        walk.says(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(((Wait) walk.next().effect()).awaited())
                .hasSize(2)
                .hasAtLeastOneElementOfType(WaitCondition.Resumption.class);
    }

    @Test
    void a_squashed_branch_is_described_by_its_one_commit() {
        var squashing =
                ralph(
                        options ->
                                new Ralph.Options(
                                        2,
                                        0,
                                        false,
                                        options.gates(),
                                        options.rebasing(),
                                        options.care(),
                                        options.fixCare(),
                                        true),
                        POLICY);
        var walk = walk(delivering(squashing, 2, Update.NEVER)).toEnd();
        assertThat(walk.state().ledger().commits()).hasSize(3);
        assertThat(walk.effects(OpenRequest.class).head().subjects()).hasSize(1);
    }

    @Test
    void the_request_says_that_the_checks_passed() {
        var walk = walk(delivering(ralph(1, 0, CHECKED), 2, Update.NEVER)).toEnd();
        assertThat(walk.effects(OpenRequest.class).head().results())
                .containsExactly("checks passed");
    }

    @Test
    void failures_of_checks_are_fixed_together_and_once() {
        var walk = delivered(2);
        walk.says(observation(walk, Status.OPEN, Checks.PENDING, failure("a")));
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        walk.says(observation(walk, Status.OPEN, Checks.FAILED, failure("a"), failure("b")))
                .toEnd();
        assertThat(walk.count(agent("fixer"))).isEqualTo(1);
        assertThat(lastPrompt(walk).map(Feedback::output))
                .containsExactly(Option.of("log of a"), Option.of("log of b"));
        assertThat(walk.effects(PushBranch.class)).hasSize(2);
        assertThat(walk.effects(PushBranch.class).last().known())
                .isEqualTo(Option.of(request(walk).heads().head()));
        // The same failures again, and those of the earlier commit, change nothing.
        assertThat(
                        walk.isRefused(
                                        new Command.SeePullRequest(
                                                new Observation(
                                                        7,
                                                        request(walk).heads().head(),
                                                        Status.OPEN,
                                                        Checks.FAILED,
                                                        Vector.of(failure("c")))))
                                .code())
                .isEqualTo(Code.ALREADY_PROCESSED);
        walk.says(observation(walk, Status.OPEN, Checks.FAILED, failure("a"))).toEnd();
        assertThat(walk.count(agent("fixer"))).isEqualTo(1);
        walk.says(observation(walk, Status.OPEN, Checks.FAILED, failure("d"))).toEnd();
        assertThat(lastPrompt(walk).map(Feedback::message)).containsExactly("d failed");
        assertThat(request(walk).rounds().checks()).isEqualTo(2);
    }

    private static Finding job(String name, String id) {
        return new Finding(
                id, Source.CHECK, "job " + name + " failed", Option.none(), Option.of(name));
    }

    private static Command compared(
            ScenarioRun walk, Checks checks, Vector<String> failedOnBase, Finding... findings) {
        return new Command.SeePullRequest(
                new Observation(
                                7,
                                request(walk).heads().last(),
                                Status.OPEN,
                                checks,
                                Vector.of(findings))
                        .withFailedOnBase(failedOnBase));
    }

    @Test
    void a_job_that_fails_on_the_base_too_sends_no_agent() {
        var walk = delivered(2);
        walk.says(compared(walk, Checks.FAILED, Vector.of("lint", "build"), job("build", "1")))
                .toEnd();
        assertThat(walk.count(agent("fixer"))).isZero();
        assertThat(request(walk).rounds().checks()).isZero();
        assertThat(FailedJobs.known(request(walk).pending())).containsExactly("build");
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        // What is known counts once, and a merge ends the run all the same.
        assertThat(walk.isRefused(compared(walk, Checks.FAILED, Vector.empty(), job("build", "1"))))
                .extracting(each -> each.code())
                .isEqualTo(Code.ALREADY_PROCESSED);
        walk.says(observation(walk, Status.MERGED, Checks.FAILED)).toEnd().completes();
    }

    @Test
    void a_new_failure_beside_a_known_job_is_fixed_and_the_known_one_is_named_last() {
        var walk = delivered(2);
        walk.says(
                        compared(
                                walk,
                                Checks.FAILED,
                                Vector.of("build"),
                                job("build", "1"),
                                job("test", "2")))
                .toEnd();
        assertThat(walk.count(agent("fixer"))).isEqualTo(1);
        assertThat(lastPrompt(walk).map(Feedback::message))
                .containsExactly("job test failed", "known failures, not your task: build");
        assertThat(FailedJobs.known(request(walk).pending())).as("of the earlier head").isEmpty();
    }

    @Test
    void a_job_is_judged_again_for_each_head() {
        var walk = delivered(2);
        walk.says(
                        compared(
                                walk,
                                Checks.FAILED,
                                Vector.of("build"),
                                job("build", "1"),
                                job("test", "2")))
                .toEnd();
        walk.says(compared(walk, Checks.FAILED, Vector.empty(), job("build", "3"))).toEnd();
        assertThat(lastPrompt(walk).map(Feedback::message)).containsExactly("job build failed");
        assertThat(request(walk).rounds().checks()).isEqualTo(2);
    }

    @Test
    void remarks_that_arrive_during_a_fix_are_handled_after_it() {
        var walk = delivered(2);
        walk.says(observation(walk, Status.OPEN, Checks.PENDING, remark("first")))
                .during(agent("fixer"))
                .says(
                        observation(
                                walk,
                                Status.OPEN,
                                Checks.PENDING,
                                remark("first"),
                                remark("second")))
                .toEnd();
        assertThat(request(walk).rounds().reviews()).isEqualTo(2);
        assertThat(lastPrompt(walk).map(Feedback::message)).containsExactly("second");
    }

    @Test
    void an_answer_is_recorded_once_and_asks_for_no_change() {
        var walk = delivered(2);
        var answer = new Finding("comment-1", Source.ANSWER, "approval by me", Option.none());
        walk.says(observation(walk, Status.OPEN, Checks.NONE, answer)).toEnd();
        assertThat(request(walk).handled()).containsExactly("comment-1");
        assertThat(request(walk).rounds()).isEqualTo(new Rounds(0, 0, 0));
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        assertThat(walk.isRefused(observation(walk, Status.OPEN, Checks.NONE, answer)).code())
                .isEqualTo(Code.ALREADY_PROCESSED);
    }

    @Test
    void after_the_last_round_the_run_halts_and_a_merge_still_ends_it() {
        var walk = delivered(1);
        walk.says(observation(walk, Status.OPEN, Checks.FAILED, failure("a"))).toEnd();
        walk.says(observation(walk, Status.OPEN, Checks.FAILED, failure("b")))
                .toEnd()
                .halts(Fault.Kind.NEEDS_PERSON);
        assertThat(walk.count(agent("fixer"))).isEqualTo(1);
        walk.says(observation(walk, Status.MERGED, Checks.PASSED))
                .says(new Command.RetryHalted())
                .toEnd()
                .completes();
    }

    @Test
    void a_merge_completes_the_run_and_a_closed_request_cancels_it() {
        var merged = delivered(2);
        merged.says(observation(merged, Status.MERGED, Checks.NONE)).toEnd().completes();
        var closed = delivered(2);
        closed.says(observation(closed, Status.CLOSED, Checks.NONE))
                .toEnd()
                .ends(new Outcome.Aborted("the pull request was closed"));
    }

    @Test
    void a_commit_of_someone_else_halts_the_run_until_the_branch_has_it() {
        var walk = delivered(2);
        walk.says(
                        new Command.SeePullRequest(
                                new Observation(
                                        7, "theirs", Status.OPEN, Checks.NONE, Vector.empty())))
                .toEnd()
                .halts(Fault.Kind.NEEDS_PERSON);
        assertThat(walk.count(agent("fixer"))).isZero();
        walk.says(new Command.RetryHalted()).toEnd();
        assertThat(walk.effects(PushBranch.class)).hasSize(2);
        assertThat(((Wait) walk.next().effect()).awaited())
                .hasOnlyElementsOfType(PullRequestNews.class);
        assertThat(walk.effects(InvokeAgent.class).filter(call -> call.role().equals("fixer")))
                .isEmpty();
    }

    @Test
    void news_of_another_request_or_before_there_is_one_is_refused() {
        var walk = delivered(1);
        assertThat(
                        walk.isRefused(
                                        new Command.SeePullRequest(
                                                new Observation(
                                                        8,
                                                        "head",
                                                        Status.MERGED,
                                                        Checks.NONE,
                                                        Vector.empty())))
                                .code())
                .isEqualTo(Code.NOT_EXPECTED);
        var early = walk(workflow(1, Update.NEVER));
        early.until(agent("planner"));
        assertThat(
                        early.isRefused(
                                        new Command.SeePullRequest(
                                                new Observation(
                                                        7,
                                                        "head",
                                                        Status.MERGED,
                                                        Checks.NONE,
                                                        Vector.empty())))
                                .code())
                .isEqualTo(Code.NOT_EXPECTED);
    }
}
