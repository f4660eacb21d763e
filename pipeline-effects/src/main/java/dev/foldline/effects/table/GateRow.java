package dev.foldline.effects.table;

import dev.foldline.core.command.Author;
import dev.foldline.core.state.Gate;

import java.time.Instant;
import java.util.Optional;

/**
 * One opening of a gate, as stored in the tables.
 *
 * @param id unique in the repository: run and instance
 * @param gateId name of the gate, which may have been opened before
 * @param status OPEN, APPROVED, REJECTED, or WITHDRAWN when the run ended without a resolution
 * @param revision the phase's execution count; for {@code freeze} the input's number
 * @param tree the displayed tree, as git prints it, if it was read
 * @param opening when it opened, and who opened it
 * @param answered when and how it was resolved; empty while it is open
 */
public record GateRow(
        String id,
        String run,
        String gateId,
        String instance,
        long revision,
        Optional<String> tree,
        String reason,
        String status,
        Opening opening,
        Optional<Answered> answered) {

    /** When a gate opened, and the user who opened it, if any. */
    public record Opening(Instant at, Optional<Author> by) {}

    /** When a gate was resolved, the feedback, and the user who resolved it, if known. */
    public record Answered(Instant at, String feedback, Optional<Author> by) {}

    static String id(String run, Gate gate) {
        return id(run, gate.instance());
    }

    static String id(String run, String instance) {
        return run + ":" + instance;
    }
}
