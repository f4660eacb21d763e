package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code foldline serve} in a process of its own, ended and begun again. */
class ServeCommandTest {
    @TempDir Path folder;
    private CliFixture place;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder);
    }

    private String start(ServerProcess server) throws Exception {
        place.write("tasks.yaml", CliFixture.TWO_TASKS);
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        place.foldline("workflow", "ready");
        var reported =
                JsonMapper.shared()
                        .readTree(
                                ServerProcess.call(
                                                server.readDocument(),
                                                "POST",
                                                "/api/workflows/@/start")
                                        .body());
        CliFixture.until("both agents work", () -> startedRuns() == 2, server.process::isAlive);
        return reported.get("id").asString();
    }

    private long startedRuns() throws IOException {
        try (var files = Files.list(Path.of(place.environment.get("HOME")))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("begun-"))
                    .count();
        }
    }

    private String status(String workflow) {
        return JsonMapper.shared()
                .readTree(place.foldline("workflow", "status", workflow, "--json").out())
                .get("workflow")
                .get("status")
                .asString();
    }

    private void completes(String workflow, ServerProcess server) throws Exception {
        Files.writeString(Path.of(place.environment.get("HOME")).resolve("go"), "");
        CliFixture.until(
                "it is completed",
                () -> status(workflow).equals("completed"),
                server.process::isAlive);
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search: Add a search", "Merge login: Add a login", "first");
    }

    @Test
    void serve_prints_its_address_and_the_login_and_accepts_only_those() throws Exception {
        try (var server = new ServerProcess(place, "--json")) {
            var reported = server.readDocument();
            assertThat(reported.get("schema").asString()).isEqualTo("foldline.serve/1");
            assertThat(reported.get("url").asString()).matches("http://127\\.0\\.0\\.1:\\d+");
            assertThat(ServerProcess.call(reported, "GET", "/api/workflows").statusCode())
                    .isEqualTo(200);
            assertThat(
                            http.send(
                                            HttpRequest.newBuilder(
                                                            URI.create(
                                                                    reported.get("login")
                                                                            .asString()))
                                                    .build(),
                                            BodyHandlers.ofString())
                                    .statusCode())
                    .isEqualTo(303);
            assertThat(server.terminated()).isEqualTo(143);
            try (var files = Files.walk(place.root.resolve(".git/foldline"))) {
                for (var file : files.filter(Files::isRegularFile).toList())
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContain(reported.get("token").asString());
            }
            assertThat(Files.readString(server.said))
                    .doesNotContain(reported.get("token").asString());
        }
    }

    @Test
    void a_second_server_reports_the_address_of_the_first_and_no_token_that_was_given()
            throws Exception {
        place.environment.put("FOLDLINE_TOKEN", TestServer.TOKEN);
        try (var server = new ServerProcess(place)) {
            var address = server.out.readLine();
            assertThat(address).matches("http://127\\.0\\.0\\.1:\\d+");
            assertThat(server.out.readLine())
                    .startsWith("Open once in a browser: http://127.0.0.1:")
                    .doesNotContain(TestServer.TOKEN);
            var second = place.foldline("serve");
            assertThat(second.exit()).isEqualTo(8);
            assertThat(second.err())
                    .contains(
                            "this repository is served already, at " + address,
                            "process " + server.process.pid());
            var request =
                    HttpRequest.newBuilder(URI.create(address + "/api/runs"))
                            .header("Authorization", "Bearer " + TestServer.TOKEN)
                            .build();
            assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_process_of_a_run_cannot_serve() throws Exception {
        place.environment.put("FOLDLINE_RUN", "r1234");
        place.environment.put("FOLDLINE_TICKET", "7");
        try (var server = new ServerProcess(place)) {
            assertThat(server.stop()).isEqualTo(1);
            assertThat(Files.readString(server.said))
                    .contains("this process works for run r1234: only a human may do this");
            assertThat(server.out.readLine()).as("nothing was told").isNull();
        }
    }

    @Test
    void S1_08_S1_56_a_terminated_or_killed_server_leaves_its_workflows_to_the_next_one()
            throws Exception {
        place.agent(ServerWorkflows.WAITING);
        String id;
        try (var server = new ServerProcess(place, "--json")) {
            id = start(server);
            assertThat(server.terminated()).isEqualTo(143);
        }
        assertThat(status(id)).isEqualTo("paused");
        try (var server = new ServerProcess(place, "--json")) {
            assertThat(server.readDocument().get("resumed").valueStream().map(JsonNode::asString))
                    .containsExactly(id);
            server.kill();
        }
        assertThat(status(id)).isEqualTo("running");
        try (var server = new ServerProcess(place, "--json")) {
            assertThat(server.readDocument().get("resumed").valueStream().map(JsonNode::asString))
                    .containsExactly(id);
            completes(id, server);
        }
    }

    @Test
    void a_server_that_cannot_start_reports_why() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var reported =
                    place.foldline("serve", "--port", Integer.toString(taken.getLocalPort()));
            assertThat(reported.exit()).isEqualTo(1);
            assertThat(reported.err())
                    .contains("port " + taken.getLocalPort() + " cannot be listened on");
        }
        assertThat(place.foldline("serve", "--host", "0.0.0.0").err())
                .contains("0.0.0.0 is not a loopback address");
        assertThat(place.foldline("serve", "--port", "70000").err()).contains("invalid port 70000");
        place.environment.put("FOLDLINE_TOKEN", "short");
        var reported = place.foldline("serve");
        assertThat(reported.exit()).isEqualTo(2);
        assertThat(reported.all())
                .contains(
                        "FOLDLINE_TOKEN must have 16 to 512", "choose one of 16 to 512 characters")
                .doesNotContain("short");
    }
}
