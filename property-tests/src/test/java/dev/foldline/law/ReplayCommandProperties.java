package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.effects.json.Wire;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Law 8: the log is the run. */
class ReplayCommandProperties {

    @Property
    void the_same_seed_gives_the_same_log_to_the_letter(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("the same seed gives the same log")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var again = walk.simulation().run();
                            for (int i = 0;
                                    i < Math.min(run.events().size(), again.events().size());
                                    i++) {
                                if (!Wire.toJson(run.events().get(i))
                                        .equals(Wire.toJson(again.events().get(i))))
                                    throw new FailedLaw(i, "then it was " + again.events().get(i));
                            }
                            if (run.events().size() != again.events().size())
                                throw new FailedLaw(
                                        run.moments().size(),
                                        "then it had " + again.events().size() + " events");
                        });
    }

    @Property
    void replay_of_any_prefix_rebuilds_the_state(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("replay of any prefix rebuilds the state")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var state = Pipeline.start((RunStarted) run.events().getFirst());
                            for (var moment : run.moments()) {
                                require(
                                        state.equals(moment.before()),
                                        moment,
                                        "before it the log tells another state");
                                state = Pipeline.reduce(state, run.events().get(moment.number()));
                                require(
                                        state.equals(moment.after()),
                                        moment,
                                        "after it the log tells another state");
                            }
                        });
    }

    @Property
    void every_effect_in_the_log_is_derived_again_from_the_log_before_it(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("every deed in the log is derived again")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (moment.event() instanceof EffectStarted(_, var effect))
                                require(
                                        Pipeline.determineNextEffect(moment.before())
                                                .equals(effect),
                                        moment,
                                        "now it would be "
                                                + Pipeline.determineNextEffect(moment.before()));
                        });
    }
}
