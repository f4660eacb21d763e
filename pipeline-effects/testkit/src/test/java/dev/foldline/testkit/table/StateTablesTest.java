package dev.foldline.testkit.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.effects.log.LogPosition;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.table.GateRow;
import dev.foldline.effects.table.RunRow;
import dev.foldline.effects.table.RunTables;
import dev.foldline.effects.table.StateTables;
import dev.foldline.effects.table.TableFault;
import dev.foldline.effects.table.TableRebuilder;
import dev.foldline.effects.table.TableUpdate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

class StateTablesTest {
    private static final Predicate<Event> NEVER = _ -> false;

    @TempDir Path root;

    @Test
    void S4_08_the_table_has_exactly_the_columns_of_the_catalogue() throws Exception {
        StateTables.open(file()).close();

        assertThat(columns("hitl_gates"))
                .containsExactly(
                        "id TEXT pk",
                        "gate_id TEXT not null",
                        "reason TEXT not null",
                        "status TEXT not null default 'OPEN'",
                        "created_at TEXT not null",
                        "resolved_at TEXT",
                        "feedback TEXT");
    }

    @Test
    void S4_08_an_open_gate_is_one_open_row_without_an_answer() throws Exception {
        GatedLog.write(root, GateOpened.class::isInstance, () -> {});

        assertThat(gates())
                .singleElement()
                .satisfies(
                        gate -> {
                            assertThat(gate.gateId()).isEqualTo("plan");
                            assertThat(gate.status()).isEqualTo("OPEN");
                            assertThat(gate.answered()).isEmpty();
                            assertThat(gate.revision()).isEqualTo(1);
                        });
    }

    @Test
    void S4_08_an_answer_closes_its_row_and_the_same_gate_opens_a_new_one() throws Exception {
        GatedLog.write(root, NEVER, () -> {});

        assertThat(gates()).extracting(GateRow::gateId).containsExactly("plan", "plan");
        assertThat(gates()).extracting(GateRow::status).containsExactly("REJECTED", "APPROVED");
        assertThat(gates()).extracting(GateRow::revision).containsExactly(1L, 2L);
        assertThat(gates()).extracting(GateRow::id).doesNotHaveDuplicates();
        assertThat(gates().getFirst().answered().orElseThrow().feedback()).isEqualTo("not yet");
        assertThat(gates().getFirst().answered().orElseThrow().at())
                .isAfter(gates().getFirst().opening().at());
    }

    /** As text a time without a fraction would come after all others of its second. */
    @Test
    void times_are_in_the_order_of_their_text() throws Exception {
        try (var tables = StateTables.open(file())) {
            for (long millis : new long[] {1_000, 1_001, 1_200, 2_000}) {
                var row = new RunRow("r" + millis, "ralph", "running", "", "");
                GatedLog.write(
                        tables,
                        row.run(),
                        new TableUpdate.Moved(row, Instant.ofEpochMilli(millis)));
            }
            assertThat(tables.runs())
                    .extracting(RunRow::run)
                    .containsExactly("r2000", "r1200", "r1001", "r1000");
        }
    }

    @Test
    @Thorough
    void S4_09_a_process_that_dies_between_log_and_table_leaves_both_to_the_next_reader()
            throws Exception {
        assertThat(startCrashingProcess().waitFor()).isEqualTo(9);
        assertThat(rows()).isEmpty();

        assertThat(gates())
                .singleElement()
                .satisfies(gate -> assertThat(gate.status()).isEqualTo("OPEN"));
        assertThat(rows()).hasSize(1);
    }

    @Test
    void S4_09_an_event_that_cannot_be_written_leaves_no_row() throws Exception {
        assertThatThrownBy(
                        () ->
                                GatedLog.write(
                                        root,
                                        GateOpened.class::isInstance,
                                        () -> {
                                            throw new IllegalStateException("disk");
                                        }))
                .hasMessage("disk");

        assertThat(rows()).isEmpty();
    }

    @Test
    void an_event_whose_rows_cannot_be_written_is_appended_once() throws Exception {
        var run = new Runs(root).create(GatedLog.ID);
        Files.createFile(run.events());
        Files.writeString(
                file(),
                "no tables at all, but long enough to be read as their header...\n".repeat(20));
        var appended = new int[1];
        var notices = new ArrayList<String>();
        try (var tables = new RunTables(run, () -> LogPosition.START, notices::add)) {
            var row = new RunRow(GatedLog.ID.text(), "ralph", "running", "", "");
            for (int event = 1; event <= 2; event++) {
                tables.append(
                        List.of(new TableUpdate.Moved(row, Instant.EPOCH)), () -> appended[0]++);
                assertThat(appended[0]).isEqualTo(event);
            }
        }
        assertThat(notices).singleElement().asString().contains("are damaged");
    }

    /** Told up to the damage, a gate that was answered behind it would wait for somebody. */
    @Test
    void a_log_that_cannot_be_read_to_its_end_is_named_and_writes_no_rows() throws Exception {
        GatedLog.write(root, NEVER, () -> {});
        Files.delete(file());
        var log = GatedLog.directory(root).events();
        Files.writeString(
                log, Files.readString(log).replaceFirst("\"gate_rejected\"", "\"gate_rejecteD\""));

        try (var tables = StateTables.open(file())) {
            assertThat(TableRebuilder.repair(tables, new Runs(root)))
                    .extracting(TableRebuilder.Unread::run)
                    .containsExactly(GatedLog.directory(root));
            assertThat(tables.gates()).isEmpty();
        }
    }

    @Test
    void a_gate_of_a_run_that_is_aborted_is_withdrawn() throws Exception {
        GatedLog.abort(root);
        assertThat(rows()).singleElement().asString().contains("WITHDRAWN");
        var written = dump();
        Files.delete(file());

        assertThat(gates())
                .singleElement()
                .satisfies(gate -> assertThat(gate.status()).isEqualTo("WITHDRAWN"));
        assertThat(dump()).isEqualTo(written);
        try (var tables = StateTables.open(file())) {
            assertThat(tables.openGates()).isEmpty();
        }
    }

    @Test
    void a_log_restored_from_an_older_copy_is_written_again_when_its_rows_were_forgotten()
            throws Exception {
        GatedLog.write(root, GateOpened.class::isInstance, () -> {});
        var copy = Files.readAllBytes(GatedLog.directory(root).events());
        GatedLog.write(root, NEVER, () -> {});
        assertThat(gates()).hasSize(2);
        Files.write(GatedLog.directory(root).events(), copy);

        try (var tables = StateTables.open(file())) {
            assertThat(TableRebuilder.repair(tables, new Runs(root)))
                    .extracting(TableRebuilder.Unread::run)
                    .containsExactly(GatedLog.directory(root));
            assertThat(tables.gates()).as("its rows know more than the log").hasSize(2);
        }
        RunTables.forget(GatedLog.directory(root));
        assertThat(gates())
                .singleElement()
                .satisfies(gate -> assertThat(gate.status()).isEqualTo("OPEN"));
    }

    @Test
    void S4_14_the_times_in_the_table_are_those_of_the_lines_in_the_log() throws Exception {
        GatedLog.write(root, NEVER, () -> {});

        assertThat(gates())
                .extracting(row -> row.opening().at())
                .containsExactlyElementsOf(times("gate_opened"));
        assertThat(gates())
                .extracting(gate -> gate.answered().orElseThrow().at())
                .containsExactly(
                        times("gate_rejected").getFirst(), times("gate_approved").getFirst());
    }

    private List<Instant> times(String type) throws IOException {
        var times = new ArrayList<Instant>();
        try (var reader = LogReader.open(GatedLog.directory(root).events())) {
            while (reader.next() instanceof ReadResult.Line(var line))
                if (line.event().contains("\"type\":\"" + type + "\"")) times.add(line.at());
        }
        return times;
    }

    @Test
    void rows_written_step_by_step_equal_rebuilt_rows() throws Exception {
        GatedLog.write(root, NEVER, () -> {});
        var written = dump();
        Files.delete(file());

        assertThat(gates()).isNotEmpty();
        assertThat(dump()).isEqualTo(written);
    }

    @Test
    void a_driver_that_resumes_a_run_fixes_the_rows_its_predecessor_could_not_write()
            throws Exception {
        GatedLog.write(root, GateOpened.class::isInstance, () -> {});
        Files.delete(file());
        GatedLog.write(root, GateRejected.class::isInstance, () -> {});

        assertThat(rows()).hasSize(1).first().asString().contains("REJECTED").contains("not yet");
    }

    @Test
    void a_driver_that_resumes_a_run_fixes_tables_that_were_restored_from_a_copy()
            throws Exception {
        GatedLog.write(root, GateOpened.class::isInstance, () -> {});
        var copy = Files.readAllBytes(file());
        GatedLog.write(root, GateRejected.class::isInstance, () -> {});
        Files.write(file(), copy);
        GatedLog.write(root, NEVER, () -> {});

        assertThat(rows()).hasSize(2).first().asString().contains("REJECTED").contains("not yet");
    }

    @Test
    void a_gate_that_was_approved_beforehand_is_a_row_with_its_answer() throws Exception {
        GatedLog.writeApprovedBeforehand(root);
        var written = dump();

        assertThat(rows())
                .singleElement()
                .asString()
                .contains("APPROVED")
                .contains("approved in advance");
        Files.delete(file());
        assertThat(gates())
                .singleElement()
                .satisfies(gate -> assertThat(gate.status()).isEqualTo("APPROVED"));
        assertThat(dump()).isEqualTo(written);
    }

    @Test
    void the_index_contains_the_status_of_each_run() throws Exception {
        GatedLog.write(root, GateOpened.class::isInstance, () -> {});
        assertThat(runs())
                .containsExactly(
                        new RunRow(GatedLog.ID.text(), "gated", "frozen", "only/plan", ""));

        GatedLog.write(root, NEVER, () -> {});
        assertThat(runs())
                .extracting(RunRow::status, RunRow::phase)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("completed", "end"));
    }

    @Test
    void a_run_whose_directory_is_gone_leaves_the_tables() throws Exception {
        GatedLog.write(root, NEVER, () -> {});
        try (var files = Files.walk(GatedLog.directory(root).path())) {
            files.sorted(java.util.Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }

        assertThat(gates()).isEmpty();
        assertThat(runs()).isEmpty();
        assertThat(dump()).isEmpty();
    }

    @Test
    void a_file_that_is_no_database_is_distinguished_from_one_that_cannot_be_opened()
            throws IOException {
        Files.writeString(
                file(), "this is not a database, however long one looks at it. ".repeat(40));

        assertThatThrownBy(() -> StateTables.open(file()))
                .isInstanceOfSatisfying(
                        TableFault.class,
                        fault -> {
                            assertThat(fault.isDamaged()).isTrue();
                            assertThat(fault).hasMessageContaining(file().toString());
                        });
    }

    @Test
    void a_file_of_a_newer_version_is_refused_not_overwritten() throws Exception {
        StateTables.open(file()).close();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version = 99");
        }

        assertThatThrownBy(() -> StateTables.open(file()))
                .isInstanceOf(TableFault.class)
                .hasMessageContaining("99");
    }

    private Path file() {
        return GatedLog.tables(root);
    }

    private List<GateRow> gates() throws Exception {
        try (var tables = StateTables.open(file())) {
            assertThat(TableRebuilder.repair(tables, new Runs(root))).isEmpty();
            return tables.gates();
        }
    }

    private List<RunRow> runs() throws Exception {
        try (var tables = StateTables.open(file())) {
            assertThat(TableRebuilder.repair(tables, new Runs(root))).isEmpty();
            return tables.runs();
        }
    }

    private Process startCrashingProcess() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        GatedLog.CrashingProcess.class.getName(),
                        root.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** What is in the gates' table, without any mending. */
    private List<String> rows() throws SQLException {
        return select("SELECT * FROM hitl_gates ORDER BY created_at");
    }

    private List<String> dump() throws SQLException {
        var all = new ArrayList<>(rows());
        all.addAll(select("SELECT * FROM gate_shown ORDER BY id"));
        all.addAll(select("SELECT * FROM runs ORDER BY id"));
        return all;
    }

    private List<String> select(String sql) throws SQLException {
        var rows = new ArrayList<String>();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement();
                var found = statement.executeQuery(sql)) {
            while (found.next()) {
                var row = new ArrayList<String>();
                for (int column = 1; column <= found.getMetaData().getColumnCount(); column++)
                    row.add(found.getString(column));
                rows.add(row.toString());
            }
        }
        return rows;
    }

    private List<String> columns(String table) throws SQLException {
        var columns = new ArrayList<String>();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement();
                var found = statement.executeQuery("PRAGMA table_info(" + table + ")")) {
            while (found.next())
                columns.add(
                        found.getString("name")
                                + " "
                                + found.getString("type")
                                + (found.getInt("pk") > 0 ? " pk" : "")
                                + (found.getInt("notnull") > 0 ? " not null" : "")
                                + (found.getString("dflt_value") == null
                                        ? ""
                                        : " default " + found.getString("dflt_value")));
        }
        return columns;
    }
}
