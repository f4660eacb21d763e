package dev.foldline.effects.table;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The tables, step by step: {@code PRAGMA user_version} says how many steps a file has taken. */
final class Schema {
    private Schema() {}

    private static final List<List<String>> STEPS = List.of(List.of(
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
            // How much of each log the rows tell.
            "CREATE TABLE folded(run TEXT PRIMARY KEY, bytes INTEGER NOT NULL)",
            "CREATE INDEX open_gates ON hitl_gates(status)"));

    static final int VERSION = STEPS.size();

    /**
     * Takes the steps a file has not taken, within the caller's transaction.
     *
     * @throws SQLException also if a newer version of us made the file
     */
    static void bring(Connection connection) throws SQLException {
        int version = version(connection);
        if (version > VERSION) throw new SQLException("it has schema version " + version + ", and this is version " + VERSION);
        try (var statement = connection.createStatement()) {
            for (var step : STEPS.subList(version, VERSION))
                for (var line : step) statement.executeUpdate(line);
            statement.executeUpdate("PRAGMA user_version = " + VERSION);
        }
    }

    static int version(Connection connection) throws SQLException {
        try (var statement = connection.createStatement(); var found = statement.executeQuery("PRAGMA user_version")) {
            return found.next() ? found.getInt(1) : 0;
        }
    }
}
