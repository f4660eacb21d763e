package dev.foldline.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.Walk;
import dev.foldline.core.InFlight;
import dev.foldline.core.decide.Rule;
import dev.foldline.core.decide.Rules;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.Step;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.HashSet;
import io.vavr.collection.Vector;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.Set;

/**
 * Nothing in the core is dead: every variant is produced, and used, somewhere in some simulated
 * runs.
 */
class CoverageProperties {
    private static final int WALKS = 1_500;

    private static final Set<Class<?>> met = new java.util.HashSet<>();
    private static final Set<Object> used = new java.util.HashSet<>();

    /** Events that changed a state when they came. */
    private static final Set<Class<?>> meant = new java.util.HashSet<>();

    @BeforeAll
    static void walk() {
        for (long seed = 1; seed <= WALKS; seed++) {
            for (var moment : Walk.any(seed).simulation().run().moments()) note(moment);
        }
    }

    private static void note(SimulationStep moment) {
        var state = moment.after();
        met.add(moment.event().getClass());
        if (state != moment.before()) meant.add(moment.event().getClass());
        used.add(moment.decision().rule());
        met.add(moment.decision().effect().getClass());
        if (moment.decision().effect() instanceof Control.Wait(var awaited, _))
            awaited.forEach(each -> met.add(each.getClass()));
        for (Object slot :
                new Object[] {
                    state.slots().inFlight(),
                    state.slots().gate(),
                    state.slots().recovery(),
                    state.slots().retry(),
                    state.slots().continuation(),
                    state.lifecycle(),
                    state.cursor()
                }) met.add(slot.getClass());
        state.slots().inFlight().running().forEach(effect -> met.add(effect.getClass()));
        state.currentStep().forEach(step -> met.add(step.getClass()));
        state.items()
                .lists()
                .values()
                .forEach(list -> list.forEach(item -> met.add(item.status().getClass())));
        state.ledger().lastFault().forEach(fault -> used.add(fault.kind()));
        if (state.slots().recovery() instanceof Recovery.Halted(var failure))
            used.add(failure.fault().kind());
        if (state.slots().retry() instanceof Retry.Due(var setback)) used.add(setback.kind());
        if (state.slots().continuation() instanceof Continuation.Running(var kind, _))
            used.add(kind);
        if (state.lifecycle() instanceof Lifecycle.Ended(var outcome)) met.add(outcome.getClass());
        if (moment.decision().effect() instanceof RenderPrompt prompt)
            met.add(prompt.brief().mode().getClass());
    }

    @Test
    void every_rule_decides_somewhere() {
        // A driver stops on this rule instead of writing an event under it.
        var never = HashSet.of("the run has ended");
        assertThat(
                        Rules.IN_ORDER
                                .map(Rule::name)
                                .filter(name -> !used.contains(name) && !never.contains(name)))
                .isEmpty();
    }

    @Test
    void every_event_is_produced_and_means_something() {
        // The first event has no state before it. CallGuarded is read by the guard of a real
        // repository and changes no state. Only terminals of tasks are declared done
        // (DeclaredDoneTest), and arbitrary workflows have none.
        var never = HashSet.of("RunStarted", "CallGuarded", "WorkDeclaredDone");
        assertThat(
                        leaves(Event.class)
                                .filter(type -> !met.contains(type))
                                .map(Class::getSimpleName)
                                .removeAll(never))
                .isEmpty();
        assertThat(
                        leaves(Event.class)
                                .filter(type -> !meant.contains(type))
                                .map(Class::getSimpleName)
                                .removeAll(never))
                .isEmpty();
    }

    @Test
    void every_effect_is_decided() {
        // A driver stops instead of writing an event.
        assertThat(leaves(Effect.class).filter(type -> !met.contains(type)))
                .isSubsetOf(Control.Stop.class);
        assertThat(leaves(WaitCondition.class).filter(type -> !met.contains(type))).isEmpty();
        assertThat(leaves(PromptContext.Mode.class).filter(type -> !met.contains(type))).isEmpty();
    }

    @Test
    void every_case_of_every_slot_is_reached() {
        for (Class<?> sum :
                new Class<?>[] {
                    InFlight.class,
                    GateSlot.class,
                    Recovery.class,
                    Retry.class,
                    Continuation.class,
                    Lifecycle.class,
                    Cursor.class,
                    Outcome.class,
                    Item.Status.class
                }) {
            assertThat(leaves(sum).filter(type -> !met.contains(type)))
                    .as(sum.getSimpleName())
                    .isEmpty();
        }
        assertThat(Vector.of(Retry.Kind.values()).filter(kind -> !used.contains(kind))).isEmpty();
        assertThat(Vector.of(Continuation.Kind.values()).filter(kind -> !used.contains(kind)))
                .isEmpty();
    }

    @Test
    void every_kind_of_step_is_worked_on() {
        assertThat(
                        leaves(Step.class)
                                .filter(type -> type != Step.Unlock.class && !met.contains(type)))
                .isEmpty();
    }

    @Test
    void every_kind_of_fault_is_met() {
        // What handlers of the real world report: a merge's conflict, a role nobody plays.
        var never = HashSet.of(Fault.Kind.CONFLICT, Fault.Kind.ROLE_EMPTY);
        assertThat(
                        HashSet.of(Fault.Kind.values())
                                .filter(kind -> !used.contains(kind))
                                .removeAll(never))
                .isEmpty();
    }

    private static Vector<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Vector.<Class<?>>of(type.getPermittedSubclasses())
                        .flatMap(CoverageProperties::leaves)
                        .distinct()
                : Vector.of(type);
    }
}
