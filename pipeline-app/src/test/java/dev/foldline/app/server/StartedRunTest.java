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

    @Test
    void a_run_started_over_mcp_works_to_its_end() throws Exception {
        var call = JsonRpcClient.call(1, "run_start", "{\"task\": \"Add work\"}");
        var answer =
                JsonRpcClient.answers(place.typing(JsonRpcClient.talk(call), "mcp").out()).get(1);
        assertThat(answer.at("/result/content/0/text").asString())
                .startsWith("Run start: ")
                .endsWith(" (see structuredContent)")
                .hasSizeLessThan(300);
        assertCompletes(JsonRpcClient.of(answer.get("result")));
    }
}
