package dev.foldline.effects.table;

import dev.foldline.core.command.Author;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.table.GateRow.Answered;
import dev.foldline.effects.table.GateRow.Opening;

import org.jspecify.annotations.Nullable;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** The rows of gates, and the index of runs. */
final class GateTables {
    private final WorkflowTables.Update update;

    GateTables(WorkflowTables.Update update) {
        this.update = update;
    }

    void opened(TableUpdate.Opened opened) throws SQLException {
        var id = GateRow.id(opened.run(), opened.gate());
        update.of(
                "INSERT OR REPLACE INTO hitl_gates(id, gate_id, reason, created_at) VALUES"
                        + " (?, ?, ?, ?)",
                id,
                opened.gate().id(),
                opened.gate().reason(),
                opened.at());
        update.of(
                "INSERT OR REPLACE INTO gate_shown(id, run, instance, revision, tree,"
                        + " opened_by) VALUES (?, ?, ?, ?, ?, ?)",
                id,
                opened.run(),
                opened.gate().instance(),
                opened.gate().revision(),
                opened.gate().tree().toJavaOptional(),
                opened.by().map(Wire::toJson));
    }

    void closed(TableUpdate.Closed closed) throws SQLException {
        update.of(
                "UPDATE hitl_gates SET status = ?, resolved_at = ?, feedback = ? WHERE id =" + " ?",
                closed.resolution().name(),
                closed.at(),
                closed.feedback(),
                GateRow.id(closed.run(), closed.instance()));
        update.of(
                "UPDATE gate_shown SET resolved_by = ? WHERE id = ?",
                closed.by().map(Wire::toJson),
                GateRow.id(closed.run(), closed.instance()));
    }

    void revised(TableUpdate.Revised revised) throws SQLException {
        update.of(
                "UPDATE gate_shown SET revision = ? WHERE id = ?",
                revised.gate().revision(),
                GateRow.id(revised.run(), revised.gate()));
    }

    void moved(RunRow row, Instant at) throws SQLException {
        update.of(
                """
                INSERT INTO runs(id, workflow, status, phase, branch, started_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT(id) DO UPDATE SET status = excluded.status, phase = excluded.phase, branch = excluded.branch,
                  updated_at = excluded.updated_at\
                """,
                row.run(),
                row.workflow(),
                row.status(),
                row.phase(),
                row.branch(),
                at,
                at);
    }

    void forget(String run) throws SQLException {
        update.of(
                "DELETE FROM hitl_gates WHERE id IN (SELECT id FROM gate_shown WHERE run = ?)",
                run);
        update.of("DELETE FROM gate_shown WHERE run = ?", run);
        update.of("DELETE FROM runs WHERE id = ?", run);
    }

    static RunRow run(ResultSet found) throws SQLException {
        return new RunRow(
                found.getString(1),
                found.getString(2),
                found.getString(3),
                found.getString(4),
                found.getString(5));
    }

    static GateRow gate(ResultSet found) throws SQLException {
        var resolved = Optional.ofNullable(found.getString("resolved_at"));
        var feedback = Optional.ofNullable(found.getString("feedback")).orElse("");
        var resolvedBy = found.getString("resolved_by");
        return new GateRow(
                found.getString("id"),
                found.getString("run"),
                found.getString("gate_id"),
                found.getString("instance"),
                found.getLong("revision"),
                Optional.ofNullable(found.getString("tree")),
                found.getString("reason"),
                found.getString("status"),
                new Opening(
                        Instant.parse(found.getString("created_at")),
                        author(found.getString("opened_by"))),
                resolved.map(at -> new Answered(Instant.parse(at), feedback, author(resolvedBy))));
    }

    private static Optional<Author> author(@Nullable String json) {
        return Optional.ofNullable(json).flatMap(by -> Wire.author(by).toJavaOptional());
    }
}
