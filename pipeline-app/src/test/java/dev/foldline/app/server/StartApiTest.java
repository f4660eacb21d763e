package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;

import java.time.Instant;

/**
 * Workflows that are made, started, held and given up over HTTP, and driven by the server: S1-12,
 * S1-13, S1-14, S1-15, S1-16.
 */
class StartApiTest extends ServerTestCase {
    @Override
    CliFixture prepared() throws Exception {
        return CliFixture.ready(folder).agent(ServerWorkflows.WAITING);
    }

    private TestServer.Response on(String id, String effect) {
        return served.post("/api/workflows/" + id + "/" + effect);
    }

    @Test
    void S1_12_a_workflow_that_was_only_created_is_not_ready() throws Exception {
        var id = served.created(CliFixture.TWO_TASKS);
        var reported = on(id, "start");
        assertThat(reported.status()).isEqualTo(400);
        assertThat(reported.error())
                .contains("not ready")
                .isEqualTo("Workflow " + id + " is not ready. Current status: created");
        assertThat(served.status(id)).isEqualTo("created");
        assertThat(place.git("branch", "--list", "foldline/*")).isEmpty();
    }

    @Test
    void S1_01_S1_13_a_ready_workflow_runs_here_and_reports_its_start_time() throws Exception {
        var id = served.ready(CliFixture.TWO_TASKS);
        var before = Instant.now();
        var reported = on(id, "start");
        assertThat(reported.status()).as(reported.text()).isEqualTo(200);
        assertThat(reported.json().get("status").asString()).isEqualTo("running");
        assertThat(Instant.parse(reported.json().get("started_at").asString()))
                .isBetween(before, Instant.now());
        assertThat(reported.json().get("completed_at").isNull()).isTrue();
        assertThat(served.service.hosting().running()).hasSize(1);
        awaitBegun(2);
        go();
        served.awaitLeft(id);
        assertThat(served.status(id)).isEqualTo("completed");
        assertThat(served.get("/api/workflows").json().get("workflows").get(0).get("completed_at"))
                .as("when its log ends")
                .isEqualTo(
                        served.get("/api/workflows/" + id + "/timeline")
                                .json()
                                .get("events")
                                .valueStream()
                                .reduce((_, last) -> last)
                                .orElseThrow()
                                .get("at"));
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search: Add a search", "Merge login: Add a login", "first");
        assertThat(served.service.hosting().running()).isEmpty();
    }

    @Test
    void S1_14_a_workflow_without_an_orchestrator_is_not_started() {
        var id = served.ready("orchestrator_enabled: false\n" + ServerWorkflows.ONE_TASK);
        var reported = on(id, "start");
        assertThat(reported.status()).isEqualTo(400);
        assertThat(reported.error()).isEqualTo("Orchestrator is not enabled for this workflow");
        assertThat(served.status(id)).isEqualTo("ready");
        assertThat(place.foldline("workflow", "start", id).err())
                .contains("Orchestrator is not enabled for this workflow");
    }

    @Test
    void S1_15_an_unknown_workflow_is_not_started() {
        var reported = on("rzzz", "start");
        assertThat(reported.status()).isEqualTo(400);
        assertThat(reported.error()).isEqualTo("Workflow not found");
    }

    @Test
    void S1_16_a_start_failure_is_reported_and_the_workflow_stays_ready() {
        var id = served.ready(ServerWorkflows.ONE_TASK.replace("agent: mine", "agent: nobody"));
        var reported = on(id, "start");
        assertThat(reported.status()).isEqualTo(500);
        assertThat(reported.error())
                .startsWith("Failed to start orchestrator: ")
                .contains("unknown agent nobody");
        assertThat(served.status(id)).isEqualTo("ready");
        assertThat(served.service.hosting().running()).isEmpty();
    }

    @Test
    void S1_07_a_stopped_workflow_is_paused_and_can_be_resumed() throws Exception {
        var id = served.ready(CliFixture.TWO_TASKS);
        on(id, "start");
        awaitBegun(2);
        var reported = served.post("/api/workflows/" + id + "/stop", "{\"now\": true}");
        assertThat(reported.status()).as(reported.text()).isEqualTo(200);
        assertThat(reported.json().get("status").asString()).isEqualTo("paused");
        assertThat(
                        place.foldline("log", id)
                                .out()
                                .lines()
                                .filter(line -> line.contains("paused by the user")))
                .as("without any grace")
                .singleElement()
                .asString()
                .contains("at once");
        assertThat(on(id, "stop").error()).isEqualTo("Workflow " + id + " is not running");
        go();
        assertThat(on(id, "resume").status()).isEqualTo(200);
        served.awaitLeft(id);
        assertThat(served.status(id)).isEqualTo("completed");
        assertThat(on(id, "resume").status()).isEqualTo(409);
    }

    @Test
    void a_created_workflow_is_at_its_location_and_has_everything_of_its_text() {
        var reported = served.post("/api/workflows", CliFixture.TWO_TASKS);
        assertThat(reported.status()).isEqualTo(201);
        var made = served.get(reported.header("Location")).json();
        assertThat(made.get("workflow").get("name").asString()).isEqualTo("Shop");
        assertThat(made.get("workflow").get("started_at").isNull()).isTrue();
        assertThat(made.get("tasks").valueStream().map(task -> task.get("id").asString()))
                .containsExactly("login", "search");
        assertThat(served.get("/api/workflows").json().get("workflows").get(0).get("id"))
                .isEqualTo(made.get("workflow").get("id"));
        assertThat(made).isEqualTo(served.get("/api/workflows/@").json());
    }
}
