package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.mcp.JsonRpcClient;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;

/** Runs that are started over HTTP and MCP. */
class StartedRunTest extends ServerTestCase {
    @Override
    CliFixture prepared() throws Exception {
        return CliFixture.ready(folder);
    }

    private void assertCompletes(JsonNode report) throws Exception {
        var run = report.at("/run/id").asString();
        assertThat(report.get("schema").asString()).isEqualTo("foldline.run/1");
        // A driver that has left already has nothing more to do.
        var driver =
                RunLock.holder(directory(run).resolve("lock"))
                        .flatMap(holder -> ProcessHandle.of(holder.pid()));
        assertThat(place.foldline("watch", run).exit()).isZero();
        driver.ifPresent(process -> process.onExit().join());
        assertThat(place.foldline("status", run, "--exit-code").exit()).isZero();
        assertThat(directory(run).resolve("driver.log")).content().contains("end       completed");
    }

    private java.nio.file.Path directory(String run) throws IOException {
        for (RunDirectory each : place.runs().newestFirst())
            if (each.id().text().equals(run)) return each.path();
        throw new AssertionError("no run " + run);
    }

    @Test
    void a_run_started_over_http_works_in_a_worktree_to_its_end() throws Exception {
        var head = place.git("rev-parse", "HEAD");
        var reported = served.post("/api/runs", "{\"task\": \"Add work\"}");
        assertThat(reported.status()).as(reported.text()).isEqualTo(200);
        assertCompletes(reported.json());
        assertThat(place.git("rev-parse", "HEAD")).isEqualTo(head);
        assertThat(place.git("branch", "--list", "foldline/add-work")).isNotBlank();
    }

    private void assertWaits(String run) throws Exception {
        var driver =
                RunLock.holder(directory(run).resolve("lock"))
                        .flatMap(holder -> ProcessHandle.of(holder.pid()));
        place.foldline("watch", run);
        driver.ifPresent(process -> process.onExit().join());
        assertThat(place.foldline("status", run, "--exit-code").exit()).isEqualTo(3);
    }

    private static final String QUICK =
            """
            workflow: quick
            inputs: { area: { type: string } }
            roles: [developer, committer]
            stages:
              - stage: work
                phases:
                  - phase: work
                    steps:
                      - call: { role: developer, prompt: prompts/work.md }
                  - phase: commit
                    commit: { message_from: committer }
            """;

    @Test
    void attempts_are_started_over_http_and_mcp() throws Exception {
        place.write("foldline/workflows/quick.yaml", QUICK)
                .write("foldline/workflows/prompts/work.md", "{{task}} in {{inputs.area}}");
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "Add a workflow");
        var start =
                "{\"task\":\"Add work\",\"workflow\":\"quick\",\"inputs\":[\"area=src\"],"
                        + "\"attempts\":2,\"pick\":\"me\",\"agents\":[\"committer=mine\"],"
                        + "\"budget\":[\"agent_calls=40\",\"compare.agent_calls=9\"]}";
        var reported = served.post("/api/runs", start);
        assertThat(reported.status()).as(reported.text()).isEqualTo(200);
        var run = reported.json().at("/run/id").asString();
        assertWaits(run);
        assertThat(place.foldline("gates").out()).contains("attempt: attempt-2");
        assertThat(place.git("branch", "--list", "foldline/attempt-*").lines()).hasSize(2);

        var lonely = "{\"task\":\"Add work\",\"pick\":\"me\"}";
        var answers =
                JsonRpcClient.answers(
                        place.typing(
                                        JsonRpcClient.talk(
                                                JsonRpcClient.call(1, "run_start", start),
                                                JsonRpcClient.call(2, "run_start", lonely)),
                                        "mcp")
                                .out());
        var waiting = answers.get(1).at("/result/structuredContent/run/id").asString();
        assertWaits(waiting);
        assertThat(place.foldline("status", waiting).out())
                .contains(
                        "quick-attempts, work-pick, compare",
                        "of 40 agent calls",
                        "of 9 agent calls");
        assertThat(place.git("log", "--all", "--format=%s")).contains("Do the work");
        assertThat(answers.get(2).at("/result/content/0/text").asString())
                .contains("--pick needs --attempts");
    }

    @Test
    void a_start_without_a_task_or_with_an_unknown_phase_starts_nothing() throws Exception {
        assertThat(served.post("/api/runs", "{}").error()).startsWith("task is missing");
        var reported = served.post("/api/runs", "{\"task\": \"Add work\", \"until\": \"lunch\"}");
        assertThat(reported.status()).isEqualTo(400);
        assertThat(reported.error()).isEqualTo("workflow ralph has no phase lunch");
        assertThat(place.runs().newestFirst()).isEmpty();
    }
}
