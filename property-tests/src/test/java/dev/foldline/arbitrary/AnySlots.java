package dev.foldline.arbitrary;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.RunEffect;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.reduce.Derivations;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage.Limit;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Step;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Slots, rests, budgets and holds for {@link ConstructedStates}, as a run may have them. */
public final class AnySlots {
    private AnySlots() {}

    /** Returns a state at any step in which anything may be due, in progress or held. */
    public static PipelineState of(SeededRandom luck) {
        var ordinary = ConstructedStates.ordinary(luck);
        var rested = settled(budgeted(withRest(ordinary, luck.fork("rests")), luck));
        var due =
                luck.fork("arrived").chance(10)
                        ? arrived(rested, luck.fork("arrived").below(3))
                        : settled(due(rested, luck.fork("due")));
        var started = luck.fork("start").chance(60) ? started(due) : due;
        return held(started, luck.fork("held"));
    }

    /** Before a phase, no retry, no continuation and no label of its steps is left. */
    private static PipelineState arrived(PipelineState state, int place) {
        var start = place == 0 ? ConstructedStates.NO_STEPS : state.at().at(0);
        var findings = state.ledger().findings();
        return state.withCursor(new Cursor.Arrived(start))
                .withLedger(
                        state.ledger()
                                .withFindings(
                                        new Findings(
                                                findings.checks(),
                                                findings.labels()
                                                        .filterValues(
                                                                said -> start.isAfter(said.at())),
                                                findings.rejection(),
                                                findings.outputs(),
                                                findings.series(),
                                                findings.judgements(),
                                                findings.change())))
                .withRetry(Retry.IDLE)
                .withContinuation(Continuation.IDLE);
    }

    /** Returns the state to which each event would lead it. */
    private static PipelineState settled(PipelineState state) {
        return Derivations.settle(state.withSlots(state.slots()), state);
    }

    /** Returns the state once its next effect has started, or its gate is open. */
    public static PipelineState started(PipelineState state) {
        long ticket = state.header().ticket();
        return switch (Pipeline.determineNextEffect(state)) {
            case ExternalEffect effect ->
                    Pipeline.reduce(state, new RunEvent.EffectStarted(ticket, effect));
            case RunEffect.OpenGate open ->
                    Pipeline.reduce(state, new RunEvent.GateOpened(ticket, open.gate()));
            case Effect _ -> state;
        };
    }

    private static PipelineState withRest(PipelineState state, SeededRandom luck) {
        var agents =
                Vector.of("ada", "bob", "cyd")
                        .filter(agent -> luck.fork(agent).chance(25))
                        .foldLeft(
                                state.agents(),
                                (all, agent) ->
                                        all.rests(
                                                agent,
                                                new Agents.Rest(
                                                        ConstructedStates.NOW.plusSeconds(
                                                                luck.between(1, 9)),
                                                        1,
                                                        Fault.of(
                                                                Fault.Kind.RATE_LIMIT,
                                                                "limited"))));
        var barred =
                luck.chance(15) ? agents.bars("cyd", Fault.of(Fault.Kind.CREDIT, "paid")) : agents;
        var rested = state.withAgents(silenced(barred, luck.fork("silence")));
        return callsAResting(rested) ? state : rested;
    }

    private static Agents silenced(Agents agents, SeededRandom luck) {
        var silence = Fault.of(Fault.Kind.NO_OUTPUT, "no output");
        return luck.chance(30) ? agents.silent(luck.pick("ada", "bob", "cyd"), silence) : agents;
    }

    /** A prompt is written only for an agent that does not rest, so its call follows at once. */
    private static boolean callsAResting(PipelineState state) {
        return state.currentStep().getOrNull() instanceof Step.Agent(var role)
                && state.allRest(role).isDefined();
    }

    private static PipelineState budgeted(PipelineState state, SeededRandom luck) {
        var own = luck.fork("budget");
        if (own.chance(60)) return state;
        long spent = own.between(0, 3);
        var usage = state.usage().withBudget(budget(own.pick(Limit.values()), own.between(1, 3)));
        return state.withUsage(
                usage.charged(
                        "work",
                        new Meter((int) spent, spent, Meter.ZERO.tokens(), Meter.ZERO.microUsd())));
    }

    private static Budget budget(Limit limit, long max) {
        return switch (limit) {
            case AGENT_CALLS -> Budget.UNLIMITED.withAgentCallsMax(Option.of(max));
            case WALL -> Budget.UNLIMITED.withWallMillisMax(Option.of(max));
            case USD -> Budget.UNLIMITED.withMicroUsdMax(Option.of(max));
            case TOKENS -> Budget.UNLIMITED.withTokensMax(Option.of(max));
        };
    }

    /** What is due replaces a retry or a continuation that is in progress. */
    private static PipelineState due(PipelineState state, SeededRandom luck) {
        if (state.cursor() instanceof Cursor.Arrived) return state;
        var fault = Fault.of(Fault.Kind.AGENT_FAILED, "it failed");
        var setback = new Retry.Setback(luck.pick(Retry.Kind.values()), 1, fault);
        int attempts = state.policy().recovery().attemptsMax();
        var failure = new Failure(state.at(), fault, luck.between(1, Math.max(1, attempts)));
        return switch (attempts == 0 ? luck.pick(0, 1, 2, 3, 7, 8, 9) : luck.below(14)) {
            case 0 -> state.withRetry(new Retry.Due(setback));
            case 1 -> waiting(state, fault, luck);
            case 2 ->
                    state.withRetry(Retry.IDLE)
                            .withContinuation(new Continuation.MoreDue(luck.between(1, 2)));
            case 3 ->
                    state.withRetry(Retry.IDLE)
                            .withContinuation(new Continuation.RedoDue(luck.between(1, 2)));
            case 4 -> fixing(state, new Recovery.FixDue(failure));
            case 5 -> fixing(state, new Recovery.FixPrompted(failure, "prompt"));
            case 6 -> state.withRecovery(new Recovery.CleanDue(failure));
            case 7 -> state.withRecovery(new Recovery.Halting(failure));
            case 8 -> state.withRecovery(new Recovery.Halted(failure));
            case 9 ->
                    state.withRecovery(
                            new Recovery.Ending(
                                    luck.pick(
                                            new Outcome.Failed(fault), new Outcome.Aborted("a"))));
            default -> state;
        };
    }

    /** A run waits for the next cycle of its agents, or until the limit of the first one ends. */
    private static PipelineState waiting(PipelineState state, Fault fault, SeededRandom luck) {
        if (state.roleAhead().isEmpty()) return state;
        var until = ConstructedStates.NOW.plusSeconds(luck.between(1, 9));
        var rest = state.roleAhead().flatMap(state::allRest);
        return state.withRetry(
                rest.map(
                                each ->
                                        new Retry.Waiting(
                                                new Retry.Setback(
                                                        Retry.Kind.OTHER_AGENT, 1, each.why()),
                                                each.until()))
                        .getOrElse(
                                () ->
                                        new Retry.Waiting(
                                                new Retry.Setback(Retry.Kind.NEXT_AGENT, 1, fault),
                                                until)));
    }

    private static PipelineState fixing(PipelineState state, Recovery slot) {
        return state.policy().recovery().fixer().isDefined()
                ? state.withRetry(Retry.IDLE).withRecovery(slot)
                : state;
    }

    private static PipelineState held(PipelineState state, SeededRandom luck) {
        return switch (luck.below(9)) {
            case 0 -> state.withLifecycle(new Lifecycle.Paused(Lifecycle.Urgency.NOW));
            case 1 -> state.withLifecycle(new Lifecycle.Paused(Lifecycle.Urgency.WHEN_DONE));
            case 2 -> state.withGate(frozen());
            case 3 ->
                    state.withGate(frozen())
                            .withLifecycle(new Lifecycle.Paused(Lifecycle.Urgency.NOW));
            case 4 -> state.withRecovery(new Recovery.Ending(new Outcome.Aborted("enough")));
            default -> state;
        };
    }

    private static GateSlot frozen() {
        return new GateSlot.Open(
                new Gate(
                        "look",
                        "freeze-1",
                        1,
                        Option.none(),
                        "look",
                        OnReject.TERMINATE,
                        Gate.Origin.FREEZE,
                        Option.none()));
    }
}
