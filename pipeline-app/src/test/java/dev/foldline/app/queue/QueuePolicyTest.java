package dev.foldline.app.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.queue.QueueView.Activity;
import dev.foldline.app.queue.QueueView.Detail;
import dev.foldline.app.queue.QueueView.Limits;
import dev.foldline.app.queue.QueueView.QueuedIssue;
import dev.foldline.app.queue.QueueView.QueuedRun;
import dev.foldline.app.queue.QueueView.Standing;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.effects.poll.Backoff;

import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/** What a queue decides about single issues and runs. */
class QueuePolicyTest {
    private static final String OWN = "%016x".formatted(1);
    private static final String OTHER = "%016x".formatted(2);
    private static final WaitCondition GATE =
            new WaitCondition.Resolution(
                    new Gate(
                            "planning",
                            "1",
                            1,
                            Option.none(),
                            "",
                            OnReject.REDO,
                            Gate.Origin.PHASE,
                            Option.none()));

    @ParameterizedTest
    @CsvSource({
        "DELIVERED, WORKING, Report", "DELIVERED, WAITING, Report", "DELIVERED, HALTED, Stop",
        "DELIVERED, LEFT, Resume", "DELIVERED, ENDED, Report", "RELEASED, WORKING, Stop",
        "RELEASED, WAITING, Stop", "RELEASED, HALTED, Stop", "RELEASED, LEFT, Stop",
        "RELEASED, ENDED, Report", "LABELLED, HALTED, Report", "LABELLED, LEFT, Resume"
    })
    void a_run_is_stopped_that_is_not_wanted_or_waits_in_vain(
            Standing standing, Activity activity, String action) {
        var detail =
                new Detail(standing, Option.of(9L), true, Vector.of(claim(1, OWN, "starts a run")));
        var decided = QueuePolicy.decide(view(detail).with(Vector.of(run(activity, 0))));
        assertThat(decided.getClass().getSimpleName()).isEqualTo(action);
    }

    @Test
    void the_second_claim_of_a_server_is_withdrawn_and_only_the_oldest_starts_a_run() {
        var own = claim(1, OWN, "starts a run");
        var other = claim(2, OTHER, "starts a run");
        var again = claim(3, OWN, "starts a run");
        assertThat(decided(own, other, again)).isEqualTo(new QueueAction.Withdraw(41, 3));
        assertThat(decided(other, again)).isEqualTo(new QueueAction.Withdraw(41, 3));
        assertThat(decided(own, other)).isEqualTo(new QueueAction.Start(41, 9));
        assertThat(decided(other)).isEqualTo(new QueueAction.Rest());
        assertThat(decided()).isEqualTo(new QueueAction.Claim(41, 9));
    }

    @Test
    void a_server_whose_start_was_refused_withdraws_its_claims_and_makes_none() {
        var own = claim(1, OWN, "starts a run");
        assertThat(QueuePolicy.decide(view(labelled(own)).refused()))
                .isEqualTo(new QueueAction.Withdraw(41, 1));
        for (var detail : Vector.of(labelled(), labelled(claim(2, OTHER, "starts a run"))))
            assertThat(QueuePolicy.decide(view(detail).refused()))
                    .isEqualTo(new QueueAction.Rest());
        var delivered = view(labelled(own)).with(Vector.of(run(Activity.WORKING, 0))).refused();
        assertThat(QueuePolicy.decide(delivered)).isInstanceOf(QueueAction.Report.class);
    }

    @Test
    void refused_starts_pause_the_claims_longer_each_time_and_their_issues_come_last() {
        var refusals = new StartRefusals(new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(8)));
        var queued = Vector.of(new QueuedIssue(41, "a"), new QueuedIssue(42, "b"));
        var now = Instant.EPOCH;
        assertThat(refusals.isPausing(now)).isFalse();
        refusals.add(41, now);
        assertThat(refusals.isPausing(now)).isTrue();
        assertThat(refusals.isPausing(now.plusSeconds(60))).isFalse();
        assertThat(refusals.sorted(queued)).isEqualTo(queued.reverse());
        refusals.add(42, now);
        assertThat(refusals.isPausing(now.plusSeconds(60))).isTrue();
        assertThat(refusals.sorted(queued)).isEqualTo(queued);
        refusals.clear(41);
        refusals.add(42, now);
        assertThat(refusals.isPausing(now.plusSeconds(60))).isFalse();
        assertThat(refusals.sorted(queued)).isEqualTo(queued);
    }

    @Test
    void a_run_that_waits_for_the_user_is_not_resumed_whatever_else_it_waits_for() {
        var resumption = new WaitCondition.Resumption();
        var raise = new WaitCondition.BudgetRaise("usd");
        var halt = new WaitCondition.Intervention(Fault.of(Fault.Kind.CREDIT, "a bug"));
        assertThat(QueueRuns.waiting(Vector.of(GATE), true)).isEqualTo(Activity.WAITING);
        assertThat(QueueRuns.waiting(Vector.of(GATE), false)).isEqualTo(Activity.LEFT);
        for (boolean driven : new boolean[] {true, false}) {
            assertThat(QueueRuns.waiting(Vector.of(GATE, resumption), driven))
                    .isEqualTo(Activity.WAITING);
            assertThat(QueueRuns.waiting(Vector.of(GATE, raise), driven))
                    .isEqualTo(Activity.HALTED);
            assertThat(QueueRuns.waiting(Vector.of(halt), driven)).isEqualTo(Activity.HALTED);
        }
        assertThat(QueueRuns.waiting(Vector.empty(), true)).isEqualTo(Activity.WORKING);
        assertThat(QueueRuns.waiting(Vector.empty(), false)).isEqualTo(Activity.LEFT);
    }

    @Test
    void a_run_is_resumed_three_times_without_progress_and_then_waits_for_the_user() {
        var limit = new ResumeLimit();
        for (int time = 0; time < ResumeLimit.RESUMES_MAX; time++) {
            assertThat(limit.of(Vector.of(run(Activity.LEFT, 5))))
                    .containsExactly(run(Activity.LEFT, 5));
            limit.count(run(Activity.LEFT, 5));
        }
        var limited = limit.of(Vector.of(run(Activity.LEFT, 5))).get();
        assertThat(limited.activity()).isEqualTo(Activity.WAITING);
        assertThat(limited.report()).contains("resumed 3 times", "foldline resume run1");
        for (var other : Vector.of(run(Activity.WORKING, 5), run(Activity.LEFT, 6)))
            assertThat(limit.of(Vector.of(other))).containsExactly(other);
        limit.count(run(Activity.LEFT, 6));
        assertThat(limit.of(Vector.of(run(Activity.LEFT, 6))))
                .containsExactly(run(Activity.LEFT, 6));
    }

    private static QueueAction decided(QueueClaim... claims) {
        return QueuePolicy.decide(view(labelled(claims)));
    }

    private static Detail labelled(QueueClaim... claims) {
        return new Detail(Standing.LABELLED, Option.of(9L), true, Vector.of(claims));
    }

    private static QueueView view(Detail detail) {
        return new QueueView(
                OWN,
                new Limits(1, 3, Option.none(), Vector.empty()),
                Instant.EPOCH,
                Vector.of(new QueuedIssue(41, "author")),
                HashMap.of(41L, detail),
                Vector.empty(),
                HashSet.empty(),
                false);
    }

    private static QueueClaim claim(long note, String server, String report) {
        return new QueueClaim(note, server, 9, QueueClaim.text(server, 9, report));
    }

    private static QueuedRun run(Activity activity, int progress) {
        return new QueuedRun(
                "run1",
                41,
                9,
                activity,
                Instant.EPOCH,
                BigDecimal.ZERO,
                "It is " + activity,
                progress,
                false);
    }
}
