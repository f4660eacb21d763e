package dev.foldline.core.state;

import dev.foldline.core.workflow.GateSpec.OnReject;

import io.vavr.control.Option;

/**
 * A request for the user's approval.
 *
 * @param id the phase, or the name given by {@code freeze}
 * @param instance identifies this opening, unique within the run
 * @param revision the revision of the phase's work; for {@code freeze} its input number
 * @param tree the displayed tree, if it was read
 * @param origin whether the gate belongs to a phase or to {@code freeze}
 */
public record Gate(
        String id,
        String instance,
        long revision,
        Option<String> tree,
        String reason,
        OnReject onReject,
        Origin origin) {

    /** Returns the same gate for this tree. */
    public Gate showing(String seen) {
        return new Gate(id, instance, revision, Option.of(seen), reason, onReject, origin);
    }

    /** Returns the same gate with another revision of what it shows. */
    public Gate revised(long next) {
        return new Gate(id, instance, next, tree, reason, onReject, origin);
    }

    /**
     * The resolution of one opening of a gate. It cannot be resolved again.
     *
     * @param instance the opening; for an approval in advance, there is none yet
     */
    public record Resolved(String id, String instance, Verdict verdict) {}

    /** How a gate was resolved. */
    public enum Verdict {
        APPROVED,
        REJECTED,
        /** The user approved the next opening in advance. */
        PRE_APPROVED
    }

    /** What opened the gate. */
    public enum Origin {
        PHASE,
        FREEZE
    }
}
