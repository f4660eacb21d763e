package dev.foldline.effects.table;

import dev.foldline.effects.log.LogPosition;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The open file {@code state.sqlite}. Many processes may have it open; a writer waits a few seconds
 * for another. It is used by one thread at a time.
 */
public final class StateTables implements AutoCloseable {
    private static final int BUSY_MILLIS = 5_000;
    private static final int NOT_A_DATABASE = 26;
    private static final int CORRUPT = 11;

    /** All times have the same length, so that their text sorts chronologically. */
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private final Path file;
    private final Connection connection;

    private StateTables(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /** Work within a transaction, which is rolled back with it. */
    @FunctionalInterface
    private interface Work {
        void run() throws SQLException;
    }

    /** Opens private tables in memory, which are gone when they are closed. */
    public static StateTables inMemory() throws TableFault {
        var nowhere = Path.of(":memory:");
        try {
            var tables =
                    new StateTables(nowhere, DriverManager.getConnection("jdbc:sqlite::memory:"));
            tables.prepare();
            return tables;
        } catch (SQLException failed) {
            throw fault(nowhere, failed);
        }
    }

    /** Opens the file, or creates it. */
    public static StateTables open(Path file) throws TableFault {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            var tables = new StateTables(file, DriverManager.getConnection("jdbc:sqlite:" + file));
            try {
                tables.prepare();
                return tables;
            } catch (SQLException failed) {
                tables.close();
                throw failed;
            }
        } catch (SQLException failed) {
            throw fault(file, failed);
        } catch (IOException failed) {
            throw new TableFault(
                    "cannot make the folder of " + file + ": " + failed.getMessage(),
                    false,
                    failed);
        }
    }

    private void prepare() throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = NORMAL");
        }
        if (TableSchema.version(connection) != TableSchema.VERSION)
            within(() -> TableSchema.migrate(connection));
    }

    /**
     * The rows of an event that is in its log.
     *
     * @param end the position after the event
     */
    public record Rows(String run, Iterable<TableUpdate> changes, LogPosition end) {}

    /**
     * Writes the rows of events that are in their logs, all or none of them. Those of an event that
     * a {@link TableRebuilder} has found in the log by now are there already.
     *
     * @throws TableFault if they could not be written. Write no more rows of these runs: only a
     *     rebuild may mark them as current again
     */
    public void write(Iterable<Rows> batch) throws TableFault {
        guarded(
                () ->
                        within(
                                () -> {
                                    for (var rows : batch) write(rows);
                                }));
    }

    private void write(Rows rows) throws SQLException {
        if (folded(rows.run()).seq() >= rows.end().seq()) return;
        for (var change : rows.changes()) write(change);
        foldedRuns(rows.run(), rows.end());
    }

    /** Reads a complete log. */
    @FunctionalInterface
    interface LogReading {
        Updates read() throws IOException;
    }

    /** The changes of a log, as far as it was read. */
    record Updates(Iterable<TableUpdate> changes, LogPosition end) {}

    /**
     * Replaces a run's rows with those of its log. The log is read under the write lock, so that no
     * driver can append a row change in between.
     */
    void retell(String run, LogReading telling) throws TableFault, IOException {
        try {
            within(
                    () -> {
                        var reported = classify(telling);
                        forget(run);
                        for (var change : reported.changes()) write(change);
                        foldedRuns(run, reported.end());
                    });
        } catch (SQLException failed) {
            throw fault(file, failed);
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }

    private static Updates classify(LogReading telling) {
        try {
            return telling.read();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns the position up to which the rows reflect a run's log, or the start. */
    LogPosition position(String run) throws TableFault {
        try {
            return folded(run);
        } catch (SQLException failed) {
            throw fault(file, failed);
        }
    }

    private LogPosition folded(String run) throws SQLException {
        try (var query =
                connection.prepareStatement(
                        "SELECT seq, line_hash, bytes FROM folded WHERE run = ?")) {
            query.setString(1, run);
            try (var found = query.executeQuery()) {
                return found.next() && found.getLong(3) > 0
                        ? new LogPosition(found.getLong(1), found.getString(2), found.getLong(3))
                        : LogPosition.START;
            }
        }
    }

    /**
     * Deletes the rows of deleted runs. Their existence is checked under the write lock, because a
     * run may have just started.
     */
    void forgetUnless(Predicate<String> isThere) throws TableFault {
        if (offsetsByRun().keySet().stream().allMatch(isThere)) return;
        guarded(
                () ->
                        within(
                                () -> {
                                    for (var run : foldedRuns())
                                        if (!isThere.test(run)) forget(run);
                                }));
    }

    /** Returns the number of log bytes that the rows reflect, for each run. */
    Map<String, Long> offsetsByRun() throws TableFault {
        try {
            return bytesByRun();
        } catch (SQLException failed) {
            throw fault(file, failed);
        }
    }

    private Collection<String> foldedRuns() throws SQLException {
        return bytesByRun().keySet();
    }

    private Map<String, Long> bytesByRun() throws SQLException {
        var bytes = new HashMap<String, Long>();
        try (var statement = connection.createStatement();
                var found =
                        statement.executeQuery(
                                "SELECT run, CASE WHEN seq > 0 THEN bytes ELSE 0 END FROM"
                                        + " folded")) {
            while (found.next()) bytes.put(found.getString(1), found.getLong(2));
        }
        return bytes;
    }

    /** Returns the number of rows of gates and runs. */
    public int count() throws TableFault {
        try (var statement = connection.createStatement();
                var found =
                        statement.executeQuery(
                                "SELECT (SELECT COUNT(*) FROM hitl_gates) + (SELECT COUNT(*) FROM"
                                        + " runs)")) {
            return found.next() ? found.getInt(1) : 0;
        } catch (SQLException failed) {
            throw fault(file, failed);
        }
    }

    /** Returns all openings of gates of all runs, the oldest first; read-only. */
    public List<GateRow> gates() throws TableFault {
        return gates("");
    }

    /** Returns the open gates of all runs, the oldest first; read-only. */
    public List<GateRow> openGates() throws TableFault {
        return gates("WHERE status = 'OPEN' ");
    }

    private List<GateRow> gates(String which) throws TableFault {
        var rows = new ArrayList<GateRow>();
        try (var statement = connection.createStatement();
                var found =
                        statement.executeQuery(
                                "SELECT * FROM hitl_gates JOIN gate_shown USING (id) "
                                        + which
                                        + "ORDER BY created_at, id")) {
            while (found.next()) rows.add(GateTables.gate(found));
            return rows;
        } catch (SQLException failed) {
            throw fault(file, failed);
        }
    }

    /** Returns the index of runs; read-only. */
    public List<RunRow> runs() throws TableFault {
        var rows = new ArrayList<RunRow>();
        try (var statement = connection.createStatement();
                var found =
                        statement.executeQuery(
                                "SELECT id, workflow, status, phase, branch FROM runs ORDER BY"
                                        + " started_at DESC, id")) {
            while (found.next()) rows.add(GateTables.run(found));
            return rows;
        } catch (SQLException failed) {
            throw fault(file, failed);
        }
    }

    private void write(TableUpdate change) throws SQLException {
        switch (change) {
            case TableUpdate.Opened opened -> new GateTables(this::update).opened(opened);
            case TableUpdate.Revised revised -> new GateTables(this::update).revised(revised);
            case TableUpdate.Closed closed -> new GateTables(this::update).closed(closed);
            case TableUpdate.Moved(var row, var at) -> new GateTables(this::update).moved(row, at);
            case TableUpdate.Created(var row, var at) ->
                    new WorkflowTables(this::update).created(row, at);
            case TableUpdate.Added(var row, var from, var at) ->
                    new WorkflowTables(this::update).added(row, from, at);
            case TableUpdate.Message(var message, var at) ->
                    new WorkflowTables(this::update).apply(message, at);
        }
    }

    /**
     * Deletes the rows of a run whose log was truncated on purpose; the next rebuild restores them.
     */
    void forgetRun(String run) throws TableFault {
        guarded(() -> within(() -> forget(run)));
    }

    private void forget(String run) throws SQLException {
        new GateTables(this::update).forget(run);
        new WorkflowTables(this::update).forget(run);
        update("DELETE FROM folded WHERE run = ?", run);
    }

    private void foldedRuns(String run, LogPosition at) throws SQLException {
        update(
                "INSERT OR REPLACE INTO folded(run, bytes, seq, line_hash) VALUES (?, ?, ?, ?)",
                run,
                at.offset(),
                at.seq(),
                at.hash());
    }

    private void update(String sql, Object... values) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (int at = 0; at < values.length; at++) bind(statement, at + 1, values[at]);
            statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, int at, Object value)
            throws SQLException {
        switch (value) {
            case Long number -> statement.setLong(at, number);
            case Instant time -> statement.setString(at, TIME.format(time));
            case Optional<?> optional ->
                    statement.setString(at, optional.map(Object::toString).orElse(null));
            default -> statement.setString(at, value.toString());
        }
    }

    /** Runs the work in a transaction under the file's write lock. */
    private void within(Work work) throws SQLException {
        statement("BEGIN IMMEDIATE");
        boolean done = false;
        try {
            work.run();
            statement("COMMIT");
            done = true;
        } finally {
            if (!done) rollBack();
        }
    }

    private void rollBack() {
        try {
            statement("ROLLBACK");
        } catch (SQLException alreadyUndone) {
            return;
        }
    }

    private void statement(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void guarded(Work work) throws TableFault {
        try {
            work.run();
        } catch (SQLException failed) {
            throw fault(file, failed);
        }
    }

    private static TableFault fault(Path file, SQLException failed) {
        boolean damaged =
                (failed.getErrorCode() & 0xFF) == NOT_A_DATABASE
                        || (failed.getErrorCode() & 0xFF) == CORRUPT;
        return new TableFault(
                "the tables in "
                        + file
                        + (damaged ? " are damaged: " : " cannot be used: ")
                        + failed.getMessage(),
                damaged,
                failed);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException nothingToLose) {
            return;
        }
    }
}
