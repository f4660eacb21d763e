package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Law 7: a run ends, in the worst world too. */
class EndsProperties {

    @Property
    void the_measure_rises_at_every_outcome(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("the measure rises at every outcome")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            Option<ProgressMeasure> last = Option.none();
                            for (var moment : run.moments()) {
                                var now = ProgressMeasure.of(moment.after());
                                boolean asked =
                                        moment.event() instanceof InputEvent
                                                || moment.event() instanceof EffectCancelled;
                                boolean outcome =
                                        moment.after().header().ticket()
                                                > moment.before().header().ticket();
                                require(
                                        asked
                                                || !outcome
                                                || last.forAll(before -> now.compareTo(before) > 0),
                                        moment,
                                        "from " + last + " to " + now);
                                if (asked || outcome) last = Option.of(now);
                            }
                        });
    }

    @Property
    void the_effects_between_two_inputs_are_bounded(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("between two inputs there are no more effects than the bound")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            long bound = EffectBound.effects(walk.workflow());
                            long outcomes = 0;
                            for (var moment : run.moments()) {
                                boolean asked =
                                        moment.event() instanceof InputEvent
                                                || moment.event() instanceof DriverStarted;
                                if (asked) outcomes = 0;
                                else if (moment.after().header().ticket()
                                        > moment.before().header().ticket()) outcomes++;
                                require(
                                        outcomes <= bound,
                                        moment,
                                        outcomes + " effects, bound " + bound);
                            }
                        });
    }

    @Property
    void an_undisturbed_run_ends_or_waits_for_an_actor(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a run nobody disturbs ends or waits for somebody")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            if (run.outcome().isEmpty() && run.waitsFor().isEmpty())
                                throw new FailedLaw(run.moments().size(), "it just stopped");
                        });
    }

    @Property
    void no_run_ends_or_halts_before_its_work_is_saved(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("no run ends before its work is saved")
                .holdsAtEveryMoment(walk, EndsProperties::savesFirst);
    }

    @Property
    void a_run_that_is_aborted_ends_aborted_its_work_saved(
            @ForAll(supplier = Walks.AbortedRuns.class) Walk walk) {
        law("an aborted run saves its work and ends")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            run.moments().forEach(EndsProperties::savesFirst);
                            boolean received =
                                    run.events().stream()
                                            .anyMatch(InputEvent.Aborted.class::isInstance);
                            boolean aborted =
                                    run.outcome()
                                            .filter(Outcome.Aborted.class::isInstance)
                                            .isPresent();
                            if (received != aborted)
                                throw new FailedLaw(
                                        run.moments().size(),
                                        "it ended "
                                                + run.outcome()
                                                + (received
                                                        ? ", and was aborted"
                                                        : ", and nobody had aborted it"));
                        });
    }

    private static void savesFirst(SimulationStep moment) {
        boolean ends =
                moment.after().lifecycle() instanceof Lifecycle.Ended
                        && !(moment.before().lifecycle() instanceof Lifecycle.Ended);
        boolean halts =
                moment.after().slots().recovery() instanceof Recovery.Halted
                        && !(moment.before().slots().recovery() instanceof Recovery.Halted);
        boolean saving =
                moment.before().slots().inFlight().running().exists(SaveWork.class::isInstance);
        require(!(ends || halts) || saving, moment, "nobody saved its work");
    }
}
