package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.CrashedWalk;
import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.RunEffect.Reconcile;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Setback;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.state.Usage.Repeats;
import dev.foldline.core.state.Usage.Tally;
import dev.foldline.testkit.crash.AllowedDifference;
import dev.foldline.testkit.crash.CrashPoints;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Law 9: a crash anywhere changes nothing that can be seen. */
class CrashProperties {

    @Property
    void a_run_that_crashed_ends_as_one_that_did_not(
            @ForAll(supplier = Walks.ComparableCrashes.class) Walk walk) {
        law("a crash changes nothing")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var calm = walk.undisturbed().simulation().run();
                            if (!areComparable(run, calm, walk)) return;
                            var here = comparable(run.state());
                            var there = comparable(calm.state());
                            if (!here.equals(there))
                                throw new FailedLaw(run.moments().size(), difference(here, there));
                        });
    }

    @Property
    void effects_visible_in_the_repository_happen_exactly_once(
            @ForAll(supplier = Walks.ComparableCrashes.class) Walk walk) {
        law("observable deeds happen exactly once")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var calm = walk.undisturbed().simulation().run();
                            if (!areComparable(run, calm, walk)) return;
                            var here =
                                    run.commits().stream()
                                            .map(made -> made.tree() + " " + made.subject())
                                            .toList();
                            var there =
                                    calm.commits().stream()
                                            .map(made -> made.tree() + " " + made.subject())
                                            .toList();
                            if (!here.equals(there))
                                throw new FailedLaw(
                                        run.moments().size(),
                                        "commits " + here + "\n  instead of " + there);
                            if (run.repository().saved().size() != calm.repository().saved().size())
                                throw new FailedLaw(
                                        run.moments().size(), "saved another number of times");
                        });
    }

    @Property
    void no_effect_leaves_two_traces_in_the_repository(
            @ForAll(supplier = Walks.RunsWithCrashes.class) Walk walk) {
        law("no ticket is carried out twice")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var tickets = new HashSet<Long>();
                            for (var made : run.commits()) {
                                if (!tickets.add(made.ticket()))
                                    throw new FailedLaw(
                                            run.moments().size(),
                                            "two commits with ticket " + made.ticket());
                            }
                            for (var kept : run.repository().saved()) {
                                if (!tickets.add(kept.ticket()))
                                    throw new FailedLaw(
                                            run.moments().size(),
                                            "saved twice with ticket " + kept.ticket());
                            }
                            for (var event : run.events()) {
                                if (event instanceof ChildSpawned(var ticket, _, _)
                                        && !tickets.add(ticket))
                                    throw new FailedLaw(
                                            run.moments().size(),
                                            "two children with ticket " + ticket);
                            }
                        });
    }

    @Property
    void an_agent_is_started_again_at_most_once_a_crash_and_charged(
            @ForAll(supplier = Walks.ComparableCrashes.class) Walk walk) {
        law("a restart is charged")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var calm = walk.undisturbed().simulation().run();
                            if (!areComparable(run, calm, walk)) return;
                            int more =
                                    run.effectCount(InvokeAgent.class)
                                            - calm.effectCount(InvokeAgent.class);
                            int charged =
                                    run.state().usage().rewinds() - calm.state().usage().rewinds();
                            if (more < 0 || more > run.crashes())
                                throw new FailedLaw(
                                        run.moments().size(),
                                        more + " more calls after " + run.crashes() + " crashes");
                            int checks =
                                    run.effectCount(RunCheck.class)
                                            - calm.effectCount(RunCheck.class);
                            if (checks < 0 || more + checks > run.crashes())
                                throw new FailedLaw(
                                        run.moments().size(),
                                        checks
                                                + " more checks after "
                                                + run.crashes()
                                                + " crashes");
                            if (charged > more + checks)
                                throw new FailedLaw(
                                        run.moments().size(),
                                        charged
                                                + " charged for "
                                                + more
                                                + " calls and "
                                                + checks
                                                + " checks");
                            if (charged < 0 || charged > run.crashes())
                                throw new FailedLaw(
                                        run.moments().size(),
                                        charged + " charged after " + run.crashes() + " crashes");
                        });
    }

    @Property
    void lost_effects_are_charged_and_visible_effects_are_never_lost(
            @ForAll(supplier = Walks.RunsWithCrashes.class) Walk walk) {
        law("what a crash loses is charged")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (!(moment.decision().effect()
                                            instanceof Reconcile(var ticket, var effect))
                                    || !moment.before().awaits(ticket)
                                    || moment.after().awaits(ticket) && !moment.after().isFree())
                                return;
                            int charged =
                                    moment.after().usage().rewinds()
                                            - moment.before().usage().rewinds();
                            boolean lost =
                                    moment.after()
                                                    .ledger()
                                                    .lastFault()
                                                    .exists(
                                                            fault ->
                                                                    fault.kind() == Fault.Kind.LOST)
                                            && !moment.after()
                                                    .ledger()
                                                    .lastFault()
                                                    .equals(moment.before().ledger().lastFault());
                            require(
                                    !lost
                                            || effect instanceof InvokeAgent
                                            || effect instanceof RunCheck,
                                    moment,
                                    "nobody saw whether this was done: " + effect);
                            require(
                                    !lost || charged == 1 || isOver(moment.after()),
                                    moment,
                                    "a restart for nothing");
                            require(
                                    !(moment.event() instanceof RunEvent.NotDone) || charged == 0,
                                    moment,
                                    "what never began was charged");
                        });
    }

    /** Whether nothing is started again, since the run ends or halts. */
    private static boolean isOver(PipelineState state) {
        return switch (state.slots().recovery()) {
            case Recovery.Ending _, Recovery.Halting _, Recovery.Halted _ -> true;
            case Recovery.Idle _,
                    Recovery.FixDue _,
                    Recovery.FixPrompted _,
                    Recovery.CleanDue _,
                    Recovery.Watching _,
                    Recovery.Passed _ ->
                    false;
        };
    }

    @Property
    void unknown_effects_are_reconciled_before_anything_is_done_after_a_crash(
            @ForAll(supplier = Walks.RunsWithCrashes.class) Walk walk) {
        law("after a crash somebody looks first")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (!(moment.after().slots().inFlight()
                                    instanceof InFlight.Unknown(var ticket, var effect))) return;
                            var decision = Pipeline.decide(moment.after());
                            require(
                                    decision.priority() == Priority.IN_FLIGHT
                                            && decision.effect()
                                                    .equals(new Reconcile(ticket, effect)),
                                    moment,
                                    "it decides " + decision);
                        });
    }

    @Property
    void a_reconciliation_that_finds_nothing_undoes_the_start_exactly(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a start is undone exactly")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (!(moment.event() instanceof RunEvent.EffectStarted(var ticket, _))
                                    || moment.after() == moment.before()) return;
                            var epoch = moment.after().header().epoch() + 1;
                            var restarted =
                                    Pipeline.reduce(
                                            moment.after(),
                                            new RunEvent.DriverStarted(
                                                    epoch, moment.after().header().now()));
                            var undone = Pipeline.reduce(restarted, new RunEvent.NotDone(ticket));
                            // The next driver asks the forge again before it merges.
                            var before =
                                    moment.before()
                                            .withLedger(moment.before().ledger().askingForge());
                            require(
                                    undone.withHeader(undone.header().withEpoch(0))
                                            .equals(
                                                    before.withHeader(
                                                            before.header().withEpoch(0))),
                                    moment,
                                    "it left a trace");
                        });
    }

    @Property
    void a_lost_effect_loses_no_mode(@ForAll(supplier = Walks.RunsWithCrashes.class) Walk walk) {
        law("a lost deed loses no mode")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var slots = moment.before().slots();
                            boolean lost =
                                    moment.after().usage().rewinds()
                                                    > moment.before().usage().rewinds()
                                            && moment.after()
                                                    .ledger()
                                                    .lastFault()
                                                    .exists(
                                                            fault ->
                                                                    fault.kind() == Fault.Kind.LOST)
                                            && moment.after()
                                                    .slots()
                                                    .recovery()
                                                    .equals(slots.recovery());
                            if (!lost || !(slots.retry() instanceof Retry.Running(var setback)))
                                return;
                            require(
                                    moment.after().slots().retry().equals(new Retry.Due(setback)),
                                    moment,
                                    setback + " became " + moment.after().slots().retry());
                            require(
                                    moment.after()
                                            .slots()
                                            .continuation()
                                            .equals(slots.continuation()),
                                    moment,
                                    "the continuation was lost");
                        });
    }

    @Property
    void every_start_has_one_answer_at_most(
            @ForAll(supplier = Walks.RunsWithCrashes.class) Walk walk) {
        law("every start has one answer")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            Option<ExternalEffect> open = Option.none();
                            for (var moment : run.moments()) {
                                boolean starts = moment.event() instanceof RunEvent.EffectStarted;
                                require(
                                        !starts || open.isEmpty(),
                                        moment,
                                        "started while something is under way");
                                open = moment.after().slots().inFlight().running();
                            }
                        });
    }

    private static boolean areComparable(SimulationResult run, SimulationResult calm, Walk walk) {
        return !isExcused(calm)
                && !isExcused(run)
                && !CrashPoints.difference(calm, run)
                        .equals(Optional.of(AllowedDifference.CONVERSATION_LOST))
                && heardTheSame(run, calm, walk);
    }

    /**
     * A stop may find a deed done or not done, which no log can undo; where a cap was met, a
     * restart counts; a driver that finds the run waiting asks those again who were not signed in;
     * and one that could merge a pull request asks the forge again.
     */
    private static boolean isExcused(SimulationResult run) {
        return run.moments().stream().anyMatch(CrashProperties::admits)
                || isCapMet(run.state())
                || isLeftHeld(run.state())
                || run.moments().stream()
                        .map(SimulationStep::event)
                        .anyMatch(
                                event ->
                                        event instanceof RunEvent.EffectCancelled
                                                || event instanceof InputEvent.Aborted
                                                || event instanceof InputEvent.GateRejected e
                                                        && e.instance().startsWith("freeze-"));
    }

    /** The next driver calls agents again that were barred, or silent. */
    private static boolean admits(SimulationStep moment) {
        return moment.event() instanceof RunEvent.DriverStarted
                && (!moment.before().agents().barred().equals(moment.after().agents().barred())
                        || !moment.before()
                                .agents()
                                .silent()
                                .equals(moment.after().agents().silent())
                        || !moment.before().ledger().equals(moment.after().ledger()));
    }

    /** Nobody came back to a run that was stopped in the middle. */
    private static boolean isLeftHeld(PipelineState state) {
        return state.lifecycle() instanceof Lifecycle.Paused
                || state.slots().gate() instanceof GateSlot.Open(var gate)
                        && gate.origin() == Gate.Origin.FREEZE;
    }

    private static boolean isCapMet(PipelineState state) {
        return state.usage().rewinds() - state.usage().rewindsAtReset()
                >= state.policy().limits().rewindsMax();
    }

    /**
     * Commands in flight may meet the run elsewhere after a crash; the law is about the same inputs
     * in the same order.
     */
    private static boolean heardTheSame(SimulationResult run, SimulationResult calm, Walk walk) {
        boolean same = inputs(run).equals(inputs(calm));
        if (!same && CrashedWalk.isQuiet(walk))
            throw new FailedLaw(
                    run.moments().size(),
                    "it heard " + inputs(run) + "\n  instead of " + inputs(calm));
        return same;
    }

    private static List<String> inputs(SimulationResult run) {
        return run.events().stream()
                .filter(InputEvent.class::isInstance)
                .map(CrashProperties::named)
                .toList();
    }

    private static String named(Event event) {
        return event instanceof InputEvent.ChildEnded e
                ? "child of " + e.item() + " " + e.report().status()
                : event.getClass().getSimpleName();
    }

    /**
     * The state without what a crash may change: spend, numbers, tickets, times and what was lost
     * in between.
     */
    private static PipelineState comparable(PipelineState state) {
        var tally = state.usage().tally();
        var spent =
                state.usage()
                        .withTally(
                                new Tally(
                                        1,
                                        tally.outputs(),
                                        tally.sameAgent(),
                                        tally.continuations()))
                        .withRewinds(0)
                        .withRewindsAtReset(0)
                        .withMeter(Meter.ZERO)
                        .withByPhase(LinkedHashMap.empty())
                        .withRepeats(Repeats.NONE);
        var seen =
                state.withHeader(state.header().withTicket(0).withEpoch(0).withNow(Instant.EPOCH))
                        .withUsage(spent)
                        .withLedger(state.ledger().withLastFault(Option.none()))
                        .withAgents(state.agents().restingAt(Instant.EPOCH))
                        .withItems(state.items().unnumbered());
        return state.slots().retry() instanceof Retry.Running(var setback)
                ? seen.withRetry(unnumbered(setback))
                : seen;
    }

    /**
     * A restart is history; and the place among other agents is numbered by tries, which a restart
     * is one of.
     */
    private static Retry unnumbered(Setback setback) {
        return switch (setback.kind()) {
            case RESTART -> Retry.IDLE;
            case OTHER_AGENT -> new Retry.Running(new Setback(setback.kind(), 0, setback.fault()));
            case SAME_AGENT, NEXT_AGENT, OUTPUT, INSTRUCT_AGAIN -> new Retry.Running(setback);
        };
    }

    private static String difference(PipelineState here, PipelineState there) {
        if (!here.cursor().equals(there.cursor()))
            return "it stands at " + here.cursor() + " instead of " + there.cursor();
        if (!here.slots().equals(there.slots()))
            return here.slots() + "\n  instead of " + there.slots();
        if (!here.lifecycle().equals(there.lifecycle()))
            return here.lifecycle() + " instead of " + there.lifecycle();
        if (!here.ledger().equals(there.ledger()))
            return here.ledger() + "\n  instead of " + there.ledger();
        if (!here.agents().equals(there.agents()))
            return here.agents() + "\n  instead of " + there.agents();
        if (!here.usage().equals(there.usage()))
            return here.usage() + "\n  instead of " + there.usage();
        return here.items()
                + "\n  instead of "
                + there.items()
                + " or "
                + here.header().lastInput()
                + " for "
                + there.header().lastInput();
    }
}
