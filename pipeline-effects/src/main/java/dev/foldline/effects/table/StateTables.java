package dev.foldline.effects.table;

import dev.foldline.effects.table.GateRow.Answered;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The file {@code state.sqlite}, opened. Many processes may have it open; a writer waits a few seconds for another. For one
 * thread at a time.
 */
public final class StateTables implements AutoCloseable {
    private static final int BUSY_MILLIS = 5_000;
    private static final int NOT_A_DATABASE = 26;
    private static final int CORRUPT = 11;

    /** All as long as each other, so that their text is in their order. */
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private final Path file;
    private final Connection connection;

    private StateTables(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /** Something that is done within a transaction and undone with it. */
    @FunctionalInterface
    private interface Work {
        void run() throws SQLException;
    }

    /** An append that is made at the first call, whatever becomes of it. */
    private static final class Once implements Runnable {
        private final Runnable append;
        private boolean begun;

        Once(Runnable append) { this.append = append; }

        @Override
        public void run() {
            if (begun) return;
            begun = true;
            append.run();
        }
    }

    /** Tables that nobody else sees, and that are gone when they are closed. */
    public static StateTables inMemory() throws TableFault {
        var nowhere = Path.of(":memory:");
        try {
            var tables = new StateTables(nowhere, DriverManager.getConnection("jdbc:sqlite::memory:"));
            tables.prepare();
            return tables;
        } catch (SQLException failed) {
            throw fault(nowhere, failed);
        }
    }

    /** Opens the file; makes it if there is none. */
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
            throw new TableFault("cannot make the folder of " + file + ": " + failed.getMessage(), false, failed);
        }
    }

    private void prepare() throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = NORMAL");
        }
        if (Schema.version(connection) != Schema.VERSION) within(() -> Schema.bring(connection));
    }

    /**
     * Writes rows and appends their event as one: the rows are there if and only if the append succeeds, unless the process
     * dies between the two; then the next {@link Mending} finds the event.
     *
     * @param append must be durable when it returns; what it throws is thrown on, and no row stays. It is called exactly once,
     *     whatever becomes of the rows
     * @param end the length of the log after the append, in bytes
     * @throws TableFault if the rows could not be written; the event is in the log then. Give the tables up: only a mending may
     *     say again that they tell this log
     */
    public void along(String run, Iterable<Change> changes, Runnable append, LongSupplier end) throws TableFault {
        var once = new Once(append);
        try {
            within(() -> {
                for (var change : changes) write(change);
                once.run();
                folded(run, end.getAsLong());
            });
        } catch (SQLException failed) {
            once.run();
            throw fault(file, failed);
        }
    }

    /** Reads a log for all it says. */
    @FunctionalInterface
    interface Telling {
        Told tell() throws IOException;
    }

    /** What a log says, as far as it was read. */
    record Told(Iterable<Change> changes, long bytes) {}

    /**
     * Tells everything a log says, in place of what the rows said of its run. The log is read under the write lock: a driver
     * that appends what changes a row cannot come in between.
     */
    void retell(String run, Telling telling) throws TableFault, IOException {
        try {
            within(() -> {
                var told = told(telling);
                forget(run);
                for (var change : told.changes()) write(change);
                folded(run, told.bytes());
            });
        } catch (SQLException failed) {
            throw fault(file, failed);
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }

    private static Told told(Telling telling) {
        try {
            return telling.tell();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** How many bytes of a run's log the rows tell; 0 if none. */
    long told(String run) throws TableFault {
        try (var query = connection.prepareStatement("SELECT bytes FROM folded WHERE run = ?")) {
            query.setString(1, run);
            try (var found = query.executeQuery()) {
                return found.next() ? found.getLong(1) : 0;
            }
        } catch (SQLException failed) {
            throw fault(file, failed);
        }
    }

    /** Removes the rows of runs that are gone. Whether one is there is asked under the write lock: it may have begun just now. */
    void forgetUnless(Predicate<String> isThere) throws TableFault {
        if (told().stream().allMatch(isThere)) return;
        guarded(() -> within(() -> {
            for (var run : folded()) if (!isThere.test(run)) forget(run);
        }));
    }

    private List<String> told() throws TableFault {
        try {
            return folded();
        } catch (SQLException failed) {
            throw fault(file, failed);
        }
    }

    private List<String> folded() throws SQLException {
        var runs = new ArrayList<String>();
        try (var statement = connection.createStatement(); var found = statement.executeQuery("SELECT run FROM folded")) {
            while (found.next()) runs.add(found.getString(1));
        }
        return runs;
    }

    /** All openings of gates of all runs, the oldest first; read-only. */
    public List<GateRow> gates() throws TableFault { return gates(""); }

    /** The gates that wait for somebody, of all runs, the oldest first; read-only. */
    public List<GateRow> openGates() throws TableFault { return gates("WHERE status = 'OPEN' "); }

    private List<GateRow> gates(String which) throws TableFault {
        var rows = new ArrayList<GateRow>();
        try (var statement = connection.createStatement();
                var found = statement.executeQuery("SELECT * FROM hitl_gates JOIN gate_shown USING (id) " + which + "ORDER BY created_at, id")) {
            while (found.next()) rows.add(gate(found));
            return rows;
        } catch (SQLException failed) {
            throw fault(file, failed);
        }
    }

    /** The index of runs; read-only. */
    public List<RunRow> runs() throws TableFault {
        var rows = new ArrayList<RunRow>();
        try (var statement = connection.createStatement();
                var found = statement.executeQuery("SELECT id, workflow, status, phase, branch FROM runs ORDER BY started_at DESC, id")) {
            while (found.next()) rows.add(new RunRow(found.getString(1), found.getString(2), found.getString(3), found.getString(4), found.getString(5)));
            return rows;
        } catch (SQLException failed) {
            throw fault(file, failed);
        }
    }

    private static GateRow gate(ResultSet found) throws SQLException {
        var resolved = Optional.ofNullable(found.getString("resolved_at"));
        var feedback = Optional.ofNullable(found.getString("feedback")).orElse("");
        return new GateRow(found.getString("id"), found.getString("run"), found.getString("gate_id"), found.getString("instance"),
                found.getLong("revision"), Optional.ofNullable(found.getString("tree")), found.getString("reason"), found.getString("status"),
                Instant.parse(found.getString("created_at")), resolved.map(at -> new Answered(Instant.parse(at), feedback)));
    }

    private void write(Change change) throws SQLException {
        switch (change) {
            case Change.Opened(var run, var gate, var at) -> {
                var id = GateRow.id(run, gate);
                update("INSERT OR REPLACE INTO hitl_gates(id, gate_id, reason, created_at) VALUES (?, ?, ?, ?)", id, gate.id(), gate.reason(), at);
                update("INSERT OR REPLACE INTO gate_shown(id, run, instance, revision, tree) VALUES (?, ?, ?, ?, ?)", id, run, gate.instance(),
                        gate.revision(), gate.tree().toJavaOptional());
            }
            case Change.Closed(var run, var instance, var resolution, var feedback, var at) ->
                    update("UPDATE hitl_gates SET status = ?, resolved_at = ?, feedback = ? WHERE id = ?", resolution.name(), at, feedback,
                            GateRow.id(run, instance));
            case Change.Moved(var row, var at) -> update("""
                    INSERT INTO runs(id, workflow, status, phase, branch, started_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT(id) DO UPDATE SET status = excluded.status, phase = excluded.phase, branch = excluded.branch,
                      updated_at = excluded.updated_at""", row.run(), row.workflow(), row.status(), row.phase(), row.branch(), at, at);
            case Change.Created(var row, var at)  -> new WorkflowTables(this::update).created(row, at);
            case Change.Told(var message, var at) -> new WorkflowTables(this::update).told(message, at);
        }
    }

    private void forget(String run) throws SQLException {
        update("DELETE FROM hitl_gates WHERE id IN (SELECT id FROM gate_shown WHERE run = ?)", run);
        update("DELETE FROM gate_shown WHERE run = ?", run);
        update("DELETE FROM runs WHERE id = ?", run);
        new WorkflowTables(this::update).forget(run);
        update("DELETE FROM folded WHERE run = ?", run);
    }

    private void folded(String run, long bytes) throws SQLException {
        update("INSERT OR REPLACE INTO folded(run, bytes) VALUES (?, ?)", run, bytes);
    }

    private void update(String sql, Object... values) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (int at = 0; at < values.length; at++) bind(statement, at + 1, values[at]);
            statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, int at, Object value) throws SQLException {
        switch (value) {
            case Long number          -> statement.setLong(at, number);
            case Instant time         -> statement.setString(at, TIME.format(time));
            case Optional<?> optional -> statement.setString(at, optional.map(Object::toString).orElse(null));
            default                   -> statement.setString(at, value.toString());
        }
    }

    /** All of it or nothing, under the file's one write lock from the start. */
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
        boolean damaged = (failed.getErrorCode() & 0xFF) == NOT_A_DATABASE || (failed.getErrorCode() & 0xFF) == CORRUPT;
        return new TableFault("the tables in " + file + (damaged ? " are damaged: " : " cannot be used: ") + failed.getMessage(), damaged, failed);
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
