package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.InputEvent.ChildEnded;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.workflow.Step;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationStep;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.util.HashMap;
import java.util.HashSet;
import java.util.concurrent.atomic.AtomicInteger;

/** The start of a child names any workflow; its end is reported once, with what it used. */
class ChildProperties {

    @Property
    void the_start_of_a_child_carries_its_workflow_artifacts_and_budget(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        var started = new AtomicInteger();
        law("the start of a child carries all its run needs")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (moment.event() instanceof EffectStarted(_, SpawnChild spawn)) {
                                started.incrementAndGet();
                                require(
                                        isDeclared(moment, spawn),
                                        moment,
                                        "but it starts " + spawn);
                            }
                        });
        Occurrences.require("a child starts", started.get() > 0, 1);
    }

    private static boolean isDeclared(SimulationStep moment, SpawnChild spawn) {
        var state = moment.before();
        var artifacts = state.ledger().artifacts();
        return state.currentStep().getOrNull() instanceof Step.Children step
                && spawn.workflow().equals(step.workflow())
                && spawn.budget().equals(step.budget())
                && spawn.artifacts().forAll(each -> artifacts.get(each._1()).contains(each._2()))
                && spawn.artifacts()
                        .keySet()
                        .equals(step.artifacts().filter(artifacts::containsKey).toSet());
    }

    @Property
    void a_crash_loses_and_doubles_no_end_of_a_child(
            @ForAll(supplier = Walks.ComparableCrashes.class) Walk walk) {
        law("a crash loses and doubles no child").holdsOn(walk, (run, _) -> endsOnce(run));
    }

    private static void endsOnce(SimulationResult run) {
        var spawned = new HashSet<String>();
        var ended = new HashMap<Long, ChildReport>();
        for (var moment : run.moments()) {
            if (moment.event() instanceof ChildSpawned(_, var child, _))
                require(spawned.add(child), moment, "but " + child + " started twice");
            if (moment.event() instanceof ChildEnded end)
                require(
                        ended.put(end.spawnTicket(), end.report()) == null,
                        moment,
                        "but the child with ticket " + end.spawnTicket() + " ended twice");
        }
        ended.forEach(
                (ticket, report) ->
                        assertThat(run.state().items().child(ticket).flatMap(each -> each.end()))
                                .as("the end of the child with ticket " + ticket)
                                .contains(report));
    }
}
