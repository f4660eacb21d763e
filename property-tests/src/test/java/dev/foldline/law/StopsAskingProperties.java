package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Lifecycle;

import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Law 5: what has been carried out is not asked for again. */
class StopsAskingProperties {

    @Property
    void a_rule_that_was_carried_out_asks_for_something_else(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a rule carried out stops asking")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            boolean outcome =
                                    moment.after().header().ticket()
                                            > moment.before().header().ticket();
                            if (!outcome || isStopped(moment.event(), moment.before().lifecycle()))
                                return;
                            var now = Pipeline.decide(moment.after());
                            var asked = moment.before().slots().inFlight().running();
                            boolean same =
                                    asked.isDefined()
                                            ? asked.get().equals(now.effect())
                                            : Pipeline.decide(moment.before()).equals(now);
                            require(!same, moment, "again " + now);
                        });
    }

    @Property
    void no_effect_starts_twice_in_a_row(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("no deed is begun twice in a row")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            Option<ExternalEffect> last = Option.none();
                            for (var moment : run.moments()) {
                                if (moment.event() instanceof InputEvent
                                        || moment.event() instanceof RunEvent.NotDone)
                                    last = Option.none();
                                if (!(moment.event()
                                        instanceof RunEvent.EffectStarted(_, var effect))) continue;
                                require(
                                        !last.contains(effect),
                                        moment,
                                        "the deed before it was the same");
                                last = Option.of(effect);
                            }
                        });
    }

    @Property
    void a_run_does_not_wait_for_the_same_moment_after_a_wait(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("after a wait the run does not wait for the same moment")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        !(moment.event() instanceof RunEvent.WaitElapsed)
                                                || !(Pipeline.decide(moment.after()).effect()
                                                        instanceof Control.Wait wait)
                                                || wait.until().isEmpty(),
                                        moment,
                                        "it waits again"));
    }

    /** Somebody stopped it, so it has not been carried out. */
    private static boolean isStopped(Object event, Lifecycle life) {
        return event instanceof RunEvent.EffectCancelled && life instanceof Lifecycle.Paused;
    }
}
