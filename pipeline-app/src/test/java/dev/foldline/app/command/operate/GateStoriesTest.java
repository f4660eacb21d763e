package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Gates of runs on real repositories: what an answer changes, and what it leaves alone. */
class GateStoriesTest {
    private static final String GATED =
            """
            workflow: gated
            roles: [developer]
            checks: { ok: { run: ["true"] } }
            stages:
              - stage: only
                phases:
                  - phase: look
                    steps: [ { check: ok } ]
                    gate: { on_reject: %s }
                  - phase: after
                    steps: [ { check: ok } ]
            """;

    @TempDir Path folder;

    private CliFixture rejected(String onReject) throws Exception {
        var place = CliFixture.ready(folder.resolve(onReject));
        place.write("foldline/workflows/gated.yaml", GATED.formatted(onReject));
        place.git("add", "foldline");
        place.git("commit", "-q", "-m", "Add a workflow");
        var reported = place.foldline("run", "--workflow", "gated", "Look");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(3);
        assertThat(place.foldline("reject", "look", "-m", "not yet").exit()).isZero();
        return place;
    }

    @Test
    void S4_15_a_gate_says_whether_a_rejection_ends_the_run_repeats_the_phase_or_goes_on()
            throws Exception {
        var goesOn = rejected("continue");
        assertThat(goesOn.foldline("resume").exit()).isZero();
        assertThat(RunLines.of(goesOn).phases()).containsExactly("start", "look", "after");
        var repeats = rejected("redo");
        assertThat(repeats.foldline("resume").exit()).isEqualTo(3);
        assertThat(repeats.foldline("approve", "look").exit()).isZero();
        assertThat(repeats.foldline("resume").exit()).isZero();
        var ends = rejected("terminate");
        assertThat(ends.foldline("resume").exit()).isNotZero();
        assertThat(RunLines.of(ends).phases()).containsExactly("start", "look");
        assertThat(ends.foldline("status").out()).contains("Rejected at look");
    }

    @Test
    void an_answer_resumes_the_run_if_it_is_asked_to() throws Exception {
        var place = rejected("redo");
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        var again = place.foldline("reject", "look", "-m", "once more", "--resume");
        assertThat(again.exit()).as("at the gate again: %s", again.all()).isEqualTo(3);
        var done = place.foldline("approve", "look", "--resume");
        assertThat(done.exit()).as(done.all()).isZero();
        assertThat(RunLines.of(place).phases()).containsExactly("start", "look", "after");
    }

    @Test
    void S4_08_an_opening_is_one_row_that_the_answer_completes() throws Exception {
        var place = CliFixture.gated(folder);
        assertThat(rows(place)).containsExactly("planning|OPEN|null|null");
        assertThat(place.foldline("approve", "planning", "-m", "good").exit()).isZero();
        assertThat(rows(place))
                .hasSize(1)
                .first()
                .asString()
                .matches("planning\\|APPROVED\\|good\\|20.*Z");
    }

    private static List<String> rows(CliFixture place) throws SQLException {
        var rows = new ArrayList<String>();
        try (var tables =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + place.root.resolve(".git/foldline/state.sqlite"));
                var query = tables.createStatement();
                var found =
                        query.executeQuery(
                                "SELECT gate_id || '|' || status || '|' || ifnull(feedback, 'null')"
                                    + " || '|' || ifnull(resolved_at, 'null') FROM hitl_gates")) {
            while (found.next()) rows.add(found.getString(1));
        }
        return rows;
    }

    @Test
    void S4_12_the_result_of_a_call_that_ends_while_frozen_is_kept() throws Exception {
        var place = CliFixture.ready(folder);
        place.agent(
                AgentScripts.except(
                        "developer",
                        "echo work >> work.txt; touch ~/begun; until [ -e ~/go ]; do sleep 0.05;"
                                + " done; echo done"));
        var home = Path.of(place.environment.get("HOME"));
        var run = place.inAnotherTerminal("run", "Add work");
        CliFixture.until(
                "it works", () -> Files.exists(home.resolve("begun")), () -> !run.isDone());
        assertThat(place.foldline("freeze", "stop", "-m", "wait").exit()).isZero();
        Files.createFile(home.resolve("go"));
        assertThat(run.get().exit()).as(run.get().all()).isEqualTo(3);
        assertThat(place.foldline("approve", "stop").exit()).isZero();
        assertThat(place.foldline("resume").exit()).isZero();
        assertThat(RunLines.of(place).calls("developer")).hasSize(1);
        assertThat(place.read("work.txt")).isEqualTo("work\n");
    }
}
