package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.RunEffect.OpenGate;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.GateSlot;

import io.vavr.control.Option;

/** An approval in advance is for one opening of one gate. */
public final class GateLaws {
    private GateLaws() {}

    public static void check(PipelineState state) {
        if (!(Pipeline.determineNextEffect(state) instanceof OpenGate open)) return;
        if (open.gate().question().isDefined()) return;
        var id = open.gate().id();
        var passed = opened(state, open, Option.of(id));
        require(
                passed.slots().gate() instanceof GateSlot.Idle
                        && !passed.cursor().equals(state.cursor()),
                "a gate that was approved in advance opens");
        require(
                !passed.ledger().isApprovedBeforehand(id),
                "an approval in advance counts for a later opening");
        var other = opened(state, open, Option.of("another " + id));
        require(
                other.slots().gate().equals(new GateSlot.Open(open.gate())),
                "an approval in advance passes another gate");
        require(
                other.ledger().isApprovedBeforehand("another " + id),
                "an approval in advance is used by another gate");
    }

    private static PipelineState opened(
            PipelineState state, OpenGate open, Option<String> approved) {
        return Pipeline.reduce(
                state.withLedger(state.ledger().approvedBeforehand(approved)),
                new GateOpened(state.header().ticket(), open.gate()));
    }
}
