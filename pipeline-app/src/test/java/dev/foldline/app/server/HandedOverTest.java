package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.command.Command;
import dev.foldline.core.event.InputEvent.RetryGranted;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.store.RunId;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;

/** What one server leaves when it is told to go, and what the next one makes of it. */
class HandedOverTest extends ServerTestCase {
    @Override
    CliFixture prepared() throws Exception {
        return CliFixture.ready(folder).agent(ServerWorkflows.WAITING);
    }

    private String start(String tasks) {
        var id = served.ready(tasks);
        var reported = served.post("/api/workflows/" + id + "/start");
        assertThat(reported.status()).as(reported.text()).isEqualTo(200);
        return id;
    }

    /** Another server in the place of this one. */
    private void followed() throws IOException {
        served.close();
        served = TestServer.at(place);
    }

    private JsonNode task(String workflow, String id) {
        return served.get("/api/workflows/" + workflow + "/tasks")
                .json()
                .get("tasks")
                .valueStream()
                .filter(task -> task.get("id").asString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private long retries(String run) throws IOException {
        try (var here = Workspace.open(place.root, place.environment)) {
            var retries = new java.util.ArrayList<RetryGranted>();
            RunHistory.open(here.runs().directory(new RunId(run)))
                    .walk(
                            moment -> {
                                if (moment.event() instanceof RetryGranted granted)
                                    retries.add(granted);
                                return true;
                            });
            return retries.size();
        }
    }

    @Test
    void S1_08_a_task_that_waits_for_the_user_is_not_retried_by_the_next_server() throws Exception {
        place.agent(
                "case $(git rev-parse --abbrev-ref HEAD) in *login) exit 3 ;; esac\n"
                        + ServerWorkflows.WAITING);
        var id = start(CliFixture.TWO_TASKS);
        awaitBegun(1);
        CliFixture.until(
                "login has failed",
                () -> task(id, "login").get("status").asString().equals("failed"),
                served::drives);
        followed();
        for (var run : new String[] {id, task(id, "search").get("run").asString()})
            assertThat(place.foldline("log", run).out())
                    .as("no person held it")
                    .contains("paused because its driver was shut down")
                    .doesNotContain("by the user");
        assertThat(served.service.recover().resumed().map(RunId::text)).containsExactly(id);
        go();
        served.awaitLeft(id);
        assertThat(task(id, "search").get("status").asString())
                .as("the other was gone on with")
                .isEqualTo("completed");
        assertThat(retries(task(id, "login").get("run").asString())).as("nobody asked").isZero();
        place.agent(ServerWorkflows.WORK);
        assertThat(served.post("/api/workflows/" + id + "/resume").status()).isEqualTo(200);
        served.awaitLeft(id);
        assertThat(retries(task(id, "login").get("run").asString())).as("a person asked").isOne();
        assertThat(served.status(id)).isEqualTo("completed");
    }

    @Test
    void a_workflow_that_waits_for_an_approval_continues_at_the_next_server_when_it_is_given()
            throws Exception {
        var id = start(ServerWorkflows.ONE_TASK);
        awaitBegun(1);
        assertThat(place.foldline("freeze", "look", id, "-m", "see").exit()).isZero();
        go();
        followed();
        assertThat(served.service.recover().resumed().map(RunId::text)).containsExactly(id);
        assertThat(place.foldline("approve", "look", id).exit()).isZero();
        served.awaitLeft(id);
        assertThat(served.status(id)).isEqualTo("completed");
    }

    @Test
    void a_server_that_is_shutting_down_starts_nothing_and_reports_it() throws Exception {
        start(ServerWorkflows.ONE_TASK);
        awaitBegun(1);
        var other =
                served.ready(
                        ServerWorkflows.ONE_TASK.replace("Shop", "Site").replace("login", "home"));
        served.service.send(
                new DriverInput.CommandReceived(new Command.Pause(Urgency.WHEN_DONE), _ -> {}));
        var reported = served.post("/api/workflows/" + other + "/start");
        assertThat(reported.status()).as(reported.text()).isEqualTo(503);
        assertThat(reported.error()).contains("the server is shutting down");
        assertThat(served.status(other)).isEqualTo("ready");
        for (var effect :
                new String[] {
                    "/api/workflows/" + other + "/cancel",
                    "/api/workflows/" + other + "/resume",
                    "/api/runs/" + other + "/resume",
                    "/api/recover"
                }) assertThat(served.post(effect).status()).as(effect).isEqualTo(503);
        go();
    }
}
