package dev.foldline.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.projection.runtime.WorkflowStatus;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * {@code foldline serve} is killed every few seconds for some minutes, at instants of the seed's,
 * while it drives several workflows and is asked for new ones; then it is left alone. For the
 * profile {@code kill}.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(4 * 3600)
class ServerKills {
    private static final int MINUTES = Integer.getInteger("foldline.kill.minutes", 5);
    private static final long SEED = Long.getLong("foldline.seed", 1);
    private static final int LIFE_MILLIS_MAX = 8_000;
    private static final int WORKFLOWS_AT_ONCE = 3;
    private static final int LOOK_AGAIN_MILLIS = 100;
    private static final int TERMINATED = 128 + 15;

    @TempDir Path folder;
    private TaskWorkflowScenario shop;
    private int made;
    private int told;

    @BeforeEach
    void a_shop() throws Exception {
        shop = TaskWorkflowScenario.in(folder);
    }

    @Test
    void S1_56_a_server_that_is_killed_every_few_seconds_does_everything_once() throws Exception {
        var checkout = shop.checkout();
        var random = new Random(SEED);
        int kills = 0;
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
        for (; System.nanoTime() < end; kills++)
            live(random.nextInt(LIFE_MILLIS_MAX), random.nextInt(4) == 0);
        System.out.println(
                "seed "
                        + SEED
                        + ": killed "
                        + kills
                        + " times in "
                        + MINUTES
                        + " minutes, "
                        + told
                        + " of them after it had begun to serve; it had done "
                        + shop.workflows().values().stream()
                                .filter(WorkflowStatus.COMPLETED::equals)
                                .count()
                        + " of "
                        + shop.workflows().size()
                        + " workflows by then");
        var last = left();
        try (var server = ApplicationProcess.start(shop.place(), "serve", "--json")) {
            bringOn(recovered(server, last));
            while (!isDone()) Thread.sleep(LOOK_AGAIN_MILLIS);
            server.signal("TERM");
            assertThat(server.end()).as(server.output()).isEqualTo(TERMINATED);
        }
        shop.isDoneOnce();
        assertThat(shop.checkout()).isEqualTo(checkout);
    }

    /** One server, for so long: counted from where it serves, or from the start of its process. */
    private void live(int millis, boolean isNew) throws Exception {
        var running = left();
        try (var server = ApplicationProcess.start(shop.place(), "serve", "--json")) {
            var killer = Thread.ofVirtual().unstarted(() -> killAfter(server, millis));
            if (isNew) killer.start();
            try {
                var address = recovered(server, running);
                told++;
                if (!isNew) killer.start();
                while (server.isAlive()) {
                    bringOn(address);
                    if (unfinished() < WORKFLOWS_AT_ONCE)
                        call(address, "", TaskWorkflowScenario.definition(++made));
                    Thread.sleep(LOOK_AGAIN_MILLIS);
                }
            } catch (IOException cutOff) {
                killer.join();
                assertThat(server.isAlive()).as(cutOff + "\n" + server.output()).isFalse();
            }
            killer.join();
        }
    }

    private static void killAfter(ApplicationProcess server, int millis) {
        try {
            Thread.sleep(millis);
            server.kill();
        } catch (InterruptedException never) {
            throw new AssertionError(never);
        }
    }

    private boolean isDone() throws IOException {
        var stand = shop.workflows();
        assertThat(stand.values())
                .as(stand.toString())
                .doesNotContain(
                        WorkflowStatus.FAILED, WorkflowStatus.PAUSED, WorkflowStatus.CANCELLED);
        return stand.values().stream().allMatch(WorkflowStatus.COMPLETED::equals);
    }

    private long unfinished() throws IOException {
        return shop.workflows().values().stream()
                .filter(status -> status != WorkflowStatus.COMPLETED)
                .count();
    }

    /**
     * What is made becomes ready, and what is ready is started, also where the server before was
     * killed in between.
     */
    private void bringOn(JsonNode server) throws IOException, InterruptedException {
        for (var workflow : shop.workflows().entrySet()) {
            if (workflow.getValue() == WorkflowStatus.CREATED)
                call(server, "/" + workflow.getKey() + "/ready", "");
            if (workflow.getValue() == WorkflowStatus.READY)
                call(server, "/" + workflow.getKey() + "/start", "");
        }
    }

    /**
     * What was running when the server before died. While none lives nothing ends, and nothing that
     * waits is begun.
     */
    private Set<String> left() throws IOException {
        return shop.workflows().entrySet().stream()
                .filter(
                        each ->
                                each.getValue() == WorkflowStatus.RUNNING
                                        || each.getValue() == WorkflowStatus.MERGING)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /**
     * Waits until it serves, and says that it goes on with these.
     *
     * @throws IOException if it is killed before
     */
    private static JsonNode recovered(ApplicationProcess server, Set<String> running)
            throws IOException, InterruptedException {
        while (!server.output().contains("\n")) {
            if (!server.isAlive()) throw new IOException("killed before it served");
            Thread.sleep(LOOK_AGAIN_MILLIS);
        }
        var line = JsonMapper.shared().readTree(server.output().lines().findFirst().orElseThrow());
        assertThat(line.get("failed")).isEmpty();
        assertThat(line.get("resumed").valueStream().map(JsonNode::asString))
                .containsExactlyInAnyOrderElementsOf(running);
        return line;
    }

    private static void call(JsonNode server, String path, String body)
            throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            var asked =
                    HttpRequest.newBuilder(
                                    URI.create(
                                            server.get("url").asString() + "/api/workflows" + path))
                            .header("Authorization", "Bearer " + server.get("token").asString())
                            .header("Content-Type", "application/yaml")
                            .POST(BodyPublishers.ofString(body))
                            .build();
            var reported = http.send(asked, BodyHandlers.ofString());
            assertThat(reported.statusCode()).as(path + ": " + reported.body()).isIn(200, 201);
        }
    }
}
