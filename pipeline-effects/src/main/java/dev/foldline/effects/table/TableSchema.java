package dev.foldline.effects.table;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The schema as migration steps: {@code PRAGMA user_version} is the number of steps applied to a
 * file.
 */
final class TableSchema {
    private TableSchema() {}

    private static final List<List<String>> STEPS =
            List.of(
                    List.of(
                            """
                            CREATE TABLE hitl_gates(
                              id TEXT PRIMARY KEY,
                              gate_id TEXT NOT NULL,
                              reason TEXT NOT NULL,
                              status TEXT NOT NULL DEFAULT 'OPEN',
                              created_at TEXT NOT NULL,
                              resolved_at TEXT,
                              feedback TEXT)
                            """,
                            """
                            CREATE TABLE gate_shown(
                              id TEXT PRIMARY KEY REFERENCES hitl_gates(id),
                              run TEXT NOT NULL,
                              instance TEXT NOT NULL,
                              revision INTEGER NOT NULL,
                              tree TEXT)
                            """,
                            """
                            CREATE TABLE runs(
                              id TEXT PRIMARY KEY,
                              workflow TEXT NOT NULL,
                              status TEXT NOT NULL,
                              phase TEXT NOT NULL,
                              branch TEXT NOT NULL,
                              started_at TEXT NOT NULL,
                              updated_at TEXT NOT NULL)
                            """,
                            // How much of each log the rows reflect.
                            "CREATE TABLE folded(run TEXT PRIMARY KEY, bytes INTEGER NOT NULL)",
                            "CREATE INDEX open_gates ON hitl_gates(status)"),
                    List.of(
                            """
                            CREATE TABLE workflow(
                              id TEXT PRIMARY KEY,
                              project_id TEXT,
                              name TEXT NOT NULL,
                              status TEXT NOT NULL,
                              orchestrator_enabled INTEGER NOT NULL DEFAULT 0,
                              orchestrator_api_type TEXT,
                              orchestrator_base_url TEXT,
                              orchestrator_api_key_ref TEXT,
                              orchestrator_model TEXT,
                              error_terminal_enabled INTEGER NOT NULL DEFAULT 0,
                              error_terminal_cli_id TEXT,
                              error_terminal_model_id TEXT,
                              merge_terminal_cli_id TEXT,
                              merge_terminal_model_id TEXT,
                              target_branch TEXT NOT NULL DEFAULT 'main',
                              ready_at TEXT,
                              started_at TEXT,
                              completed_at TEXT,
                              created_at TEXT NOT NULL,
                              updated_at TEXT NOT NULL)
                            """,
                            """
                            CREATE TABLE workflow_task(
                              id TEXT PRIMARY KEY,
                              workflow_id TEXT NOT NULL REFERENCES workflow(id),
                              name TEXT NOT NULL,
                              description TEXT,
                              branch TEXT,
                              status TEXT NOT NULL,
                              order_index INTEGER NOT NULL,
                              started_at TEXT,
                              completed_at TEXT,
                              created_at TEXT NOT NULL,
                              updated_at TEXT NOT NULL)
                            """,
                            """
                            CREATE TABLE terminal(
                              id TEXT PRIMARY KEY,
                              workflow_task_id TEXT NOT NULL REFERENCES workflow_task(id),
                              cli_type_id TEXT NOT NULL,
                              model_config_id TEXT,
                              custom_base_url TEXT,
                              custom_api_key_ref TEXT,
                              role TEXT NOT NULL,
                              role_description TEXT,
                              order_index INTEGER NOT NULL,
                              status TEXT NOT NULL,
                              process_id INTEGER,
                              session_id TEXT,
                              started_at TEXT,
                              completed_at TEXT,
                              created_at TEXT NOT NULL,
                              updated_at TEXT NOT NULL)
                            """,
                            "CREATE INDEX tasks_of_workflows ON workflow_task(workflow_id)",
                            "CREATE INDEX terminals_of_tasks ON terminal(workflow_task_id)",
                            // Every log is read again, because its content for these tables was
                            // skipped before.
                            "UPDATE folded SET bytes = 0"),
                    List.of(
                            // The last line reflected in the rows, to detect a log that has lost
                            // lines.
                            "ALTER TABLE folded ADD COLUMN seq INTEGER NOT NULL DEFAULT 0",
                            "ALTER TABLE folded ADD COLUMN line_hash TEXT NOT NULL DEFAULT ''",
                            "UPDATE folded SET bytes = 0"),
                    List.of(
                            // Who opened a gate and who resolved it, according to the log.
                            "ALTER TABLE gate_shown ADD COLUMN opened_by TEXT",
                            "ALTER TABLE gate_shown ADD COLUMN resolved_by TEXT",
                            "UPDATE folded SET bytes = 0"));

    static final int VERSION = STEPS.size();

    /**
     * Applies missing steps within the caller's transaction.
     *
     * @throws SQLException also if a newer version of Foldline created the file
     */
    static void migrate(Connection connection) throws SQLException {
        int version = version(connection);
        if (version > VERSION)
            throw new SQLException(
                    "it has schema version " + version + ", and this is version " + VERSION);
        try (var statement = connection.createStatement()) {
            for (var step : STEPS.subList(version, VERSION))
                for (var line : step) statement.executeUpdate(line);
            statement.executeUpdate("PRAGMA user_version = " + VERSION);
        }
    }

    static int version(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var found = statement.executeQuery("PRAGMA user_version")) {
            return found.next() ? found.getInt(1) : 0;
        }
    }
}
