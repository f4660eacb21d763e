package dev.foldline.effects.fleet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.fleet.engine.PlacedRun.Status;
import dev.foldline.effects.fleet.engine.Stay.Manner;
import dev.foldline.effects.fleet.engine.StayEnd.Kind;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * By which rules runs are placed on hosts: each run has one host, and gets another if it is lost.
 */
class PlacementRulesTest {
    private static final int RUNS = 60;

    private static HostReport report(String host, long slots, long beat, String... labels) {
        return new HostReport(host, "s", Vector.of(labels), slots, beat, 10_000);
    }

    private static PlaceRequest wanted(String run, long number, String last, String... labels) {
        return new PlaceRequest(new Stay(run, number, Manner.RESUME), Vector.of(labels), last);
    }

    private static HostTable after(Message.ToHosts... messages) {
        var table = HostTable.EMPTY;
        for (var message : messages) table = table.receive(message).state();
        return table;
    }

    private static Vector<String> on(HostTable table, String host) {
        return table.hosts()
                .filter(each -> each.report().host().equals(host))
                .flatMap(HostEntry::stays)
                .map(Stay::run);
    }

    @Test
    void a_run_goes_to_the_host_that_had_it_last_else_to_the_one_with_most_free_slots() {
        var table =
                after(
                        new Message.Report(report("a", 1, 1)),
                        new Message.Report(report("b", 3, 1)),
                        new Message.Place(wanted("r1", 1, "")),
                        new Message.Place(wanted("r2", 2, "a")),
                        new Message.Place(wanted("r3", 2, "a")));
        assertThat(on(table, "a")).containsExactly("r2");
        assertThat(on(table, "b")).containsExactly("r1", "r3");
    }

    @Test
    void a_run_that_no_host_suits_waits_without_holding_up_others() {
        var table =
                after(
                        new Message.Report(report("a", 1, 1)),
                        new Message.Place(wanted("r1", 1, "", "gpu")),
                        new Message.Place(wanted("r2", 1, "")));
        assertThat(on(table, "a")).containsExactly("r2");
        assertThat(table.waiting().map(each -> each.stay().run())).containsExactly("r1");
        var later = table.receive(new Message.Report(report("b", 1, 1, "gpu"))).state();
        assertThat(on(later, "b")).containsExactly("r1");
        assertThat(later.waiting()).isEmpty();
    }

    @Test
    void only_the_last_report_of_a_host_expires() {
        var table =
                after(
                        new Message.Report(report("a", 1, 1)),
                        new Message.Place(wanted("r1", 1, "")),
                        new Message.Report(report("a", 1, 2)));
        assertThat(table.receive(new Message.Expire("a", "s", 1)).state()).isEqualTo(table);
        var lost = table.receive(new Message.Expire("a", "s", 2));
        assertThat(lost.state().hosts()).isEmpty();
        assertThat(lost.sends())
                .containsExactly(new PlacementStep.ToRun("r1", new Message.Lose(1), 0));
    }

    @Test
    void a_worker_that_was_started_again_has_lost_its_runs() {
        var table =
                after(
                        new Message.Report(report("a", 1, 7)),
                        new Message.Place(wanted("r1", 1, "")));
        var again = new HostReport("a", "other", Vector.empty(), 1, 1, 10_000);
        var step = table.receive(new Message.Report(again));
        assertThat(on(step.state(), "a")).isEmpty();
        assertThat(step.sends()).contains(new PlacementStep.ToRun("r1", new Message.Lose(1), 0));
    }

    @Test
    void a_full_host_takes_the_next_run_when_one_is_released() {
        var table =
                after(
                        new Message.Report(report("a", 1, 1)),
                        new Message.Place(wanted("r1", 1, "")),
                        new Message.Place(wanted("r2", 1, "")));
        assertThat(on(table, "a")).containsExactly("r1");
        assertThat(on(table.receive(new Message.Release("r1", 1)).state(), "a"))
                .containsExactly("r2");
    }

    private static PlacedRun submitted() {
        return PlacedRun.unknown("r1").receive(new Message.Submit(Vector.empty())).state();
    }

    private static Stay stay(long number) {
        return new Stay("r1", number, Manner.RESUME);
    }

    private static Message.Leave left(long number, Kind kind) {
        return new Message.Leave(new StayEnd(stay(number), "a", kind, 5, ""));
    }

    @Test
    void one_host_begins_a_stay_and_may_ask_again() {
        var begun = submitted().receive(new Message.Begin(stay(1), "a"));
        assertThat(begun.reply()).isEqualTo("true");
        assertThat(begun.state().receive(new Message.Begin(stay(1), "a")).reply())
                .isEqualTo("true");
        assertThat(begun.state().receive(new Message.Begin(stay(1), "b")).reply())
                .isEqualTo("false");
        var lost = begun.state().receive(new Message.Lose(1)).state();
        assertThat(lost.receive(new Message.Begin(stay(1), "a")).reply()).isEqualTo("false");
        assertThat(lost.stay()).isEqualTo(2);
    }

    @Test
    void what_is_received_of_an_earlier_stay_changes_nothing() {
        var moved = submitted().receive(new Message.Lose(1)).state();
        for (var kind : Kind.values())
            assertThat(moved.receive(left(1, kind)).state()).isEqualTo(moved);
        assertThat(moved.receive(new Message.Lose(1)).state()).isEqualTo(moved);
        assertThat(moved.receive(new Message.Due(1)).state()).isEqualTo(moved);
        var parked = submitted().receive(left(1, Kind.PARKED)).state();
        for (var late :
                Vector.of(new Message.Lose(1), new Message.Resumed(1), left(1, Kind.FAILED)))
            assertThat(parked.receive(late)).as("%s", late).isEqualTo(PlacementStep.of(parked));
    }

    @Test
    void a_parked_run_is_placed_when_it_is_woken_and_a_limited_one_when_its_time_comes() {
        var begun = submitted().receive(new Message.Begin(stay(1), "a")).state();
        var parked = begun.receive(left(1, Kind.PARKED)).state();
        assertThat(parked.status()).isEqualTo(Status.PARKED);
        var woken = parked.receive(new Message.Wake());
        assertThat(woken.sends())
                .containsExactly(
                        new PlacementStep.ToHosts(
                                new Message.Place(
                                        new PlaceRequest(
                                                new Stay("r1", 2, Manner.CONTINUE),
                                                Vector.empty(),
                                                "a")),
                                0));
        var limited = begun.receive(left(1, Kind.LIMITED));
        assertThat(limited.sends()).contains(new PlacementStep.ToRun("r1", new Message.Due(1), 5));
        assertThat(limited.state().receive(new Message.Due(1)).state().status())
                .isEqualTo(Status.PLACING);
    }

    @Test
    void a_run_that_always_fails_waits_for_the_user() {
        var run = submitted();
        for (long i = 0; i < PlacedRun.FAILURES_MAX; i++) {
            assertThat(run.status()).isEqualTo(Status.PLACING);
            run = run.receive(new Message.Lose(run.stay())).state();
        }
        assertThat(run.status()).isEqualTo(Status.PARKED);
        assertThat(run.reason()).isEqualTo("its hosts were lost");
        assertThat(run.receive(new Message.Submit(Vector.empty())).state().failures()).isZero();
    }

    private static Vector<Manner> manners(PlacementStep<PlacedRun> step) {
        return step.sends()
                .flatMap(
                        send ->
                                send instanceof PlacementStep.ToHosts(Message.Place(var request), _)
                                        ? Vector.of(request.stay().manner())
                                        : Vector.empty());
    }

    /** A run that waits for nothing and was woken: its host does not resume it. */
    private static PlacedRun wakenRun() {
        return submitted()
                .receive(left(1, Kind.PARKED))
                .state()
                .receive(new Message.Wake())
                .state();
    }

    @Test
    void only_a_run_of_a_lost_host_is_taken_over() {
        var begun = wakenRun().receive(new Message.Begin(stay(2), "a")).state();
        assertThat(manners(begun.receive(new Message.Lose(2)))).containsExactly(Manner.TAKE_OVER);
        for (var kind : Vector.of(Kind.FAILED, Kind.LIMITED)) {
            var parked = begun.receive(left(2, kind)).state();
            assertThat(manners(parked.receive(new Message.Due(2))))
                    .as("%s", kind)
                    .containsExactly(Manner.CONTINUE);
        }
        assertThat(manners(begun.receive(left(2, Kind.MOVED)))).containsExactly(Manner.CONTINUE);
    }

    @Test
    void a_submitted_run_is_to_be_resumed_until_a_host_has_driven_it() {
        var lost = submitted().receive(new Message.Lose(1));
        assertThat(manners(lost)).containsExactly(Manner.TAKE_OVER_AND_RESUME);
        var failed = lost.state().receive(left(2, Kind.FAILED)).state();
        assertThat(manners(failed.receive(new Message.Due(2)))).containsExactly(Manner.RESUME);
        var limited = submitted().receive(left(1, Kind.LIMITED)).state();
        assertThat(manners(limited.receive(new Message.Due(1)))).containsExactly(Manner.CONTINUE);
    }

    @Test
    void a_pause_after_a_host_has_resumed_the_run_is_the_user_s() {
        var resumed =
                submitted()
                        .receive(new Message.Begin(stay(1), "a"))
                        .state()
                        .receive(new Message.Resumed(1))
                        .state();
        assertThat(manners(resumed.receive(new Message.Lose(1)))).containsExactly(Manner.TAKE_OVER);
        var failed = resumed.receive(left(1, Kind.FAILED)).state();
        assertThat(manners(failed.receive(new Message.Due(1)))).containsExactly(Manner.CONTINUE);
        var lost = submitted().receive(new Message.Lose(1)).state();
        assertThat(lost.receive(new Message.Resumed(1)).state()).isEqualTo(lost);
    }

    @Test
    void a_run_that_failed_waits_for_its_time_although_an_answer_wakes_it() {
        var begun = submitted().receive(new Message.Begin(stay(1), "a")).state();
        var failed = begun.receive(left(1, Kind.FAILED)).state();
        var woken = failed.receive(new Message.Wake());
        assertThat(woken.state()).isEqualTo(failed);
        assertThat(woken.sends()).isEmpty();
        assertThat(failed.receive(new Message.Due(1)).state().status()).isEqualTo(Status.PLACING);
    }

    @ParameterizedTest
    @EnumSource
    void a_host_reads_what_it_is_to_do(Manner manner) {
        var stays = new HostTable.Stays(Vector.of(new Stay("r1", 1, manner)));
        assertThat(HostTable.Stays.FORM.read(HostTable.Stays.FORM.write(stays))).isEqualTo(stays);
    }

    @Test
    void only_a_run_that_was_submitted_is_woken_and_only_one_without_a_host_is_submitted() {
        var unknown = PlacedRun.unknown("r1");
        assertThat(unknown.receive(new Message.Wake())).isEqualTo(PlacementStep.of(unknown));
        var begun = submitted().receive(new Message.Begin(stay(1), "a")).state();
        for (var placed : Vector.of(submitted(), begun))
            assertThat(placed.receive(new Message.Submit(Vector.of("gpu"))))
                    .isEqualTo(PlacementStep.of(placed));
    }

    @Test
    void a_time_that_an_earlier_stay_waited_for_does_not_end_a_later_wait() {
        var limited = submitted().receive(left(1, Kind.LIMITED)).state();
        var gated = limited.receive(new Message.Wake()).state().receive(left(2, Kind.PARKED));
        assertThat(gated.state().receive(new Message.Due(1)))
                .isEqualTo(PlacementStep.of(gated.state()));
    }

    @Test
    void a_run_that_its_hosts_cannot_drive_waits_longer_each_time_and_then_for_the_user() {
        var run = submitted();
        var pauses = Vector.<Long>empty();
        for (long i = 0; i < PlacedRun.FAILURES_MAX; i++) {
            var step = run.receive(left(run.stay(), Kind.FAILED));
            pauses = pauses.appendAll(pauses(step));
            run = step.state().receive(new Message.Due(run.stay())).state();
        }
        assertThat(pauses.asJava()).hasSize((int) PlacedRun.FAILURES_MAX - 1).isSorted();
        assertThat(pauses.last()).isGreaterThan(pauses.head());
    }

    private static Vector<Long> pauses(PlacementStep<PlacedRun> step) {
        return step.sends()
                .flatMap(
                        send ->
                                send instanceof PlacementStep.ToRun(_, Message.Due _, var pause)
                                        ? Vector.of(pause)
                                        : Vector.empty());
    }

    @ParameterizedTest
    @EnumSource
    void a_stay_that_has_ended_frees_its_host(Kind kind) {
        var begun = submitted().receive(new Message.Begin(stay(1), "a")).state();
        assertThat(begun.receive(left(1, kind)).sends())
                .contains(new PlacementStep.ToHosts(new Message.Release("r1", 1), 0));
    }

    /** Its driver may print whatever it wants as the reason. */
    @Test
    void the_reason_of_a_stay_s_end_is_cut() {
        var end = new StayEnd(stay(1), "a", Kind.FAILED, 0, "x".repeat(100_000));
        assertThat(end.reason()).hasSizeLessThanOrEqualTo(1000);
    }

    @Test
    void what_arrives_late_of_an_earlier_report_or_worker_changes_nothing() {
        var again = new HostReport("a", "other", Vector.empty(), 1, 1, 10_000);
        var table =
                after(
                        new Message.Report(report("a", 1, 1)),
                        new Message.Report(again),
                        new Message.Place(wanted("r1", 2, "")));
        assertThat(on(table, "a")).containsExactly("r1");
        for (var late :
                Vector.of(
                        new Message.Expire("a", "s", 1),
                        new Message.Close("a", "s"),
                        new Message.Release("r1", 1)))
            assertThat(table.receive(late)).as("%s", late).isEqualTo(PlacementStep.of(table));
        var stopping = new HostReport("a", "other", Vector.empty(), 0, 3, 10_000);
        var stopped = table.receive(new Message.Report(stopping)).state();
        var late = new HostReport("a", "other", Vector.empty(), 1, 2, 10_000);
        var step = stopped.receive(new Message.Report(late));
        assertThat(step.state()).isEqualTo(stopped);
        assertThat(step.sends()).isEmpty();
    }

    @Test
    void a_run_that_is_placed_again_leaves_the_host_that_it_had() {
        var table =
                after(
                        new Message.Report(report("a", 2, 1)),
                        new Message.Place(wanted("r1", 1, "")),
                        new Message.Place(wanted("r1", 2, "")));
        assertThat(on(table, "a")).containsExactly("r1");
        var waiting =
                after(
                        new Message.Place(wanted("r1", 1, "")),
                        new Message.Place(wanted("r1", 2, "")));
        assertThat(waiting.waiting()).hasSize(1);
    }

    @Test
    void an_ended_run_is_not_woken() {
        var ended =
                submitted()
                        .receive(new Message.Begin(stay(1), "a"))
                        .state()
                        .receive(left(1, Kind.ENDED))
                        .state();
        assertThat(ended.receive(new Message.Wake()).state()).isEqualTo(ended);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void all_runs_end_although_hosts_die(long seed) {
        var fleet = new FleetSimulation(seed, 10, 4, RUNS);
        fleet.killEvery(20_000);
        var left = fleet.run(24L * 3600 * 1000);
        System.out.printf(
                "seed %d: %d runs on 10 hosts in %d min of virtual time, %d stays, %d losses,"
                        + " %d messages%n",
                seed, RUNS, fleet.now() / 60_000, fleet.stays, fleet.losses, fleet.messages);
        assertThat(left).isEmpty();
        assertThat(fleet.begunTwice).isZero();
        assertThat(fleet.losses).isPositive();
        assertThat(fleet.table().waiting()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void all_runs_end_and_none_begins_twice_although_the_engine_is_away_for_minutes(long seed) {
        var fleet = new FleetSimulation(seed, 10, 4, RUNS);
        fleet.awayEvery(300_000);
        fleet.killEvery(60_000);
        assertThat(fleet.run(24L * 3600 * 1000)).isEmpty();
        assertThat(fleet.begunTwice).isZero();
        assertThat(fleet.absences).isGreaterThan(2);
        assertThat(fleet.table().waiting()).isEmpty();
    }
}
