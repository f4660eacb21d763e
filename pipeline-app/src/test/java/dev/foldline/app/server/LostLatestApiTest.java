package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a call means that asks for the latest run or workflow, where that one has worked and lost
 * its log: what the command line means.
 */
class LostLatestApiTest {
    private static final Pattern RUN = Pattern.compile("r[a-z2-7]{16}");

    @TempDir Path folder;
    private CliFixture place;
    private TestServer served;

    @BeforeEach
    void a_server() throws Exception {
        place = CliFixture.ready(folder);
        served = TestServer.at(place);
    }

    @AfterEach
    void the_server_closes() throws IOException {
        served.close();
    }

    private void lose(String run) throws IOException {
        Files.delete(place.root.resolve(".git/foldline/runs").resolve(run).resolve("events.jsonl"));
    }

    @Test
    void a_workflow_command_does_not_fall_back_to_an_older_workflow_if_the_latest_lost_its_log()
            throws Exception {
        place.agent("exit 3\n");
        place.environment.putAll(
                Map.of(
                        "FOLDLINE_LIMITS_CYCLES",
                        "1",
                        "FOLDLINE_LIMITS_SAME_AGENT",
                        "1",
                        "FOLDLINE_LIMITS_RECOVERIES",
                        "0"));
        var older = failed();
        var later = failed();
        lose(later);
        for (var effect : new String[] {"ready", "start", "resume", "resolve", "cancel"}) {
            var reported = served.post("/api/workflows/@/" + effect);
            assertThat(reported.error())
                    .as(effect + " " + reported.text())
                    .contains("the log of the latest run, " + later + ", is lost");
            assertThat(reported.json().get("next").asString())
                    .startsWith("foldline workflow " + effect + " " + older);
        }
        assertThat(served.status(older)).isEqualTo("failed");
        assertThat(served.status("@")).as("to look at one does no harm").isEqualTo("failed");
        assertThat(served.post("/api/workflows/" + older + "/cancel").status()).isEqualTo(200);
    }

    private String failed() throws InterruptedException {
        var id = served.ready(ServerWorkflows.ONE_TASK);
        served.post("/api/workflows/" + id + "/start");
        served.awaitLeft(id);
        return id;
    }

    @Test
    void a_resume_does_not_fall_back_to_an_older_run_if_the_latest_lost_its_log() throws Exception {
        var older = paused("Add one");
        var later = paused("Add two");
        lose(later);
        var reported = served.post("/api/runs/@/resume");
        assertThat(reported.status()).as(reported.text()).isEqualTo(409);
        assertThat(reported.error()).contains("the log of the latest run, " + later + ", is lost");
        assertThat(reported.json().get("next").asString()).startsWith("foldline resume " + older);
    }

    private String paused(String task) {
        var reported = place.foldline("run", "--worktree", "--until", "development", task);
        var run = RUN.matcher(reported.out());
        assertThat(reported.exit() == 0 && run.find()).as(reported.all()).isTrue();
        return run.group();
    }
}
