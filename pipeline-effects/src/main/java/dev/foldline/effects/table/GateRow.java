package dev.foldline.effects.table;

import dev.foldline.core.state.Gate;
import java.time.Instant;
import java.util.Optional;

/**
 * One opening of a gate, as its rows tell it.
 *
 * @param id unlike all others of the repository: run and instance
 * @param gateId what the gate is called; the same name may have been opened before
 * @param status OPEN, APPROVED, REJECTED, or WITHDRAWN when the run ended without an answer
 * @param revision what it shows: of a phase the execution, of a freeze the input's number
 * @param tree the tree it shows, as git prints it, if one was seen
 * @param answered when it was answered and what was said; empty while it is open
 */
public record GateRow(String id, String run, String gateId, String instance, long revision, Optional<String> tree, String reason,
        String status, Instant createdAt, Optional<Answered> answered) {

    /** When a gate was answered, and what was said. */
    public record Answered(Instant at, String feedback) {}

    static String id(String run, Gate gate) { return id(run, gate.instance()); }

    static String id(String run, String instance) { return run + ":" + instance; }
}
