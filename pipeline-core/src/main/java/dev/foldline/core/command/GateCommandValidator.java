package dev.foldline.core.command;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.projection.RunStatus;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Gate.Verdict;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.control.Either;
import io.vavr.control.Option;

/** Validates commands that open or resolve a gate. */
final class GateCommandValidator {
    private GateCommandValidator() {}

    static Either<Rejection, InputEvent> freeze(
            PipelineState state, Command.Freeze command, long n) {
        if (state.lifecycle() instanceof Lifecycle.Ended)
            return CommandValidator.refuse(Code.ENDED, "Cannot freeze: terminated");
        if (state.slots().gate() instanceof GateSlot.Open)
            return CommandValidator.refuse(
                    Code.GATE_ALREADY_ACTIVE, "Cannot freeze: already frozen");
        if (command.reason().isBlank())
            return CommandValidator.refuse(
                    Code.BLANK_FEEDBACK, "A reason is required for freezing");
        return command.gateId().isBlank()
                ? CommandValidator.refuse(
                        Code.GATE_NOT_FOUND, "Cannot freeze: the gate needs a name")
                : Either.right(new InputEvent.Frozen(n, command.gateId(), command.reason()));
    }

    static Either<Rejection, InputEvent> approve(
            PipelineState state, Command.Approve command, long n) {
        return open(state, command.gateId(), command.shown(), Verdict.APPROVED)
                .flatMap(
                        gate ->
                                feedback(gate, command.feedback())
                                        .map(text -> approved(gate, command, text, n)));
    }

    private static InputEvent approved(
            Gate gate, Command.Approve command, String feedback, long n) {
        return new InputEvent.GateApproved(
                n,
                gate.id(),
                gate.instance(),
                gate.revision(),
                feedback,
                command.shown().revision().isDefined());
    }

    /** A question is answered; without an answer, the agent's suggestion counts. */
    private static Either<Rejection, String> feedback(Gate gate, String said) {
        if (gate.question().isEmpty()) return Either.right(said);
        var question = gate.question().get();
        if (!said.isBlank()) return Either.right(question.answer(said));
        return question.recommendation()
                .toEither(
                        new Rejection(
                                Code.BLANK_FEEDBACK,
                                "The question needs an answer: the agent recommends none"));
    }

    static Either<Rejection, InputEvent> reject(
            PipelineState state, Command.Reject command, long n) {
        return open(state, command.gateId(), command.shown(), Verdict.REJECTED)
                .flatMap(
                        gate ->
                                command.feedback().isBlank()
                                        ? CommandValidator.refuse(
                                                Code.BLANK_FEEDBACK,
                                                "Feedback is required for rejection")
                                        : Either.right(
                                                new InputEvent.GateRejected(
                                                        n,
                                                        gate.id(),
                                                        gate.instance(),
                                                        gate.revision(),
                                                        gate.question()
                                                                .map(
                                                                        asked ->
                                                                                asked.answer(
                                                                                        command
                                                                                                .feedback()))
                                                                .getOrElse(command.feedback()),
                                                        command.shown().revision().isDefined())));
    }

    /**
     * Returns the gate that a resolution refers to, if it is open and still shows what the caller
     * saw.
     */
    static Either<Rejection, Gate> open(
            PipelineState state, String gateId, Shown shown, Verdict verdict) {
        if (state.lifecycle() instanceof Lifecycle.Ended)
            return CommandValidator.refuse(
                    Code.ENDED, noGate(state, verdict, "Cannot resume: terminated"));
        return switch (state.slots().gate()) {
            case GateSlot.Idle _ ->
                    answered(state, gateId, shown)
                            .<Either<Rejection, Gate>>map(GateCommandValidator::resolvedAlready)
                            .getOrElse(
                                    () ->
                                            CommandValidator.refuse(
                                                    Code.INVALID_STATE_TRANSITION,
                                                    noGate(
                                                            state,
                                                            verdict,
                                                            "Cannot resume: not frozen")));
            case GateSlot.Open(var gate) when resolved(state, gate, gateId, shown).isDefined() ->
                    resolvedAlready(resolved(state, gate, gateId, shown).get());
            case GateSlot.Open(var gate) when !gate.id().equals(gateId) ->
                    CommandValidator.refuse(Code.GATE_NOT_FOUND, "Unknown gate: " + gateId);
            case GateSlot.Open(var gate) when moved(gate, shown) -> movedOn(gate, shown);
            case GateSlot.Open(var gate) -> Either.right(gate);
        };
    }

    private static Either<Rejection, Gate> resolvedAlready(Gate.Resolved resolved) {
        return CommandValidator.refuse(Code.GATE_ALREADY_RESOLVED, resolved.refusal());
    }

    /** Returns the answer to a question that no longer waits for one. */
    private static Option<Gate.Resolved> answered(PipelineState state, String gateId, Shown shown) {
        return state.ledger()
                .resolutions()
                .findLast(
                        each ->
                                each.answer().isDefined()
                                        && each.id().equals(gateId)
                                        && shown.instance().forAll(each.instance()::equals));
    }

    /** Rejects a command about something that the gate no longer shows. */
    static <T> Either<Rejection, T> movedOn(Gate gate, Shown shown) {
        return CommandValidator.refuse(
                Code.GATE_MOVED,
                "Gate "
                        + gate.id()
                        + " now shows revision "
                        + gate.revision()
                        + gate.tree()
                                .filter(_ -> shown.tree().isDefined())
                                .map(tree -> ", tree " + tree)
                                .getOrElse("")
                        + "; review it again");
    }

    /** Workflows with approvals name the run's status in the message; all others name the gate. */
    private static String noGate(PipelineState state, Verdict verdict, String otherwise) {
        return switch (BuiltinWorkflows.speech(state.workflow())) {
            case APPROVALS ->
                    verdict == Verdict.APPROVED
                            ? RunStatus.of(state).notApprovable()
                            : RunStatus.of(state).notRejectable();
            case HOLDS, TASKS -> otherwise;
        };
    }

    /**
     * Returns the resolution of an earlier opening, if the caller refers to it by instance, or by
     * an id that is not open now.
     */
    private static Option<Gate.Resolved> resolved(
            PipelineState state, Gate open, String gateId, Shown shown) {
        return state.ledger()
                .resolutions()
                .findLast(
                        each ->
                                each.id().equals(gateId)
                                        && (shown.instance().contains(each.instance())
                                                || shown.instance().isEmpty()
                                                        && !open.id().equals(gateId)));
    }

    static boolean moved(Gate gate, Shown shown) {
        return shown.instance().exists(instance -> !instance.equals(gate.instance()))
                || shown.revision().exists(revision -> revision != gate.revision())
                || shown.tree().exists(tree -> !gate.tree().contains(tree));
    }
}
