package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.testkit.simulation.SimulationStep;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Law 6: going back spends. */
class CallUsageProperties {

    @Property
    void every_rewind_raises_the_count_by_exactly_one(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("every way back raises the count by exactly one")
                .holdsAtEveryMoment(walk, CallUsageProperties::paysOnce);
    }

    @Property
    void a_stuck_run_is_charged_for_its_recovery_and_not_for_the_attempt_it_replaces(
            @ForAll(supplier = Walks.RepeatedEffects.class) Walk walk) {
        law("a run that is stuck pays once")
                .holdsAtEveryMoment(walk, CallUsageProperties::paysOnce);
    }

    private static void paysOnce(SimulationStep moment) {
        int spent = moment.after().usage().rewinds() - moment.before().usage().rewinds();
        require(spent == 0 || spent == 1, moment, "it raised the count by " + spent);
        if (wasAskedFor(moment)) return;
        var how = goesBack(moment.before(), moment.after());
        require(how.isEmpty() || spent == 1, moment, "it went back for nothing: " + how);
    }

    @Property
    void rewinds_are_charged_only_when_the_run_rewinds(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("nothing is spent where nothing goes back")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            int spent =
                                    moment.after().usage().rewinds()
                                            - moment.before().usage().rewinds();
                            boolean cancelled =
                                    moment.after().slots().recovery() instanceof Recovery.Halting
                                            || moment.after().slots().recovery()
                                                    instanceof Recovery.Ending;
                            boolean fixerAgain =
                                    moment.after().slots().recovery()
                                            instanceof Recovery.FixPrompted;
                            require(
                                    spent == 0
                                            || cancelled
                                            || fixerAgain
                                            || !goesBack(moment.before(), moment.after()).isEmpty()
                                            || moment.event() instanceof InputEvent,
                                    moment,
                                    "it spent for nothing");
                        });
    }

    @Property
    void a_retry_by_a_user_alone_renews_the_allowance(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("only a person refuels")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        moment.after().usage().rewindsAtReset()
                                                        == moment.before().usage().rewindsAtReset()
                                                || moment.event()
                                                        instanceof InputEvent.RetryGranted,
                                        moment,
                                        "the allowance was renewed"));
    }

    /** A person's stop, a person's word, or a submission. */
    private static boolean wasAskedFor(SimulationStep moment) {
        return moment.event() instanceof InputEvent
                || moment.event() instanceof EffectCancelled
                        && moment.before().lifecycle() instanceof Lifecycle.Paused;
    }

    /** In what way a state lies before another; empty if in none. */
    private static String goesBack(PipelineState before, PipelineState after) {
        if (before.at().isAfter(after.at())) return "to an earlier position";
        if (before.at().equals(after.at())
                && before.cursor() instanceof Cursor.Working
                && after.cursor() instanceof Cursor.Arrived) return "before the phase";
        if (isDue(after.slots().retry()) && !isDue(before.slots().retry())) return "to a retry";
        if (after.slots().retry() instanceof Retry.Waiting
                && !(before.slots().retry() instanceof Retry.Waiting)) return "to a wait";
        if (isDue(after.slots().continuation()) && !isDue(before.slots().continuation()))
            return "to a continuation";
        if (after.slots().recovery() instanceof Recovery.FixDue
                && before.slots().recovery() instanceof Recovery.FixPrompted)
            return "to the fixer's prompt";
        return attempts(after.slots().recovery()) > attempts(before.slots().recovery())
                ? "to a recovery"
                : "";
    }

    private static boolean isDue(Retry slot) {
        return slot instanceof Retry.Waiting || slot instanceof Retry.Due;
    }

    private static boolean isDue(Continuation slot) {
        return slot instanceof Continuation.MoreDue
                || slot instanceof Continuation.RedoDue
                || slot instanceof Continuation.AnswerDue;
    }

    private static int attempts(Recovery slot) {
        return switch (slot) {
            case Recovery.FixDue(var failure) -> failure.attempts();
            case Recovery.FixPrompted(var failure, _) -> failure.attempts();
            case Recovery.CleanDue(var failure) -> failure.attempts();
            case Recovery.Watching(var failure) -> failure.attempts();
            case Recovery.Passed(var failure) -> failure.attempts();
            case Recovery.Idle _, Recovery.Halting _, Recovery.Halted _, Recovery.Ending _ -> 0;
        };
    }
}
