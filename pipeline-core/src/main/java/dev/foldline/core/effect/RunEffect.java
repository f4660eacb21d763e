package dev.foldline.core.effect;

import dev.foldline.core.state.Gate;

/** Work on the run itself. */
public sealed interface RunEffect extends Inline {

    /** Note that a phase begins; a snapshot may be taken. */
    record EnterPhase(Place place) implements RunEffect {}

    /** Ask a person. */
    record OpenGate(Place place, Gate gate) implements RunEffect {}

    /** Note that a recovery has succeeded: what failed has been passed. */
    record RecordRecovery(Place place, int level, int attempts) implements RunEffect {}

    /** Look whether a deed was done by a driver that died; never do it. */
    record Reconcile(long ticket, Deed deed) implements RunEffect {}
}
