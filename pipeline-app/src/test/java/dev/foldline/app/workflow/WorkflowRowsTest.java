package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What the tables say of workflows that were really run. */
class WorkflowRowsTest {
    private static final String TASKS =
            """
            name: Shop
            target: main
            tasks:
              - name: login
                description: Add a login
                terminals:
                  - { role: developer, agent: mine, description: Use what is there }
              - { name: later, terminals: [] }
            """;

    @TempDir Path folder;

    @Test
    void a_workflow_is_in_the_tables_with_its_tasks_and_terminals_also_when_rebuilt()
            throws Exception {
        var place = CliFixture.ready(folder).write("tasks.yaml", TASKS);
        for (var step : List.of("create -f tasks.yaml", "ready", "start"))
            assertThat(place.foldline(("workflow " + step).split(" ")).exit()).isZero();

        assertThat(
                        select(
                                place,
                                "SELECT name, status, orchestrator_enabled, target_branch, ready_at"
                                    + " <= started_at, started_at <= completed_at, completed_at ="
                                    + " updated_at FROM workflow"))
                .containsExactly("Shop completed 1 main 1 1 1");
        assertThat(
                        select(
                                place,
                                "SELECT name, description, branch, status, order_index, started_at"
                                    + " <= completed_at FROM workflow_task ORDER BY order_index"))
                .containsExactly(
                        "login Add a login foldline/shop-login completed 0 1",
                        "later null foldline/shop-later completed 1 null");
        assertThat(
                        select(
                                place,
                                "SELECT cli_type_id, model_config_id, role, role_description,"
                                        + " order_index, status, started_at <= completed_at,"
                                        + " custom_api_key_ref FROM terminal"))
                .containsExactly("mine null developer Use what is there 0 completed 1 null");

        var written =
                select(
                        place,
                        "SELECT * FROM workflow JOIN workflow_task ON workflow_id = workflow.id"
                            + " LEFT JOIN terminal ON workflow_task_id = workflow_task.id ORDER BY"
                            + " workflow_task.id");
        Files.delete(tables(place));
        place.foldline("gates");
        assertThat(
                        select(
                                place,
                                "SELECT * FROM workflow JOIN workflow_task ON workflow_id ="
                                        + " workflow.id LEFT JOIN terminal ON workflow_task_id ="
                                        + " workflow_task.id ORDER BY workflow_task.id"))
                .hasSize(2)
                .isEqualTo(written);
    }

    @Test
    void a_workflow_that_may_not_be_started_is_in_the_tables_as_such() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .write("tasks.yaml", "orchestrator_enabled: false\n" + TASKS);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        place.foldline("gates");

        assertThat(
                        select(
                                place,
                                "SELECT name, status, orchestrator_enabled, ready_at FROM"
                                        + " workflow"))
                .containsExactly("Shop created 0 null");
    }

    private static Path tables(CliFixture place) {
        return place.root.resolve(".git/foldline/state.sqlite");
    }

    private static List<String> select(CliFixture place, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + tables(place));
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
