package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.InputEvent.BudgetRaised;
import dev.foldline.core.event.InputEvent.ChildEnded;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Usage.Limit;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.Vector;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The usage of child runs is charged to their parent, and reserved before they start.
 *
 * <table>
 *   <caption>Events and the state of an item</caption>
 *   <tr><th>event</th><th>todo</th><th>running</th><th>done or failed</th></tr>
 *   <tr><td>start of the child</td><td>only if the budget covers all open items; then running</td>
 *       <td>impossible</td><td>impossible</td></tr>
 *   <tr><td>start did not happen</td><td>no change</td><td>todo, still reserved</td>
 *       <td>no change</td></tr>
 *   <tr><td>end of its child</td><td>no change</td>
 *       <td>usage charged, reservation released</td><td>no change</td></tr>
 *   <tr><td>end of another child</td><td>no change</td><td>no change</td><td>no change</td></tr>
 *   <tr><td>raised budget</td><td>may start</td><td>no change</td><td>no change</td></tr>
 * </table>
 */
class ChildBudgetProperties {
    private static final Vector<Limit> CHARGED =
            Vector.of(Limit.AGENT_CALLS, Limit.USD, Limit.TOKENS);

    @Property
    void the_usage_of_a_child_is_charged_once_to_its_parent_and_its_phase(
            @ForAll(supplier = Walks.ChildRuns.class) Walk walk) {
        var charged = new AtomicInteger();
        law("the usage of a child is charged once")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (!(moment.event() instanceof ChildEnded end)) return;
                            boolean isNews =
                                    moment.before()
                                            .items()
                                            .isRunning(end.list(), end.item(), end.spawnTicket());
                            if (isNews) charged.incrementAndGet();
                            for (var limit : CHARGED)
                                require(
                                        added(moment, limit)
                                                == (isNews ? limit.of(end.report().usage()) : 0),
                                        moment,
                                        "but " + limit + " grew by " + added(moment, limit));
                            require(
                                    added(moment, Limit.WALL) == 0,
                                    moment,
                                    "but the time of a child was charged");
                        });
        Occurrences.require("a child is charged", charged.get() > 0, 5);
    }

    private static long added(SimulationStep moment, Limit limit) {
        var before = moment.before().usage();
        var after = moment.after().usage();
        long ofRun = limit.of(after.meter()) - limit.of(before.meter());
        long ofPhase = limit.of(after.meter("work")) - limit.of(before.meter("work"));
        require(ofRun == ofPhase, moment, "but the run and the phase differ");
        return ofRun;
    }

    @Property
    void a_child_starts_only_if_the_budget_covers_all_open_children(
            @ForAll(supplier = Walks.ChildRuns.class) Walk walk) {
        var started = new AtomicInteger();
        law("the budgets of children are reserved")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (!(moment.event() instanceof EffectStarted(_, SpawnChild spawn)))
                                return;
                            started.incrementAndGet();
                            for (var limit : CHARGED)
                                require(
                                        isCovered(moment.before(), spawn, limit),
                                        moment,
                                        "but " + limit + " does not cover " + spawn);
                        });
        Occurrences.require("a child starts", started.get() > 0, 5);
    }

    private static boolean isCovered(PipelineState parent, SpawnChild spawn, Limit limit) {
        long open =
                parent.items()
                        .list("parts")
                        .count(
                                item ->
                                        item.status() instanceof Item.Todo
                                                || item.status() instanceof Item.Running);
        long used = limit.of(parent.usage().meter());
        return limit.of(parent.usage().budget())
                .forAll(max -> used + open * limit.of(spawn.budget()).getOrElse(max) <= max);
    }

    @Property
    void only_a_higher_budget_lets_a_start_happen_that_the_budget_refused(
            @ForAll(supplier = Walks.ChildRuns.class) Walk walk) {
        law("a refused start waits for a higher budget")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var before = moment.before().usage().budget();
                            var after = moment.after().usage().budget();
                            require(
                                    before.equals(after) || moment.event() instanceof BudgetRaised,
                                    moment,
                                    "but the budget changed");
                        });
    }
}
