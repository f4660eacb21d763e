package dev.foldline.core.command;

import static dev.foldline.core.command.CommandValidator.refuse;

import dev.foldline.core.GateArtifacts;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Replacement;

import io.vavr.control.Either;

/** Validates the replacement of an artifact at an open gate. */
final class ReplacementValidator {
    private ReplacementValidator() {}

    static Either<Rejection, InputEvent> replace(
            PipelineState state, Command.ReplaceArtifact command, long n) {
        if (state.lifecycle() instanceof Lifecycle.Ended)
            return refuse(Code.ENDED, "Cannot replace an artifact: terminated");
        if (!(state.slots().gate() instanceof GateSlot.Open(var gate)))
            return refuse(
                    Code.INVALID_STATE_TRANSITION, "Cannot replace an artifact: no gate is open");
        if (!gate.id().equals(command.gateId()))
            return refuse(Code.GATE_NOT_FOUND, "Unknown gate: " + command.gateId());
        if (GateCommandValidator.moved(gate, command.shown()))
            return GateCommandValidator.movedOn(gate, command.shown());
        return replaces(state, gate, command.replacement())
                .map(
                        replacement ->
                                new InputEvent.ArtifactReplaced(
                                        n,
                                        gate.id(),
                                        gate.instance(),
                                        gate.revision(),
                                        replacement));
    }

    private static Either<Rejection, Replacement> replaces(
            PipelineState state, Gate gate, Replacement replacement) {
        var artifacts = GateArtifacts.of(state);
        var name = replacement.artifact();
        var step = artifacts.step(name);
        if (step.isEmpty())
            return refuse(
                    Code.NOT_EXPECTED,
                    "The gate "
                            + gate.id()
                            + " shows no artifact "
                            + name
                            + " that can be replaced"
                            + (artifacts.names().isEmpty()
                                    ? ""
                                    : "; it has " + artifacts.names().mkString(", ")));
        if (state.ledger().artifacts().get(name).contains(replacement.content()))
            return refuse(
                    Code.ALREADY_PROCESSED, "The artifact " + name + " has this content already");
        var choices = state.choices(step.get());
        return choices.isEmpty() || choices.containsAll(replacement.items().map(Item::id))
                ? Either.right(replacement)
                : refuse(
                        Code.NOT_EXPECTED,
                        "The artifact " + name + " may name only " + choices.mkString(", "));
    }
}
