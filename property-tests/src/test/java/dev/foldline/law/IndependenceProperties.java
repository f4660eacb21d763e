package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.testkit.simulation.SeededRandom;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Law 14: independent runs commute. */
class IndependenceProperties {

    @Property
    void two_runs_interleaved_in_any_order_end_like_each_alone(
            @ForAll(supplier = Walks.Any.class) Walk walk,
            @ForAll(supplier = Walks.Any.class) Walk another) {
        law("independent runs commute")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var other = another.simulation().run();
                            var luck = SeededRandom.of(walk.seed()).fork("order");
                            var one = Pipeline.start((RunStarted) run.events().getFirst());
                            var two = Pipeline.start((RunStarted) other.events().getFirst());
                            int i = 1;
                            int j = 1;
                            while (i < run.events().size() || j < other.events().size()) {
                                boolean first =
                                        j >= other.events().size()
                                                || i < run.events().size() && luck.chance(50);
                                if (first) one = Pipeline.reduce(one, run.events().get(i++));
                                else two = Pipeline.reduce(two, other.events().get(j++));
                            }
                            require(
                                    one.equals(run.state()),
                                    run.moments().getLast(),
                                    "the first ended otherwise");
                            require(
                                    two.equals(other.state()),
                                    run.moments().getLast(),
                                    "the second ended otherwise");
                        });
    }

    @Property
    void two_runs_in_worlds_of_their_own_do_not_notice_each_other(
            @ForAll(supplier = Walks.Any.class) Walk walk,
            @ForAll(supplier = Walks.Any.class) Walk another) {
        law("simulations share nothing")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            another.simulation().run();
                            require(
                                    walk.simulation().run().state().equals(run.state()),
                                    run.moments().getLast(),
                                    "the run between changed it");
                        });
    }
}
