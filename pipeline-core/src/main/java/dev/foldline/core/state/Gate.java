package dev.foldline.core.state;

import dev.foldline.core.workflow.GateSpec.OnReject;
import io.vavr.control.Option;

/**
 * One question to a person.
 *
 * @param id what the gate is called: the phase, or the name a freeze gave it
 * @param instance which opening this is, unlike all others of the run
 * @param revision of a phase its execution count, of a freeze its input number
 * @param tree the tree that is shown, if one was seen
 * @param origin whether the run goes on behind a phase or where a freeze met it
 */
public record Gate(
        String id, String instance, long revision, Option<String> tree, String reason, OnReject onReject, Origin origin) {

    /** The same question about this tree. */
    public Gate showing(String seen) { return new Gate(id, instance, revision, Option.of(seen), reason, onReject, origin); }

    /**
     * That an opening of a gate was answered; it cannot be answered again.
     *
     * @param instance which opening; of an approval beforehand, none has been yet
     */
    public record Resolved(String id, String instance, Verdict verdict) {}

    /** How a gate was answered. */
    public enum Verdict {
        APPROVED, REJECTED,
        /** A person approves unseen what the phase will make: this is what its next opening is answered with. */
        BEFOREHAND
    }

    /** Who asked. */
    public enum Origin { PHASE, FREEZE }
}
