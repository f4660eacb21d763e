package dev.foldline.core.effect;

import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Ledger.Candidate;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Work on the run itself. */
public sealed interface RunEffect extends Inline {

    /** Note that a phase begins; a snapshot may be taken. */
    record EnterPhase(Place place) implements RunEffect {}

    /**
     * Ask a person about the tree as it is now, the kept paths left out.
     *
     * @param merge the merge that is asked about instead, if the phase has prepared one: it lands as it is, whatever lies in the
     *     working tree
     */
    record OpenGate(Place place, Gate gate, Vector<String> kept, Option<Candidate> merge) implements RunEffect {}

    /** Note that a recovery has succeeded: what failed has been passed. */
    record RecordRecovery(Place place, int level, int attempts) implements RunEffect {}

    /** Look whether a deed was done by a driver that died; never do it. */
    record Reconcile(long ticket, Deed deed) implements RunEffect {}
}
