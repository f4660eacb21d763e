package dev.foldline.law.space;

import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Phase;

import io.vavr.control.Option;

import java.util.function.Supplier;

/** A state, what it decides, an event that may follow, and the state after the event. */
public record Transition(
        PipelineState before, Decision decision, Event event, PipelineState after) {

    public static Transition of(PipelineState before, Event event, PipelineState after) {
        return new Transition(before, Pipeline.decide(before), event, after);
    }

    /** Returns whether an effect was answered. */
    boolean isOutcome() {
        return after.header().ticket() > before.header().ticket();
    }

    boolean isInput() {
        return event instanceof InputEvent;
    }

    /** Returns the effect that the event answers, if it is external. */
    Option<ExternalEffect> answered() {
        return before.slots().inFlight().running().filter(_ -> isOutcome());
    }

    /** Returns the call that the event answers. */
    Option<InvokeAgent> call() {
        return answered().filter(InvokeAgent.class::isInstance).map(InvokeAgent.class::cast);
    }

    /** Returns the fault of a call or an effect, as it was reported. */
    Option<Fault> reported() {
        if (!isOutcome()) return Option.none();
        if (event instanceof AgentEvent.AgentFailed failed) return Option.of(failed.fault());
        return event instanceof RunEvent.EffectFailed failed
                ? Option.of(failed.fault())
                : Option.none();
    }

    boolean rewinds() {
        return after.usage().rewinds() > before.usage().rewinds();
    }

    /** Returns whether a call ended with a question, or made no progress again. */
    boolean asks() {
        return event instanceof AgentEvent.AgentFinished finished
                && (finished.questions().nonEmpty()
                        || finished.lastWords().isDefined() && isNow(Fault.Kind.NO_PROGRESS));
    }

    /** Returns whether the same effect ended as often in a row as the limit allows. */
    boolean isRepeated() {
        return answered()
                .exists(
                        effect ->
                                before.usage().repeats().and(effect.fingerprint()).count()
                                        >= before.policy().limits().identicalMax());
    }

    /** Returns whether the fault of a repeated effect or the end of a limit decided. */
    boolean isExhausted() {
        return isNow(Fault.Kind.STUCK) || isSpent() || isOverBudget();
    }

    boolean isSpent() {
        return closesFor(Fault.Kind.SPENT);
    }

    /** Returns whether the run ends because its budget lacks the next call. */
    boolean isOverBudget() {
        return closesFor(Fault.Kind.BUDGET_SPENT);
    }

    private boolean closesFor(Fault.Kind kind) {
        return switch (after.slots().recovery()) {
            case Recovery.Halting(var failure) -> failure.fault().kind() == kind;
            case Recovery.Ending(Outcome.Failed(var fault)) -> fault.kind() == kind;
            default -> false;
        };
    }

    private boolean isNow(Fault.Kind kind) {
        return after.ledger().lastFault().exists(fault -> fault.kind() == kind);
    }

    /** Returns whether neither a fixer works nor the run ends or halts. */
    boolean isOrdinary() {
        return isOrdinary(before);
    }

    static boolean isOrdinary(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.Idle
                || state.slots().recovery() instanceof Recovery.Watching;
    }

    /** Returns whether the event started a recovery or a further attempt of one. */
    boolean startsRecovery() {
        return attempt(after.slots().recovery()) > attempt(before.slots().recovery())
                && isDue(after.slots().recovery());
    }

    private static boolean isDue(Recovery slot) {
        return slot instanceof Recovery.FixDue || slot instanceof Recovery.CleanDue;
    }

    static int attempt(Recovery slot) {
        return failure(slot).map(Recovery.Failure::attempts).getOrElse(0);
    }

    static Option<Recovery.Failure> failure(Recovery slot) {
        return switch (slot) {
            case Recovery.FixDue(var failure) -> Option.of(failure);
            case Recovery.FixPrompted(var failure, _) -> Option.of(failure);
            case Recovery.CleanDue(var failure) -> Option.of(failure);
            case Recovery.Watching(var failure) -> Option.of(failure);
            case Recovery.Passed _,
                    Recovery.Idle _,
                    Recovery.Halting _,
                    Recovery.Halted _,
                    Recovery.Ending _ ->
                    Option.none();
        };
    }

    /** Returns the role whose work is at fault: the last one called before the step or in it. */
    Option<String> role() {
        return before.phase()
                .flatMap(
                        phase ->
                                phase.steps()
                                        .take(before.at().step() + 1)
                                        .flatMap(PhaseText::role)
                                        .lastOption());
    }

    Option<Phase> phase() {
        return before.phase();
    }

    static void require(boolean holds, String law) {
        if (!holds) throw new AssertionError(law);
    }

    /** For what is asked so often that its words would take longer than its answer. */
    static void require(boolean holds, Supplier<String> law) {
        if (!holds) throw new AssertionError(law.get());
    }
}
