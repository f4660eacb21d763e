package dev.foldline.effects.table;

import dev.foldline.core.projection.runtime.Broadcast;
import dev.foldline.core.projection.runtime.ErrorTerminal;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.effects.table.WorkflowRow.TerminalRow;

import java.sql.SQLException;
import java.time.Instant;

/**
 * The rows of workflows, their tasks and terminals: created with the workflow, and updated by its
 * broadcasts.
 */
final class WorkflowTables {
    private static final String ERROR = "/" + ErrorTerminal.ROLE;

    private final Update update;

    /** Executes a statement with these values. */
    @FunctionalInterface
    interface Update {
        void of(String sql, Object... values) throws SQLException;
    }

    WorkflowTables(Update update) {
        this.update = update;
    }

    void created(WorkflowRow row, Instant at) throws SQLException {
        update.of(
                "INSERT INTO workflow(id, name, status, orchestrator_enabled, target_branch,"
                        + " error_terminal_enabled, error_terminal_cli_id, error_terminal_model_id,"
                        + " created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row.id(),
                row.name(),
                WorkflowStatus.CREATED.word(),
                row.orchestrated() ? 1L : 0L,
                row.target().orElse("main"),
                row.fixer().isPresent() ? 1L : 0L,
                row.fixer().map(TerminalRow::cli),
                row.fixer().flatMap(TerminalRow::model),
                at,
                at);
        added(row, 0, at);
    }

    /** Writes the rows of tasks from this one on. */
    void added(WorkflowRow row, int from, Instant at) throws SQLException {
        long order = from;
        for (var task : row.tasks().drop(from)) {
            update.of(
                    "INSERT INTO workflow_task(id, workflow_id, name, description, branch, status,"
                        + " order_index, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?,"
                        + " ?)",
                    task.id(),
                    row.id(),
                    task.name(),
                    task.description(),
                    task.branch(),
                    TaskStatus.PENDING.word(),
                    order++,
                    at,
                    at);
            long place = 0;
            for (var terminal : task.terminals())
                update.of(
                        "INSERT INTO terminal(id, workflow_task_id, cli_type_id, model_config_id,"
                                + " custom_base_url, custom_api_key_ref, role, role_description,"
                                + " status, order_index, created_at, updated_at) VALUES (?, ?, ?,"
                                + " ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        terminal.id(),
                        task.id(),
                        terminal.cli(),
                        terminal.model(),
                        terminal.baseUrl(),
                        terminal.keyVariable(),
                        terminal.role(),
                        terminal.description(),
                        TerminalStatus.NOT_STARTED.word(),
                        place++,
                        at,
                        at);
        }
    }

    void apply(Broadcast message, Instant at) throws SQLException {
        switch (message) {
            case Broadcast.StatusUpdate(var id, var status) ->
                    changed("workflow", id, status.word(), moment(status), at);
            case Broadcast.TaskStatusUpdate(var id, var task, var status) ->
                    changed(
                            "workflow_task",
                            WorkflowRow.id(id, task),
                            status.word(),
                            moment(status),
                            at);
            case Broadcast.TerminalStatusUpdate(var id, var terminal, var status) -> {
                if (terminal.endsWith(ERROR)) appears(id, terminal, at);
                changed(
                        "terminal",
                        WorkflowRow.id(id, terminal),
                        status.word(),
                        moment(status),
                        at);
            }
            case Broadcast.Error(var id, var error) -> described(id, error);
            case Broadcast.MergeProgress _,
                    Broadcast.TerminalCompleted _,
                    Broadcast.TerminalMessage _,
                    Broadcast.GitEvent _,
                    Broadcast.Instruction _,
                    Broadcast.Shutdown _ -> {}
        }
    }

    /** An error terminal gets one row at the first failure of its task. */
    private void appears(String workflow, String terminal, Instant at) throws SQLException {
        update.of(
                "INSERT OR IGNORE INTO terminal(id, workflow_task_id, cli_type_id, model_config_id,"
                    + " role, status, order_index, created_at, updated_at) SELECT ?, ?,"
                    + " COALESCE(error_terminal_cli_id, ''), error_terminal_model_id, ?, ?, ?, ?, ?"
                    + " FROM workflow WHERE id = ?",
                WorkflowRow.id(workflow, terminal),
                WorkflowRow.id(workflow, terminal.substring(0, terminal.length() - ERROR.length())),
                ErrorTerminal.ROLE,
                TerminalStatus.WAITING.word(),
                (long) ErrorTerminal.ORDER,
                at,
                at,
                workflow);
    }

    /** The failure of a task becomes the description of its error terminal. */
    private void described(String workflow, String error) throws SQLException {
        int colon = error.indexOf(": ");
        if (colon > 0)
            update.of(
                    "UPDATE terminal SET role_description = ? WHERE id = ?",
                    ErrorTerminal.about(error.substring(colon + 2)),
                    WorkflowRow.id(workflow, error.substring(0, colon) + ERROR));
    }

    /**
     * @param moment the column for the time this status was first reached, or any other column if
     *     there is none
     */
    private void changed(String table, String id, String status, String moment, Instant at)
            throws SQLException {
        update.of(
                "UPDATE "
                        + table
                        + " SET status = ?, updated_at = ?, "
                        + moment
                        + " = COALESCE("
                        + moment
                        + ", ?) WHERE id = ?",
                status,
                at,
                at,
                id);
    }

    private static String moment(WorkflowStatus status) {
        return switch (status) {
            case READY -> "ready_at";
            case RUNNING -> "started_at";
            case COMPLETED, CANCELLED -> "completed_at";
            case CREATED, QUEUED, PAUSED, MERGING, FAILED -> "created_at";
        };
    }

    private static String moment(TaskStatus status) {
        return switch (status) {
            case RUNNING -> "started_at";
            case COMPLETED, CANCELLED -> "completed_at";
            case PENDING, FAILED -> "created_at";
        };
    }

    private static String moment(TerminalStatus status) {
        if (status.isFinal()) return "completed_at";
        return status == TerminalStatus.WORKING ? "started_at" : "created_at";
    }

    void forget(String workflow) throws SQLException {
        update.of(
                "DELETE FROM terminal WHERE workflow_task_id IN (SELECT id FROM workflow_task WHERE"
                        + " workflow_id = ?)",
                workflow);
        update.of("DELETE FROM workflow_task WHERE workflow_id = ?", workflow);
        update.of("DELETE FROM workflow WHERE id = ?", workflow);
    }
}
