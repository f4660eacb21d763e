package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.ForgeEffect.MergeRequest;
import dev.foldline.core.effect.ForgeEffect.PushBranch;
import dev.foldline.core.effect.ForgeEffect.ReplyToRemarks;
import dev.foldline.core.event.ForgeEvent.BranchPushed;
import dev.foldline.core.event.ForgeEvent.RepliesRefused;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Finding;
import dev.foldline.core.state.PullRequest.Observation;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.state.RemarkReplies;
import dev.foldline.core.state.RemarkReply;
import dev.foldline.core.workflow.DeliveryBounds;
import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.core.workflow.PullRequestDelivery;
import dev.foldline.core.workflow.PullRequestDelivery.Update;
import dev.foldline.core.workflow.RequestCompletion;
import dev.foldline.core.workflow.ThreadResponse;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** A run that replies to remarks in review threads. */
class RemarkReplyTest {
    private static ScenarioRun delivered(int rounds, Option<ThreadResponse> threads) {
        return delivered(rounds, new RequestCompletion(false, Option.none(), threads));
    }

    private static ScenarioRun delivered(int rounds, RequestCompletion completion) {
        return walk(PullRequestDelivery.after(
                        ralph(1, 0),
                        new PullRequestDelivery.Options(
                                new DeliveryBounds(rounds, rounds, rounds, 30),
                                Update.NEVER,
                                completion,
                                Option.none())))
                .toEnd();
    }

    private static ScenarioRun delivered() {
        return delivered(3, Option.of(ThreadResponse.REPLY));
    }

    private static PullRequest request(ScenarioRun walk) {
        return walk.state().ledger().repository().request();
    }

    private static Command observation(ScenarioRun walk, Status status, Finding... findings) {
        return new Command.SeePullRequest(
                new Observation(
                        7, request(walk).heads().last(), status, Checks.NONE, Vector.of(findings)));
    }

    private static Command observation(ScenarioRun walk, Finding... findings) {
        return observation(walk, Status.OPEN, findings);
    }

    private static Finding finding(String id, Source source) {
        return new Finding(id, source, id, Option.none());
    }

    private static Finding line(String id) {
        return finding(id, Source.LINE);
    }

    private static Vector<RemarkReply> replies(ScenarioRun walk) {
        return walk.effects(ReplyToRemarks.class).flatMap(ReplyToRemarks::replies);
    }

    private static RemarkReply reply(String id, String commit) {
        return new RemarkReply(id, Option.of(commit));
    }

    @Test
    void each_remark_in_a_thread_gets_one_reply_with_the_pushed_commit() {
        var walk = delivered();
        walk.says(observation(walk, line("a"), finding("b", Source.COMMENT), line("c")))
                .until(EffectSelector.replying());
        assertThat(walk.effects(PushBranch.class)).hasSize(2);
        walk.toEnd();
        var head = request(walk).heads().last();
        assertThat(replies(walk)).containsExactly(reply("a", head), reply("c", head));
        assertThat(walk.effects(ReplyToRemarks.class))
                .singleElement()
                .satisfies(each -> assertThat(each.resolve()).isFalse());
        assertThat(request(walk).responses().replies()).isEqualTo(RemarkReplies.NONE);
        // The same remarks again, and another push, lead to no other reply.
        assertThat(walk.isRefused(observation(walk, line("a"), line("c")))).isNotNull();
        walk.says(observation(walk, finding("d", Source.REVIEW))).toEnd();
        assertThat(walk.effects(PushBranch.class)).hasSize(3);
        assertThat(replies(walk)).hasSize(2);
    }

    @Test
    void threads_are_resolved_or_left_alone_as_configured() {
        var resolving = delivered(3, Option.of(ThreadResponse.RESOLVE));
        resolving.says(observation(resolving, line("a"))).toEnd();
        assertThat(resolving.effects(ReplyToRemarks.class).head().resolve()).isTrue();
        for (boolean draft : new boolean[] {false, true}) {
            var silent = delivered(3, new RequestCompletion(draft, Option.none(), Option.none()));
            silent.says(observation(silent, line("a"))).toEnd();
            assertThat(silent.effects(PushBranch.class)).hasSize(2);
            assertThat(replies(silent)).isEmpty();
        }
    }

    @Test
    void a_push_of_nothing_new_is_said_in_the_reply() {
        var walk = delivered();
        var head = request(walk).heads().last();
        walk.says(observation(walk, line("a"))).during(EffectSelector.pushing());
        walk.submit(new BranchPushed(walk.state().header().ticket(), head)).toEnd();
        assertThat(replies(walk)).containsExactly(new RemarkReply("a", Option.none()));
    }

    @Test
    void a_reply_names_the_push_that_followed_its_remark_and_comes_before_other_news() {
        var walk = delivered();
        walk.says(observation(walk, line("a")))
                .during(agent("fixer"))
                .says(observation(walk, line("b")))
                .toEnd();
        var heads = request(walk).heads();
        assertThat(walk.effects(ReplyToRemarks.class).map(ReplyToRemarks::replies))
                .containsExactly(
                        Vector.of(reply("a", heads.get(1))), Vector.of(reply("b", heads.get(2))));
        var merged = delivered();
        merged.says(observation(merged, line("a")))
                .during(EffectSelector.pushing())
                .says(observation(merged, Status.MERGED))
                .toEnd()
                .completes();
        assertThat(replies(merged)).hasSize(1);
    }

    /** The fix was pushed before, so what the forge reports about the head still counts. */
    @Test
    void a_reply_comes_before_the_merge_that_is_due_too() {
        var walk =
                delivered(
                        3,
                        new RequestCompletion(
                                false,
                                Option.of(MergeMethod.MERGE),
                                Option.of(ThreadResponse.REPLY)));
        var head = request(walk).heads().last();
        walk.says(
                        new Command.SeePullRequest(
                                new Observation(
                                        7,
                                        head,
                                        Status.OPEN,
                                        Checks.PASSED,
                                        Vector.of(line("a")),
                                        Option.none(),
                                        Option.of("clean"),
                                        Vector.empty())))
                .during(EffectSelector.pushing());
        walk.submit(new BranchPushed(walk.state().header().ticket(), head))
                .until(EffectSelector.replying());
        assertThat(walk.effects(MergeRequest.class)).isEmpty();
        walk.toEnd();
        assertThat(replies(walk)).hasSize(1);
        assertThat(walk.effects(MergeRequest.class)).hasSize(1);
    }

    @Test
    void replies_that_the_forge_refuses_do_not_halt_the_run_and_follow_the_next_push() {
        var walk = delivered();
        walk.says(observation(walk, line("a"))).during(EffectSelector.replying());
        walk.submit(new RepliesRefused(walk.state().header().ticket(), "not now")).toEnd();
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        var first = request(walk).heads().last();
        walk.says(observation(walk, line("b"))).toEnd();
        assertThat(walk.effects(ReplyToRemarks.class).last().replies())
                .containsExactly(reply("a", first), reply("b", request(walk).heads().last()));
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
    }

    @Test
    void a_driver_that_dies_while_it_replies_leaves_the_same_replies_to_the_next_one() {
        var walk = delivered();
        walk.says(observation(walk, line("a"))).during(EffectSelector.replying());
        walk.submit(new DriverStarted(walk.state().header().epoch() + 1, ScenarioEnvironment.DAWN));
        walk.submit(new NotDone(walk.state().header().ticket()));
        assertThat(walk.next().effect()).isInstanceOf(ReplyToRemarks.class);
        walk.toEnd();
        assertThat(replies(walk)).containsExactly(reply("a", request(walk).heads().last()));
        assertThat(request(walk).responses().replies()).isEqualTo(RemarkReplies.NONE);
    }

    @Test
    void what_is_left_to_the_user_gets_no_reply() {
        var walk = delivered(0, Option.of(ThreadResponse.REPLY));
        walk.says(observation(walk, line("a"))).toEnd();
        walk.says(new Command.RetryHalted()).toEnd();
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        assertThat(replies(walk)).isEmpty();
    }
}
