package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.engine.Engines;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Stream;

/**
 * The events of a gate as two clients in other processes see them: {@code foldline log -f --json},
 * which prints the payload, and a subscriber of the server.
 */
class GateEventsTest extends ServerTestCase {
    @Override
    CliFixture prepared() throws Exception {
        var place = CliFixture.ready(folder);
        var reported = place.foldline("run", "--until", "development", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        return place;
    }

    /** Returns the payload of the next event of a type. */
    private static JsonNode next(BufferedReader follower, String type) throws IOException {
        for (String line = follower.readLine(); line != null; line = follower.readLine()) {
            var event = JsonMapper.shared().readTree(line).path("event");
            if (event.path("type").asString().equals(type)) return event;
        }
        throw new AssertionError("the log ended without " + type);
    }

    private void foldline(String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isZero();
    }

    @Test
    void S4_01_S4_02_S4_03_S4_10_clients_receive_the_freeze_the_approval_and_the_rejection()
            throws Exception {
        var run = served.get("/api/runs").json().path("runs").path(0).path("run");
        var builder =
                new ProcessBuilder(Engines.command("log", "-f", "--json"))
                        .directory(place.root.toFile());
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        var process = builder.start();
        try (var follower = process.inputReader();
                var messages =
                        served.http
                                .send(
                                        served.request(
                                                        "/api/runs/"
                                                                + run.path("id").asString()
                                                                + "/events")
                                                .build(),
                                        BodyHandlers.ofLines())
                                .body()) {
            foldline("freeze", "tas_approval", "-m", "TAS must be approved");
            var frozen = next(follower, "frozen");
            assertThat(frozen.path("gate_id").asString()).isEqualTo("tas_approval");
            assertThat(frozen.path("reason").asString()).isEqualTo("TAS must be approved");
            var before = place.foldline("log", "--oneline").out();
            assertThat(place.foldline("resume").exit()).as("frozen").isEqualTo(3);
            assertThat(place.foldline("log", "--oneline").out().substring(before.length()))
                    .doesNotContain("begin:", "phase entered");

            foldline("approve", "tas_approval", "-m", "Approved");
            var resumed = next(follower, "gate_approved");
            assertThat(resumed.path("gate_id").asString()).isEqualTo("tas_approval");
            assertThat(resumed.path("feedback").asString()).isEqualTo("Approved");
            foldline("resume", "--until", "commit");

            foldline("freeze", "tas_approval", "-m", "once more");
            foldline("reject", "tas_approval", "-m", "Rejected");
            var rejected = next(follower, "gate_rejected");
            assertThat(rejected.path("gate_id").asString()).isEqualTo("tas_approval");
            assertThat(rejected.path("feedback").asString()).isEqualTo("Rejected");
            assertThat(place.foldline("resume").exit()).isNotZero();
            assertThat(texts(messages))
                    .containsSubsequence(
                            "frozen at tas_approval",
                            "tas_approval approved",
                            "tas_approval rejected");
        } finally {
            process.destroy();
        }
        assertThat(place.foldline("status").out()).contains("Rejected at ");
        assertThat(place.foldline("show").out()).contains("Rejected");
    }

    /** Returns the texts of the messages up to the rejection, without what follows a name. */
    private static String texts(Stream<String> messages) {
        var texts = new StringBuilder();
        for (var lines = messages.iterator(); lines.hasNext(); ) {
            var line = lines.next();
            if (line.startsWith("data: ")) texts.append(line).append('\n');
            if (line.contains("tas_approval rejected")) break;
        }
        return texts.toString();
    }
}
