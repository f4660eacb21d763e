package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Control.Await;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge.Taking;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.RunEffect.EnterPhase;
import dev.foldline.core.workflow.Step.Expectation;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.driver.DriverInput;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs that merge into one branch at the same time do so one after the other. */
class MergeTurnTest {
    private static final PrepareMerge MERGE = into("main");
    private static final Effect LANDING =
            new LandMerge(GitHandlerTest.PLACE, Option.none(), Option.none());
    private static final Effect WAITING = new Wait(Vector.empty(), Option.none());

    @TempDir Path folder;
    private final List<String> called = new ArrayList<>();
    private final List<String> said = new ArrayList<>();

    private static PrepareMerge into(String target) {
        return new PrepareMerge(
                GitHandlerTest.PLACE,
                Option.of(target),
                Option.none(),
                Option.none(),
                Option.none(),
                Vector.empty());
    }

    private MergeTurn turn(String who) {
        return new MergeTurn(
                folder,
                who,
                new MergeTurn.Listener(() -> called.add(who), text -> said.add(who + " " + text)));
    }

    @Test
    void a_waiting_run_reports_once_that_it_waits_and_for_which_run() {
        turn("first").mayBegin(MERGE);
        var second = turn("second");
        second.mayBegin(MERGE);
        second.mayBegin(MERGE);
        assertThat(said).containsExactly("second waits until first has merged into main");
    }

    @Test
    void a_merge_that_is_only_marked_does_not_land_and_does_not_wait() {
        turn("first").mayBegin(MERGE);
        var marked =
                new PrepareMerge(
                        GitHandlerTest.PLACE,
                        Option.of("main"),
                        Option.none(),
                        Option.none(),
                        Option.none(),
                        Vector.empty(),
                        Option.of("task"),
                        Option.of(Taking.MARKED));
        assertThat(turn("second").mayBegin(marked)).isTrue();
    }

    @Test
    void no_queue_is_kept_for_runs_that_have_left() {
        int before = MergeTurn.queues();
        var first = turn("first");
        first.mayBegin(MERGE);
        var second = turn("second");
        second.mayBegin(MERGE);
        first.leave();
        second.leave();
        assertThat(MergeTurn.queues()).isEqualTo(before);
    }

    @Test
    void the_second_run_waits_until_the_first_has_continued_after_its_merge() {
        var first = turn("first");
        var second = turn("second");
        assertThat(first.mayBegin(MERGE)).isTrue();
        assertThat(second.mayBegin(MERGE)).isFalse();
        var check =
                new RunCheck(
                        GitHandlerTest.PLACE,
                        "checks",
                        Vector.empty(),
                        Expectation.PASS,
                        Vector.empty(),
                        1);
        for (var next : List.of(new Await(1), check, new EnterPhase(GitHandlerTest.PLACE), LANDING))
            assertThat(first.mayBegin(next)).isTrue();
        assertThat(second.mayBegin(MERGE)).isFalse();
        assertThat(called).isEmpty();
        assertThat(
                        first.mayBegin(
                                new SaveWork(GitHandlerTest.PLACE, Option.none(), Vector.empty())))
                .isTrue();
        assertThat(called).containsExactly("second");
        assertThat(second.mayBegin(MERGE)).isTrue();
    }

    @Test
    void a_waiting_run_does_not_block_others() {
        var first = turn("first");
        first.mayBegin(MERGE);
        var second = turn("second");
        second.mayBegin(MERGE);
        assertThat(first.mayBegin(WAITING)).isTrue();
        assertThat(second.mayBegin(MERGE)).isTrue();
    }

    @Test
    void turns_are_taken_in_the_order_of_requests_and_a_withdrawn_request_is_skipped() {
        var first = turn("first");
        first.mayBegin(MERGE);
        var second = turn("second");
        second.mayBegin(MERGE);
        var third = turn("third");
        third.mayBegin(MERGE);
        second.mayBegin(WAITING);
        assertThat(called).isEmpty();
        first.leave();
        assertThat(called).containsExactly("third");
    }

    @Test
    void a_merge_into_another_branch_does_not_wait() {
        turn("first").mayBegin(MERGE);
        assertThat(turn("second").mayBegin(into("release"))).isTrue();
    }

    @Test
    void a_run_that_asks_again_is_queued_once() {
        var first = turn("first");
        var second = turn("second");
        first.mayBegin(MERGE);
        second.mayBegin(MERGE);
        second.mayBegin(MERGE);
        first.leave();
        second.leave();
        assertThat(turn("third").mayBegin(MERGE)).isTrue();
    }

    @Test
    void a_run_that_continues_with_another_branch_leaves_the_first() {
        var first = turn("first");
        first.mayBegin(MERGE);
        turn("second").mayBegin(MERGE);
        assertThat(first.mayBegin(into("release"))).isTrue();
        assertThat(called).containsExactly("second");
    }

    @Test
    void a_run_that_waits_for_its_turn_is_notified_also_by_one_that_is_closed() throws Exception {
        try (var at = HandlerFixture.in(folder)) {
            var first = new LocalEnvironment(at.context(), new AgentRegistry(Map.of()), _ -> {});
            assertThat(first.mayBegin(MERGE)).isTrue();
            try (var second =
                    new LocalEnvironment(at.context(), new AgentRegistry(Map.of()), _ -> {})) {
                assertThat(second.mayBegin(MERGE)).isFalse();
                first.close();
                assertThat(second.ready()).singleElement().isInstanceOf(DriverInput.Wakeup.class);
                assertThat(second.mayBegin(MERGE)).isTrue();
            }
        }
    }
}
