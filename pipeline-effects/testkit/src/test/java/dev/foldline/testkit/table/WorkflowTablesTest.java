package dev.foldline.testkit.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.runtime.Broadcast;
import dev.foldline.core.projection.runtime.WorkflowOverview;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.table.StateTables;
import dev.foldline.effects.table.TableRebuilder;
import dev.foldline.effects.table.TableUpdate;
import dev.foldline.testkit.simulation.RandomActors;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.Simulation;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Workflows, their tasks and terminals as rows. */
class WorkflowTablesTest {
    @TempDir Path root;

    @Test
    void workflows_tasks_and_terminals_have_the_columns_of_the_catalogue_and_none_for_a_key()
            throws Exception {
        StateTables.open(file()).close();

        assertThat(columns("workflow"))
                .containsExactly(
                        "id",
                        "project_id",
                        "name",
                        "status",
                        "orchestrator_enabled",
                        "orchestrator_api_type",
                        "orchestrator_base_url",
                        "orchestrator_api_key_ref",
                        "orchestrator_model",
                        "error_terminal_enabled",
                        "error_terminal_cli_id",
                        "error_terminal_model_id",
                        "merge_terminal_cli_id",
                        "merge_terminal_model_id",
                        "target_branch",
                        "ready_at",
                        "started_at",
                        "completed_at",
                        "created_at",
                        "updated_at");
        assertThat(columns("workflow_task"))
                .containsExactly(
                        "id",
                        "workflow_id",
                        "name",
                        "description",
                        "branch",
                        "status",
                        "order_index",
                        "started_at",
                        "completed_at",
                        "created_at",
                        "updated_at");
        assertThat(columns("terminal"))
                .containsExactly(
                        "id",
                        "workflow_task_id",
                        "cli_type_id",
                        "model_config_id",
                        "custom_base_url",
                        "custom_api_key_ref",
                        "role",
                        "role_description",
                        "order_index",
                        "status",
                        "process_id",
                        "session_id",
                        "started_at",
                        "completed_at",
                        "created_at",
                        "updated_at");
    }

    @Test
    void S1_25_the_rows_match_the_log_after_every_event() throws Exception {
        var events = events(7);
        var state = Pipeline.start((RunStarted) events.getFirst());
        for (int last = 1; last <= events.size(); last++) {
            if (last > 1) state = Pipeline.reduce(state, events.get(last - 1));
            GatedLog.write(root, events.subList(0, last), _ -> false, () -> {});
            if (last == 1) repair();
            assertThat(statuses()).isEqualTo(statuses(state));
        }
        assertThat(statuses())
                .contains(
                        "foldline/w completed",
                        "workflow_task t0 completed",
                        "terminal t0/terminal completed");
    }

    @Test
    void S1_25_rebuilt_rows_equal_those_written_event_by_event() throws Exception {
        for (long seed = 1; seed <= 12; seed++) {
            Files.deleteIfExists(GatedLog.directory(root).events());
            Files.deleteIfExists(file());
            GatedLog.write(root, events(seed), _ -> false, () -> {});
            var written = dump();
            assertThat(written).as("seed %s", seed).isNotEmpty();
            Files.delete(file());
            repair();
            assertThat(dump()).as("seed %s", seed).isEqualTo(written);
        }
    }

    @Test
    void a_row_contains_its_terminal_and_its_instruction() throws Exception {
        GatedLog.write(root, events(3), _ -> false, () -> {});

        assertThat(select("SELECT name, target_branch, orchestrator_enabled FROM workflow"))
                .containsExactly("Shop trunk 1");
        assertThat(
                        select(
                                "SELECT name, description, branch, order_index FROM workflow_task"
                                        + " ORDER BY order_index"))
                .containsExactly(
                        "Task t0 Do it well foldline/t0 0",
                        "Task t1 null foldline/t1 1",
                        "Nothing null null 2");
        assertThat(
                        select(
                                "SELECT cli_type_id, model_config_id, role, role_description,"
                                        + " custom_api_key_ref FROM terminal ORDER BY id"))
                .containsExactly(
                        "claude opus worker Look twice null", "codex null worker null null");
    }

    @Test
    void S1_11_the_time_of_completion_is_written_once() throws Exception {
        GatedLog.write(root, events(3).subList(0, 1), _ -> false, () -> {});
        repair();
        var message =
                new Broadcast.TerminalStatusUpdate(
                        GatedLog.ID.text(), "t0/terminal", TerminalStatus.COMPLETED);
        try (var tables = StateTables.open(file())) {
            for (int second = 1; second <= 2; second++)
                GatedLog.write(
                        tables,
                        GatedLog.ID.text(),
                        new TableUpdate.Message(message, Instant.EPOCH.plusSeconds(second)));
        }

        assertThat(
                        select(
                                "SELECT completed_at, updated_at FROM terminal WHERE"
                                        + " role_description NOT NULL"))
                .containsExactly("1970-01-01T00:00:01.000Z 1970-01-01T00:00:02.000Z");
    }

    @Test
    void the_times_of_ready_start_and_end_are_written_in_their_own_columns() throws Exception {
        GatedLog.write(root, events(3).subList(0, 1), _ -> false, () -> {});
        repair();
        var id = GatedLog.ID.text();
        var reported =
                List.<Broadcast>of(
                        new Broadcast.StatusUpdate(id, WorkflowStatus.READY),
                        new Broadcast.StatusUpdate(id, WorkflowStatus.RUNNING),
                        new Broadcast.TaskStatusUpdate(id, "t0", TaskStatus.RUNNING),
                        new Broadcast.TerminalStatusUpdate(
                                id, "t0/terminal", TerminalStatus.WORKING),
                        new Broadcast.TerminalStatusUpdate(
                                id, "t0/terminal", TerminalStatus.CANCELLED),
                        new Broadcast.TaskStatusUpdate(id, "t0", TaskStatus.CANCELLED),
                        new Broadcast.StatusUpdate(id, WorkflowStatus.CANCELLED));
        try (var tables = StateTables.open(file())) {
            for (int second = 1; second <= reported.size(); second++)
                GatedLog.write(
                        tables,
                        id,
                        new TableUpdate.Message(
                                reported.get(second - 1), Instant.EPOCH.plusSeconds(second)));
        }
        assertThat(
                        select(
                                "SELECT substr(ready_at, 18, 2), substr(started_at, 18, 2),"
                                        + " substr(completed_at, 18, 2) FROM workflow"))
                .containsExactly("01 02 07");
        assertThat(
                        select(
                                "SELECT substr(started_at, 18, 2), substr(completed_at, 18, 2) FROM"
                                        + " workflow_task WHERE order_index = 0"))
                .containsExactly("03 06");
        assertThat(
                        select(
                                "SELECT substr(started_at, 18, 2), substr(completed_at, 18, 2) FROM"
                                        + " terminal WHERE role_description NOT NULL"))
                .containsExactly("04 05");
    }

    @Test
    void S1_52_an_error_terminal_has_one_row_from_the_first_failure_of_its_task_on()
            throws Exception {
        GatedLog.write(root, events(3).subList(0, 1), _ -> false, () -> {});
        repair();
        var id = GatedLog.ID.text();
        assertThat(
                        select(
                                "SELECT error_terminal_enabled, error_terminal_cli_id,"
                                        + " error_terminal_model_id FROM workflow"))
                .containsExactly("1 claude large");
        try (var tables = StateTables.open(file())) {
            for (var why : List.of("no database", "no table")) {
                for (Broadcast message :
                        List.of(
                                new Broadcast.TerminalStatusUpdate(
                                        id, "t0/error", TerminalStatus.WAITING),
                                new Broadcast.Error(id, "t0: " + why)))
                    GatedLog.write(tables, id, new TableUpdate.Message(message, Instant.EPOCH));
                assertThat(
                                select(
                                        "SELECT workflow_task_id, cli_type_id, model_config_id,"
                                            + " role_description, order_index, status FROM terminal"
                                            + " WHERE role = 'error'"))
                        .containsExactly(
                                id
                                        + "/t0 claude large Error recovery for: "
                                        + why
                                        + " 999 waiting");
            }
            GatedLog.write(
                    tables,
                    id,
                    new TableUpdate.Message(
                            new Broadcast.TerminalStatusUpdate(
                                    id, "t0/error", TerminalStatus.COMPLETED),
                            Instant.EPOCH));
        }
        assertThat(select("SELECT status FROM terminal WHERE role = 'error'"))
                .containsExactly("completed");
    }

    @Test
    void a_workflow_that_is_gone_leaves_no_row() throws Exception {
        GatedLog.write(root, events(3), _ -> false, () -> {});
        try (var gone = Files.walk(GatedLog.directory(root).path())) {
            for (var path : gone.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
        repair();

        assertThat(dump()).isEmpty();
    }

    /** Tables of the version before say nothing of workflows, and claim to tell the whole log. */
    @Test
    void tables_that_were_made_before_there_were_such_rows_get_them() throws Exception {
        GatedLog.write(root, events(3), _ -> false, () -> {});
        var written = dump();
        for (var table : List.of("terminal", "workflow_task", "workflow"))
            execute("DROP TABLE " + table);
        for (var column : List.of("seq", "line_hash"))
            execute("ALTER TABLE folded DROP COLUMN " + column);
        for (var column : List.of("opened_by", "resolved_by"))
            execute("ALTER TABLE gate_shown DROP COLUMN " + column);
        execute("PRAGMA user_version = 1");
        repair();

        assertThat(dump()).isEqualTo(written);
    }

    @Test
    void S1_52_a_failed_task_gives_its_error_terminal_a_row_with_its_purpose() throws Exception {
        var events = new ArrayList<>(events(7));
        while (!(events.getLast() instanceof ChildSpawned)) events.removeLast();
        var state = Pipeline.start((RunStarted) events.getFirst());
        for (var event : events.subList(1, events.size())) state = Pipeline.reduce(state, event);
        var running =
                state.items()
                        .list(Tasks.TASKS)
                        .find(item -> item.status() instanceof Item.Running)
                        .get();
        var report =
                new TaskReport(
                        TaskStatus.FAILED,
                        LinkedHashMap.of(
                                "terminal", TerminalStatus.FAILED, "error", TerminalStatus.WAITING),
                        Option.of("no database: none"),
                        0);
        events.add(
                Pipeline.admit(
                                state,
                                new Command.ReportChild(
                                        Tasks.TASKS,
                                        running.id(),
                                        ((Item.Running) running.status()).spawnTicket(),
                                        "child",
                                        5_000,
                                        report))
                        .get());
        GatedLog.write(root, events, _ -> false, () -> {});

        assertThat(
                        select(
                                "SELECT cli_type_id, model_config_id, role_description,"
                                    + " order_index, status FROM terminal WHERE role = 'error'"))
                .containsExactly("claude large Error recovery for: no database: none 999 waiting");
    }

    private List<Event> events(long seed) throws IOException {
        var blobs = new Runs(root).blobs();
        var terminals =
                Vector.of(
                        Tasks.terminal(
                                "t0", "terminal", "worker", Vector.of("claude:opus", "codex")),
                        Tasks.terminal("t1", "terminal", "worker", Vector.of("codex")));
        var texts =
                LinkedHashMap.of(
                        Tasks.DEFINITION,
                        blobs.put("tasks: []"),
                        Tasks.descriptionOf("t0"),
                        blobs.put("Do it well"),
                        Tasks.descriptionOf("t0/terminal"),
                        blobs.put("Look twice"));
        var first =
                new RunStarted(
                                GatedLog.ID.text(),
                                Tasks.workflow(policy()),
                                blobs.put("Shop\n\nSell things"),
                                Pipeline.RULES_VERSION,
                                GatedLog.DAWN)
                        .knowing(
                                Option.of(
                                        new InitialState(
                                                texts,
                                                Vector.empty(),
                                                Option.of(Tasks.created(tasks(), terminals)))));
        var events =
                new ArrayList<>(
                        Simulation.of(first)
                                .seed(seed)
                                .visitors(
                                        new RandomActors(
                                                SeededRandom.of(seed), seed == 7 ? 0 : 5, 60))
                                .run()
                                .events());
        events.set(0, first);
        return events;
    }

    private static Policy policy() {
        return Policy.DEFAULT
                .withBranching(
                        new Policy.Branching.OwnTree("foldline/w", "base", Option.of("trunk")))
                .withRoles(LinkedHashMap.of("error", Vector.of("claude:large")));
    }

    private static Vector<Item> tasks() {
        return Vector.of("t0", "t1")
                .map(
                        id ->
                                new Item(
                                        id,
                                        "Task " + id,
                                        Vector.empty(),
                                        Item.TODO,
                                        Option.of("foldline/" + id)))
                .append(new Item("idle", "Nothing", Vector.empty(), Item.DONE, Option.none()));
    }

    private static List<String> statuses(PipelineState state) {
        var overview = WorkflowOverview.of(state);
        var all = new ArrayList<String>();
        all.add("foldline/w " + overview.workflow().word());
        overview.tasks()
                .forEach((id, task) -> all.add("workflow_task " + id + " " + task.task().word()));
        overview.tasks()
                .forEach(
                        (id, task) ->
                                task.terminals()
                                        .forEach(
                                                (terminal, status) ->
                                                        all.add(
                                                                "terminal "
                                                                        + id
                                                                        + "/"
                                                                        + terminal
                                                                        + " "
                                                                        + status.word())));
        return all;
    }

    private List<String> statuses() throws SQLException {
        var prefix = GatedLog.ID.text().length() + 2;
        var all = new ArrayList<>(select("SELECT 'foldline/w', status FROM workflow"));
        all.addAll(
                select(
                        "SELECT 'workflow_task', substr(id, "
                                + prefix
                                + "), status FROM workflow_task ORDER BY order_index"));
        all.addAll(
                select(
                        "SELECT 'terminal', substr(id, "
                                + prefix
                                + "), status FROM terminal ORDER BY id"));
        return all;
    }

    private Path file() {
        return GatedLog.tables(root);
    }

    private void repair() throws Exception {
        try (var tables = StateTables.open(file())) {
            assertThat(TableRebuilder.repair(tables, new Runs(root))).isEmpty();
        }
    }

    private List<String> dump() throws SQLException {
        var all = new ArrayList<>(select("SELECT * FROM workflow"));
        all.addAll(select("SELECT * FROM workflow_task ORDER BY id"));
        all.addAll(select("SELECT * FROM terminal ORDER BY id"));
        return all;
    }

    private List<String> columns(String table) throws SQLException {
        return select("SELECT name FROM pragma_table_info('" + table + "')");
    }

    private void execute(String sql) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> select(String sql) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                var statement = connection.createStatement();
                var found = statement.executeQuery(sql)) {
            var rows = new ArrayList<String>();
            while (found.next()) {
                var row = new ArrayList<String>();
                for (int column = 1; column <= found.getMetaData().getColumnCount(); column++)
                    row.add(found.getString(column));
                rows.add(String.join(" ", row.stream().map(String::valueOf).toList()));
            }
            return rows;
        }
    }
}
