package dev.foldline.core.effect;

import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Ledger.Candidate;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** An effect that concerns the run itself. */
public sealed interface RunEffect extends LocalEffect {

    /** Record that a phase starts. The driver may take a snapshot. */
    record EnterPhase(EffectKey key) implements RunEffect {}

    /**
     * Open a gate for the current tree without the protected paths.
     *
     * @param merge the prepared merge to approve instead of the tree, if the phase has prepared
     *     one; it lands unchanged, regardless of the working tree
     */
    record OpenGate(
            EffectKey key, Gate gate, Vector<String> protectedPaths, Option<Candidate> merge)
            implements RunEffect {}

    /** Record that a recovery has succeeded: the run has passed the point of failure. */
    record RecordRecovery(EffectKey key, int level, int attempts) implements RunEffect {}

    /**
     * Find out whether an effect was completed by a driver that died. The effect itself is never
     * repeated.
     */
    record Reconcile(long ticket, ExternalEffect effect) implements RunEffect {}
}
