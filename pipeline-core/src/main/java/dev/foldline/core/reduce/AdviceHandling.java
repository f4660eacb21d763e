package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.reduce.Consequence.Label;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Sequence;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.PhaseOf;
import dev.foldline.core.reduce.Destination.TurnOf;
import dev.foldline.core.state.Agents.Chain;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Instruction;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.Advice;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

/**
 * Asks an advisor and follows its advice, or the rules' own choice if it gives none that is valid.
 * Nothing waits for an advisor, and its failures are not failures of the run.
 */
final class AdviceHandling {
    /** The argument with the advisor's own words. */
    private static final String TEXT = "text";

    private AdviceHandling() {}

    /** Returns the rules' own choice in the cursor's phase, if its worker advises. */
    static Option<String> standard(PipelineState state) {
        return FailureHandling.retryPolicy(state)
                .advice()
                .flatMap(
                        part ->
                                part instanceof Advice.Given(var label)
                                        ? Option.of(label)
                                        : Option.none());
    }

    static boolean isAdvised(PipelineState state) {
        return standard(state).isDefined();
    }

    /** Returns what follows a failure of the advisor: the rules' own choice. */
    static Option<Consequence> withoutAdvice(PipelineState state) {
        return standard(state)
                .map(
                        label ->
                                follow(
                                        rested(state)
                                                .withRetry(Retry.IDLE)
                                                .withContinuation(Continuation.IDLE),
                                        Instruction.ofRules(number(state), label)));
    }

    /** At another point the advisor may be asked again. */
    private static PipelineState rested(PipelineState state) {
        return state.phase()
                .flatMap(Phase::worker)
                .map(role -> state.withAgents(state.agents().with(role, Chain.FRESH)))
                .getOrElse(state);
    }

    /** Follows accepted advice. */
    static Consequence followed(PipelineState state, ArtifactAccepted event) {
        return follow(
                state,
                new Instruction(
                        number(state),
                        event.label(),
                        event.submitted().get(TEXT).getOrElse("").strip(),
                        state.ledger().prompt(),
                        Option.of(event.content())));
    }

    /** The advisor's words go to the phase that follows. */
    private static Consequence follow(PipelineState state, Instruction instruction) {
        return new Sequence(
                new Label(
                        state.withLedger(state.ledger().instructed(instruction)),
                        instruction.label()),
                next -> new Stay(withWords(next, instruction.text())));
    }

    private static PipelineState withWords(PipelineState state, String text) {
        return text.isBlank() || state.phase().isEmpty() || RecoveryHandling.isClosing(state)
                ? state
                : state.withFeedback(text, Option.none());
    }

    private static int number(PipelineState state) {
        return 1 + state.ledger().instruction().map(Instruction::number).getOrElse(0);
    }

    /** Returns what follows a failure that would end or halt the run, if an advisor is asked. */
    static Option<Consequence> sought(PipelineState state, Fault fault) {
        return FailureHandling.retryPolicy(state)
                .advice()
                .flatMap(
                        part ->
                                part instanceof Advice.Sought(var phase)
                                        ? Option.of(phase)
                                        : Option.<String>none())
                .flatMap(
                        phase ->
                                state.stage()
                                        .flatMap(stage -> key(stage, phase))
                                        .map(key -> asked(state, key, phase, fault)));
    }

    private static Option<String> key(Stage stage, String id) {
        return stage.phases().find(phase -> phase.id().equals(id)).map(stage::key);
    }

    private static Consequence asked(PipelineState state, String key, String phase, Fault fault) {
        var ledger = state.ledger();
        return new Move(
                state.withRecovery(Recovery.IDLE)
                        .withLedger(
                                ledger.withFeedback(
                                                key,
                                                new Feedback(
                                                        ledger.executions(key),
                                                        fault.message(),
                                                        fault.output()))
                                        .withAskedAbout(fault)),
                new PhaseOf(phase));
    }

    /** Returns why a run halts: the failure about which the advisor was asked, if there is one. */
    static Fault reason(PipelineState state, Route.Halt route) {
        if (!isAdvised(state)) return Fault.of(Fault.Kind.NEEDS_PERSON, route.why());
        var text = state.ledger().instruction().map(Instruction::text).getOrElse("");
        return state.ledger()
                .askedAbout()
                .filter(_ -> isSought(state))
                .map(
                        fault ->
                                text.isBlank()
                                        ? fault
                                        : new Fault(
                                                fault.kind(),
                                                fault.message() + "; the advisor: " + text,
                                                fault.resetsAt(),
                                                fault.output()))
                .getOrElse(
                        () ->
                                Fault.of(
                                        Fault.Kind.NEEDS_PERSON,
                                        route.why() + (text.isBlank() ? "" : ": " + text)));
    }

    /** Returns whether the cursor's phase is asked about failures of another one. */
    private static boolean isSought(PipelineState state) {
        return state.phase().exists(here -> isSought(state, here));
    }

    private static boolean isSought(PipelineState state, Phase advisor) {
        var part = new Advice.Sought(advisor.id());
        return state.stage()
                .toVector()
                .flatMap(Stage::phases)
                .exists(phase -> phase.retryPolicy().advice().contains(part));
    }

    /**
     * Returns what follows if the user retries a run that halted here: the user answers instead of
     * the advisor, so the work continues.
     */
    static Option<Consequence> retried(PipelineState state) {
        return state.phase()
                .filter(_ -> isAdvised(state))
                .flatMap(
                        phase ->
                                phase.steps()
                                        .flatMap(Step::declared)
                                        .find(label -> !(state.route(label) instanceof Route.Halt)))
                .map(label -> requested(state, label));
    }

    /** A rewind that the user requests costs nothing. */
    private static Consequence requested(PipelineState state, String label) {
        return state.route(label) instanceof Route.Back(var stage, _)
                ? new Move(state, new TurnOf(Math.max(0, state.workflow().indexOf(stage)), 0))
                : new Label(state, label);
    }
}
