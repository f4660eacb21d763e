package dev.foldline.law.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.schedule.CurrentLoad;
import dev.foldline.core.schedule.Schedule;
import dev.foldline.core.schedule.ScheduleLimits;
import dev.foldline.core.schedule.WorkRequest;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.HashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.util.function.Consumer;

/** What holds of whoever is let work next, in whatever order workflows ask and let go. */
class ScheduleProperties {
    private static final int STEPS = 120;

    /** Some workflows that ask, are let work and let go, by chance. */
    private static final class SchedulerModel {
        private final SeededRandom luck;
        private final int workflows;
        private final ScheduleLimits limits;
        private CurrentLoad load = CurrentLoad.NONE;
        private Vector<WorkRequest> waiting = Vector.empty();
        private Vector<WorkRequest> working = Vector.empty();
        private long clock;

        SchedulerModel(SeededRandom luck) {
            this.luck = luck;
            workflows = 1 + luck.below(5);
            limits =
                    new ScheduleLimits(
                            1 + luck.below(6),
                            HashMap.ofEntries(
                                    Vector.range(0, luck.below(workflows + 1))
                                            .map(
                                                    each ->
                                                            io.vavr.Tuple.of(
                                                                    "w" + each,
                                                                    1 + luck.below(3)))));
        }

        int limitOf(String workflow) {
            return Math.min(limits.whole(), limits.workflows().getOrElse(workflow, limits.whole()));
        }

        WorkRequest asks() {
            var ask =
                    new WorkRequest(
                            "r" + luck.below(1000) + "-" + clock,
                            "w" + luck.below(workflows),
                            clock++);
            waiting = waiting.append(ask);
            return ask;
        }

        Option<WorkRequest> next() {
            return Schedule.next(limits, load, waiting);
        }

        void grant(WorkRequest ask) {
            waiting = waiting.remove(ask);
            working = working.append(ask);
            load = load.granted(ask.workflow());
        }

        /**
         * @param at among those at work, the one that has worked longest first
         */
        void letsGo(int at) {
            load = load.released(working.get(at).workflow());
            working = working.removeAt(at);
        }

        /** Somebody asks, or is let work, or lets go. */
        void lives() {
            int die = luck.below(3);
            if (die == 0) asks();
            else if (die == 1 && working.nonEmpty()) letsGo(luck.below(working.size()));
            else next().forEach(this::grant);
        }
    }

    private static void always(RandomChoices luck, Consumer<SchedulerModel> promise) {
        var floor = new SchedulerModel(luck.source());
        for (int step = 0; step < STEPS; step++) {
            floor.lives();
            promise.accept(floor);
        }
    }

    @Property
    void S1_22_no_limit_is_ever_exceeded(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        always(
                luck,
                floor -> {
                    assertThat(floor.working.size())
                            .isEqualTo(floor.load.whole())
                            .isLessThanOrEqualTo(floor.limits.whole());
                    assertThat(floor.working.groupBy(WorkRequest::workflow))
                            .allSatisfy(
                                    each ->
                                            assertThat(each._2.size())
                                                    .isEqualTo(floor.load.of(each._1))
                                                    .isLessThanOrEqualTo(floor.limitOf(each._1)));
                });
    }

    @Property
    void a_request_within_the_limits_is_granted(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        always(
                luck,
                floor -> {
                    var may =
                            floor.waiting.exists(
                                    ask ->
                                            floor.load.of(ask.workflow())
                                                    < floor.limitOf(ask.workflow()));
                    assertThat(floor.next().isDefined())
                            .isEqualTo(may && floor.load.whole() < floor.limits.whole());
                });
    }

    @Property
    void the_order_in_which_asks_are_listed_does_not_matter(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        always(
                luck,
                floor -> {
                    var shuffled = floor.waiting.sortBy(_ -> floor.luck.below(1_000));
                    assertThat(Schedule.next(floor.limits, floor.load, shuffled))
                            .isEqualTo(floor.next());
                });
        var atOnce = Vector.of(new WorkRequest("a", "w0", 1), new WorkRequest("b", "w1", 1));
        var one = new ScheduleLimits(1, HashMap.empty());
        assertThat(Schedule.next(one, CurrentLoad.NONE, atOnce))
                .as("nor where they came together")
                .isEqualTo(Schedule.next(one, CurrentLoad.NONE, atOnce.reverse()));
    }

    @Property
    void no_request_is_passed_over_for_a_busier_workflow_or_for_a_later_request_of_an_equal_one(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        always(
                luck,
                floor ->
                        floor.next()
                                .forEach(
                                        chosen -> {
                                            var others =
                                                    floor.waiting.filter(
                                                            ask ->
                                                                    floor.load.of(ask.workflow())
                                                                            < floor.limitOf(
                                                                                    ask
                                                                                            .workflow()));
                                            assertThat(others)
                                                    .allSatisfy(
                                                            other -> {
                                                                assertThat(
                                                                                floor.load.of(
                                                                                        chosen
                                                                                                .workflow()))
                                                                        .isLessThanOrEqualTo(
                                                                                floor.load.of(
                                                                                        other
                                                                                                .workflow()));
                                                                if (floor.load.of(chosen.workflow())
                                                                        == floor.load.of(
                                                                                other.workflow()))
                                                                    assertThat(chosen.arrival())
                                                                            .isLessThanOrEqualTo(
                                                                                    other
                                                                                            .arrival());
                                                            });
                                        }));
    }

    /**
     * Of those who came before, each is let work once; between two of its own workflow, others at
     * most until what that has at work has let go.
     */
    @Property
    void every_request_is_granted_within_a_bound_if_all_holders_release_in_turn(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var floor = new SchedulerModel(luck.source());
        for (int step = 0; step < floor.luck.below(STEPS); step++) floor.lives();
        var ask = floor.asks();
        int before = floor.waiting.size() - 1;
        int own = floor.waiting.count(each -> each.workflow().equals(ask.workflow()));
        int granted = 0;
        while (floor.waiting.contains(ask)) {
            if (floor.luck.chance(50)) floor.asks();
            var next = floor.next();
            next.forEach(floor::grant);
            granted += next.isDefined() ? 1 : 0;
            if (next.isEmpty()) floor.letsGo(0);
            assertThat(granted).isLessThanOrEqualTo(before + own * floor.limits.whole() + 1);
        }
    }

    /** Without newcomers nobody waits for more than those who were there. */
    @Property
    void every_request_is_granted_within_as_many_grants_as_there_are_requests(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var floor = new SchedulerModel(luck.source());
        for (int step = 0; step < STEPS; step++) floor.lives();
        int asks = floor.waiting.size();
        for (int granted = 0; granted < asks; ) {
            var next = floor.next();
            next.forEach(floor::grant);
            granted += next.isDefined() ? 1 : 0;
            if (next.isEmpty()) floor.letsGo(0);
        }
        assertThat(floor.waiting).isEmpty();
    }
}
