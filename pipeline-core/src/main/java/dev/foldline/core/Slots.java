package dev.foldline.core;

import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;

/** Unfinished work apart from the ordinary steps: five slots, each with an idle case. */
public record Slots(
        InFlight inFlight,
        GateSlot gate,
        Recovery recovery,
        Retry retry,
        Continuation continuation) {

    public static final Slots IDLE =
            new Slots(InFlight.IDLE, GateSlot.IDLE, Recovery.IDLE, Retry.IDLE, Continuation.IDLE);

    public Slots withInFlight(InFlight slot) {
        return new Slots(slot, gate, recovery, retry, continuation);
    }

    public Slots withGate(GateSlot slot) {
        return new Slots(inFlight, slot, recovery, retry, continuation);
    }

    public Slots withRecovery(Recovery slot) {
        return new Slots(inFlight, gate, slot, retry, continuation);
    }

    public Slots withRetry(Retry slot) {
        return new Slots(inFlight, gate, recovery, slot, continuation);
    }

    public Slots withContinuation(Continuation slot) {
        return new Slots(inFlight, gate, recovery, retry, slot);
    }
}
