package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.RecoveryRecorded;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;

import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Law 16: a recovery has succeeded only when what failed lies behind, and is never forgotten
 * otherwise.
 */
class RecoveryProperties {

    @Property
    void a_recovery_succeeds_only_when_the_failure_point_is_passed(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a recovery succeeds only when passed")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            boolean passes =
                                    moment.after().slots().recovery() instanceof Recovery.Passed
                                            && !(moment.before().slots().recovery()
                                                    instanceof Recovery.Passed);
                            if (!passes
                                    || !(moment.after().slots().recovery()
                                            instanceof Recovery.Passed(var failure))) return;
                            require(
                                    moment.after().at().compareTo(failure.at()) > 0,
                                    moment,
                                    "passed at "
                                            + moment.after().at()
                                            + ", failed at "
                                            + failure.at());
                        });
    }

    @Property
    void a_recovery_is_noticed_as_soon_as_the_failure_point_is_passed(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a recovery that has passed is noticed")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        !(moment.after().slots().recovery()
                                                        instanceof Recovery.Watching(var failure))
                                                || moment.after().at().compareTo(failure.at()) <= 0,
                                        moment,
                                        "still watched"));
    }

    @Property
    void a_recovery_is_never_forgotten(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a recovery is never forgotten")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            boolean forgotten =
                                    open(moment.before().slots().recovery()).isDefined()
                                            && moment.after().slots().recovery()
                                                    instanceof Recovery.Idle;
                            require(
                                    !forgotten
                                            || moment.event() instanceof RecoveryRecorded
                                            || moment.before().slots().recovery()
                                                    instanceof Recovery.Passed,
                                    moment,
                                    "forgotten");
                        });
    }

    @Property
    void the_failure_point_never_moves_back_and_attempts_never_fall(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("the later failure point stays")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var before = open(moment.before().slots().recovery());
                            var after = open(moment.after().slots().recovery());
                            if (before.isEmpty()
                                    || after.isEmpty()
                                    || moment.event() instanceof InputEvent) return;
                            require(
                                    after.get().attempts() >= before.get().attempts(),
                                    moment,
                                    "attempts fell");
                            require(
                                    !before.get().at().isAfter(after.get().at()),
                                    moment,
                                    "the failure point moved back");
                        });
    }

    @Property
    void attempts_never_pass_their_maximum(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("attempts are bounded")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        open(moment.after().slots().recovery())
                                                .forAll(
                                                        failure ->
                                                                failure.attempts()
                                                                        <= Math.max(
                                                                                1,
                                                                                moment.after()
                                                                                        .policy()
                                                                                        .recovery()
                                                                                        .attemptsMax())),
                                        moment,
                                        "more than allowed"));
    }

    @Property
    void no_run_completes_while_a_recovery_is_open(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("no run completes while a recovery is open")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        !(moment.after().lifecycle() instanceof Lifecycle.Ended)
                                                || open(moment.before().slots().recovery())
                                                        .isEmpty()
                                                || moment.before().slots().recovery()
                                                        instanceof Recovery.Watching,
                                        moment,
                                        "it ended in the middle of a recovery"));
    }

    private static Option<Failure> open(Recovery slot) {
        return switch (slot) {
            case Recovery.FixDue(var failure) -> Option.of(failure);
            case Recovery.FixPrompted(var failure, _) -> Option.of(failure);
            case Recovery.CleanDue(var failure) -> Option.of(failure);
            case Recovery.Watching(var failure) -> Option.of(failure);
            case Recovery.Passed _,
                    Recovery.Idle _,
                    Recovery.Halting _,
                    Recovery.Halted _,
                    Recovery.Ending _ ->
                    Option.none();
        };
    }
}
