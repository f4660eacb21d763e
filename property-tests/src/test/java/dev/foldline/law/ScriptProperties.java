package dev.foldline.law;

import static dev.foldline.law.Law.law;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A script of what happens in a run is the whole world: it repeats the run, and it can shrink. */
class ScriptProperties {

    @Property
    void the_recorded_script_of_a_run_repeats_it(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a recorded script repeats the run")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var scripted = walk.scripted();
                            var again = scripted.simulation().run();
                            for (int i = 0; i < run.events().size(); i++)
                                if (i >= again.events().size()
                                        || !again.events().get(i).equals(run.events().get(i)))
                                    throw new FailedLaw(
                                            i,
                                            "it differs from "
                                                    + again.events()
                                                            .get(
                                                                    Math.min(
                                                                            i,
                                                                            again.events().size()
                                                                                    - 1)));
                            if (!again.events().equals(run.events()))
                                throw new FailedLaw(run.moments().size(), "it goes on");
                            if (!scripted.scripted().script().equals(scripted.script()))
                                throw new FailedLaw(
                                        run.moments().size(), "recorded again, it differs");
                        });
    }
}
