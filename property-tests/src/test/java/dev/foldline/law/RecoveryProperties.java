package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.RecoveryRecorded;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/**
 * Law 16: a recovery has succeeded only when what failed lies behind, and is never forgotten
 * otherwise.
 */
class RecoveryProperties {

    @Test
    void a_recovery_succeeds_only_when_the_failure_point_is_passed() {
        law("a recovery succeeds only when passed")
                .holdsAtEveryMoment(
                        Walk::any,
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

    @Test
    void a_recovery_is_noticed_as_soon_as_the_failure_point_is_passed() {
        law("a recovery that has passed is noticed")
                .holdsAtEveryMoment(
                        Walk::any,
                        moment ->
                                require(
                                        !(moment.after().slots().recovery()
                                                        instanceof Recovery.Watching(var failure))
                                                || moment.after().at().compareTo(failure.at()) <= 0,
                                        moment,
                                        "still watched"));
    }

    @Test
    void a_recovery_is_never_forgotten() {
        law("a recovery is never forgotten")
                .holdsAtEveryMoment(
                        Walk::any,
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

    @Test
    void the_failure_point_never_moves_back_and_attempts_never_fall() {
        law("the later failure point stays")
                .holdsAtEveryMoment(
                        Walk::any,
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

    @Test
    void attempts_never_pass_their_maximum() {
        law("attempts are bounded")
                .holdsAtEveryMoment(
                        Walk::any,
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

    @Test
    void no_run_completes_while_a_recovery_is_open() {
        law("no run completes while a recovery is open")
                .holdsAtEveryMoment(
                        Walk::any,
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
