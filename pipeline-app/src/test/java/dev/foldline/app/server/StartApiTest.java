package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;

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
    @Thorough
    void S1_22_a_terminal_whose_turn_is_pending_waits_and_only_the_others_work() throws Exception {
        place.configured("checks: []\nruntime: { terminals: 1 }\n");
        served.close();
        served = TestServer.at(place);
        var id = served.ready(CliFixture.TWO_TASKS);
        on(id, "start");
        awaitBegun(1);
        CliFixture.until("one waits", () -> places(id).contains("waiting"), served::drives);
        assertThat(places(id)).containsExactlyInAnyOrder("working", "waiting");
        go();
        served.awaitLeft(id);
        assertThat(places(id)).containsExactly("completed", "completed");
    }

    private List<String> places(String id) {
        return served.get("/api/workflows/" + id + "/tasks")
                .json()
                .get("tasks")
                .valueStream()
                .map(task -> task.get("terminals").get(0).get("status").asString())
                .toList();
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

    @Thorough
    @Test
    void S1_02_a_driven_workflow_is_not_started_again() throws Exception {
        var id = served.ready(ServerWorkflows.ONE_TASK);
        assertThat(on(id, "start").status()).isEqualTo(200);
        var again = on(id, "start");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.error()).isEqualTo("Workflow " + id + " is already running");
        assertThat(place.foldline("workflow", "start", id).err()).contains("is already running");
        go();
        served.awaitLeft(id);
        assertThat(on(id, "start").error()).contains("is not ready. Current status: completed");
    }

    @Test
    @Thorough
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
    @Thorough
    void a_workflow_of_other_rules_continues_when_they_are_accepted() throws Exception {
        var id = served.ready(ServerWorkflows.ONE_TASK);
        on(id, "start");
        awaitBegun(1);
        served.post("/api/workflows/" + id + "/stop", "{\"now\": true}");
        place.older(id)
                .older(
                        served.get("/api/workflows/" + id + "/tasks")
                                .json()
                                .get("tasks")
                                .get(0)
                                .get("run")
                                .asString());
        go();
        var reported = on(id, "resume");
        assertThat(reported.status()).isEqualTo(400);
        assertThat(reported.error()).contains("started under rules");
        assertThat(reported.json().get("next").asString())
                .isEqualTo("foldline workflow resume " + id + " --accept-rules");
        assertThat(
                        served.post("/api/workflows/" + id + "/resume", "{\"accept_rules\": true}")
                                .status())
                .isEqualTo(200);
        served.awaitLeft(id);
        assertThat(served.status(id)).isEqualTo("completed");
    }

    @Test
    @Thorough
    void a_workflow_paused_before_its_start_is_only_released_and_takes_no_slot() throws Exception {
        var id = served.created(ServerWorkflows.ONE_TASK);
        place.foldline("pause", id);
        assertThat(on(id, "ready").error()).contains("is not created. Current status: paused");
        assertThat(on(id, "resume").json().get("status").asString()).isEqualTo("created");
        assertThat(served.service.hosting().running()).isEmpty();
        assertThat(on(id, "ready").json().get("status").asString()).isEqualTo("ready");
        place.foldline("pause", id);
        assertThat(place.foldline("workflow", "resume", id).out()).contains("is ready");
        assertThat(on(id, "start").json().get("status").asString()).isEqualTo("running");
        awaitBegun(1);
        go();
        served.awaitLeft(id);
        assertThat(served.status(id)).isEqualTo("completed");
    }

    @Test
    @Thorough
    void a_task_that_waits_at_a_gate_continues_when_it_is_approved_here() throws Exception {
        var id = served.ready(ServerWorkflows.ONE_TASK);
        on(id, "start");
        awaitBegun(1);
        var run =
                served.get("/api/workflows/" + id + "/tasks")
                        .json()
                        .get("tasks")
                        .get(0)
                        .get("run")
                        .asString();
        assertThat(place.foldline("freeze", "look", "-m", "let me see", run).exit()).isZero();
        go();
        var gate = served.get("/api/gates").json().get("gates").get(0);
        assertThat(gate.get("run").asString()).isEqualTo(run);
        var answer =
                JsonOutput.fields(
                        "instance",
                        gate.get("instance").asString(),
                        "revision",
                        gate.get("revision").asLong());
        if (!gate.get("tree").isNull()) answer.put("tree", gate.get("tree").asString());
        var reported =
                served.post("/api/gates/" + run + "/look/approve", JsonOutput.compact(answer));
        assertThat(reported.json().path("driven").asBoolean()).as(reported.text()).isTrue();
        served.awaitLeft(id);
        assertThat(served.status(id)).isEqualTo("completed");
    }

    @Test
    @Thorough
    void a_cancelled_workflow_cancels_its_tasks() throws Exception {
        var id = served.ready(CliFixture.TWO_TASKS);
        on(id, "start");
        awaitBegun(2);
        var reported = served.post("/api/workflows/" + id + "/cancel", "{\"why\": \"enough\"}");
        assertThat(reported.json().get("status").asString())
                .as(reported.text())
                .isEqualTo("cancelled");
        served.get("/api/workflows/" + id + "/tasks")
                .json()
                .get("tasks")
                .forEach(task -> assertThat(task.get("status").asString()).isEqualTo("cancelled"));
        assertThat(place.foldline("log", id).out()).contains("given up: enough");
        var never = served.created(ServerWorkflows.ONE_TASK);
        assertThat(on(never, "cancel").json().get("status").asString())
                .as("driven only to its end")
                .isEqualTo("cancelled");
        assertThat(on(id, "resolve").error()).contains("is not waiting for a merge to be resolved");
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

    @Test
    @Thorough
    void S1_56_a_paused_workflow_is_not_resumed_by_recover() throws Exception {
        var id = served.ready(ServerWorkflows.ONE_TASK);
        assertThat(served.post("/api/recover").json().get("resumed")).isEmpty();
        on(id, "start");
        awaitBegun(1);
        var driven = served.post("/api/recover").json();
        assertThat(
                        driven.get("resumed").size()
                                + driven.get("running").size()
                                + driven.get("failed").size())
                .as("what is driven here is none of it")
                .isZero();
        go();
        on(id, "stop");
        assertThat(place.foldline("log", id).out())
                .as("its agent ends by itself")
                .contains("paused by the user")
                .doesNotContain("at once");
        assertThat(served.post("/api/recover").json().get("resumed"))
                .as("one that was held is left")
                .isEmpty();
    }
}
