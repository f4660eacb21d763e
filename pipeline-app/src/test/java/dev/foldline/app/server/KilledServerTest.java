package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;

/** A server that is ended by {@code kill -9} again and again, while it drives a workflow. */
class KilledServerTest {
    private static final int KILLS = Thorough.ALL ? 6 : 2;
    private static final long SEED = 1;
    private static final int MILLIS_MAX = 1500;

    private static final String THREE_TASKS =
            """
            name: Shop
            tasks:
              - { name: login, terminals: [ { role: developer, agent: mine } ] }
              - { name: search, terminals: [ { role: developer, agent: mine } ] }
              - { name: cart, terminals: [ { role: developer, agent: mine } ] }
            """;

    @TempDir Path folder;

    @Test
    @Thorough
    void S1_56_a_server_killed_any_number_of_times_completes_all_work_once() throws Exception {
        var place = CliFixture.ready(folder);
        place.agent("sleep 0.7\n" + ServerWorkflows.WORK);
        place.write("tasks.yaml", THREE_TASKS);
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        place.foldline("workflow", "ready");
        var random = new Random(SEED);
        for (int kill = 0; kill < KILLS; kill++) {
            try (var server = new ServerProcess(place, "--json")) {
                var reported = server.readDocument();
                if (kill == 0)
                    assertThat(
                                    ServerProcess.call(reported, "POST", "/api/workflows/@/start")
                                            .statusCode())
                            .isEqualTo(200);
                assertThat(reported.get("failed")).isEmpty();
                Thread.sleep(random.nextInt(MILLIS_MAX));
                server.kill();
            }
        }
        try (var server = new ServerProcess(place, "--json")) {
            assertThat(server.readDocument().get("failed")).isEmpty();
            while (!status(place).equals("completed")) Thread.sleep(100);
        }
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge cart", "Merge search", "Merge login", "first");
        for (var task : new String[] {"login", "search", "cart"}) {
            assertThat(place.git("show", "main:" + task + ".txt")).isEqualTo(task);
            assertThat(place.git("rev-list", "--count", "main..foldline/shop-" + task))
                    .as("one commit of work")
                    .isEqualTo("1");
        }
        try (Stream<Path> runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            assertThat(runs).as("the workflow and three tasks").hasSize(4);
        }
        assertThat(place.git("status", "--porcelain", "-uno")).isEmpty();
    }

    private static String status(CliFixture place) {
        return JsonMapper.shared()
                .readTree(place.foldline("workflow", "status", "--json").out())
                .get("workflow")
                .get("status")
                .asString();
    }
}
