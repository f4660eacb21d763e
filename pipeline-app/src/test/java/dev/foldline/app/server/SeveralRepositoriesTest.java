package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.output.JsonOutput;

import io.vavr.collection.TreeMap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** One server of two repositories. */
class SeveralRepositoriesTest {
    private static final String TOOLS =
            """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"by-hand","version":"1"}}}\
            """;

    @TempDir Path folder;
    private CliFixture api;
    private CliFixture web;
    private TestServer served;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @BeforeEach
    void two_repositories_and_a_server() throws Exception {
        api = CliFixture.ready(Files.createDirectories(folder.resolve("api")));
        web = CliFixture.ready(Files.createDirectories(folder.resolve("web")));
        served = TestServer.together(TreeMap.of("api", api, "web", web), lines);
    }

    @AfterEach
    void the_server_closes() throws IOException {
        served.close();
    }

    private static void waits(CliFixture place) {
        var run = place.foldline("run", "--gate", "planning", "Add work");
        assertThat(run.exit()).as(run.all()).isEqualTo(3);
    }

    private JsonNode listed(String name) {
        return served.get("/api/repositories")
                .json()
                .get("repositories")
                .valueStream()
                .filter(each -> each.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private int status(HttpRequest.Builder request) {
        return served.send(request).status();
    }

    private HttpRequest.Builder stranger(String path) {
        return HttpRequest.newBuilder(served.at(path));
    }

    @Test
    void the_list_has_each_repository_with_the_number_of_runs_in_each_state() {
        waits(api);
        web.foldline("run", "Add work");
        assertThat(listed("api").get("path").asString()).isEqualTo("/r/api/");
        assertThat(listed("api").get("folder").asString()).isEqualTo(api.root.toString());
        assertThat(listed("api").at("/runs/needs_you").asInt()).isEqualTo(1);
        assertThat(listed("web").at("/runs/needs_you").asInt()).isZero();
        assertThat(listed("web").at("/runs/done").asInt()).isEqualTo(1);
        assertThat(listed("web").at("/today/agent_calls").asInt()).isPositive();

        waits(web);
        assertThat(listed("web").at("/runs/needs_you").asInt()).isEqualTo(1);
        assertThat(listed("web").at("/runs/done").asInt()).isEqualTo(1);
        assertThat(
                        served.get("/api/repositories?names=true")
                                .json()
                                .at("/repositories/0/runs")
                                .isNull())
                .isTrue();
    }

    @Test
    void each_repository_is_whole_below_its_path_and_nowhere_else() throws Exception {
        waits(api);
        assertThat(served.get("/r/api/api/gates").json().get("gates")).hasSize(1);
        assertThat(served.get("/r/web/api/gates").json().get("gates")).isEmpty();
        var gate = served.get("/r/api/api/gates").json().at("/gates/0");
        assertThat(served.post("/r/web/api/workflows", ServerWorkflows.ONE_TASK).header("Location"))
                .startsWith("/r/web/api/workflows/");
        served.post("/r/web/api/workflows", ServerWorkflows.ONE_TASK);
        assertThat(served.get("/r/web/api/runs?limit=1").header("Link"))
                .startsWith("</r/web/api/runs?");
        var page = served.get("/r/web/");
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.text()).contains("app.js");
        assertThat(served.get("/r/web/openapi.json").json().at("/servers/0/url").asString())
                .isEqualTo("/r/web");
        assertThat(served.get("/r/web").header("Location")).isEqualTo("/r/web/");
        assertThat(
                        served.send(
                                        served.request("/r/web/mcp")
                                                .header("Content-Type", "application/json")
                                                .header(
                                                        "Accept",
                                                        "application/json, text/event-stream")
                                                .POST(BodyPublishers.ofString(TOOLS)))
                                .header("Mcp-Session-Id"))
                .isNotEmpty();
        for (var nowhere :
                List.of(
                        "/api/gates",
                        "/mcp",
                        "/r/other/api/gates",
                        "/r/web/healthz",
                        "/r/api/r/web/"))
            assertThat(served.get(nowhere).status()).as(nowhere).isEqualTo(404);

        var answer =
                "/api/gates/" + gate.get("run").asString() + "/" + gate.get("gate_id").asString();
        var shown = served.get("/r/api" + answer).json();
        var body =
                JsonOutput.compact(
                        JsonOutput.fields(
                                "instance",
                                gate.get("instance").asString(),
                                "revision",
                                gate.get("revision").asInt(),
                                "tree",
                                shown.get("tree").asString()));
        assertThat(served.post("/r/web" + answer + "/approve", body).status()).isEqualTo(404);
        var approved = served.post("/r/api" + answer + "/approve", body);
        assertThat(approved.status()).as(approved.text()).isEqualTo(200);
        assertThat(served.get("/r/api/api/gates").json().get("gates")).isEmpty();
    }

    @Test
    void the_streams_of_two_repositories_do_not_mix() throws Exception {
        waits(api);
        var streams = List.of(events("/r/api/api/events"), events("/r/web/api/events"));
        waits(web);
        var gate = api.foldline("approve", "planning", "@", "--revision", "1");
        assertThat(gate.exit()).as(gate.all()).isZero();
        assertThat(gates(streams.get(0))).isEqualTo("gate_approved");
        assertThat(gates(streams.get(1))).isEqualTo("gate_opened");
    }

    @Test
    void a_web_socket_is_below_the_path_too() {
        var address = served.at("/r/web/api/events/ws").toString().replace("http:", "ws:");
        served.http
                .newWebSocketBuilder()
                .header("Authorization", "Bearer " + TestServer.TOKEN)
                .buildAsync(URI.create(address), new WebSocket.Listener() {})
                .join()
                .abort();
    }

    private BufferedReader events(String path) throws Exception {
        var types = "?types=gate_opened,gate_approved";
        var stream =
                new BufferedReader(
                        new InputStreamReader(
                                served.http
                                        .send(
                                                served.request(path + types).build(),
                                                BodyHandlers.ofInputStream())
                                        .body(),
                                StandardCharsets.UTF_8));
        assertThat(stream.readLine()).startsWith("retry: ");
        return stream;
    }

    /** The type of the first message about a gate. */
    private static String gates(BufferedReader stream) throws IOException {
        for (var line = stream.readLine(); line != null; line = stream.readLine())
            if (line.startsWith("data: "))
                return JsonMapper.shared()
                        .readTree(line.substring("data: ".length()))
                        .get("type")
                        .asString();
        throw new AssertionError("the stream has ended");
    }

    @Test
    void one_login_opens_all_and_ends_for_all() throws Exception {
        for (var place : List.of(api, web)) {
            var link = RepositoryService.link(place.runs().root(), api.environment);
            assertThat(link).startsWith(served.at("/login?token=").toString());
            assertThat(status(HttpRequest.newBuilder(URI.create(link)))).isEqualTo(303);
        }
        var link = served.post("/r/web/api/logins").json().get("url").asString();
        var cookie =
                served.send(HttpRequest.newBuilder(URI.create(link)))
                        .header("Set-Cookie")
                        .split(";")[0];
        for (var path : List.of("/", "/r/api/api/runs", "/r/web/api/runs"))
            assertThat(status(stranger(path).header("Cookie", cookie))).as(path).isEqualTo(200);
        assertThat(
                        status(
                                stranger("/r/api/api/logout")
                                        .header("Cookie", cookie)
                                        .POST(BodyPublishers.ofString("{}"))))
                .isEqualTo(200);
        for (var path : List.of("/", "/r/api/api/runs", "/r/web/api/runs"))
            assertThat(status(stranger(path).header("Cookie", cookie))).as(path).isEqualTo(401);
    }

    @Test
    void a_caller_without_the_token_learns_no_name() {
        for (var path : List.of("/r/web/", "/r/web/healthz", "/r/web/api/runs", "/r/web/mcp")) {
            var other = path.replace("web", "other");
            assertThat(status(stranger(path))).as(path).isEqualTo(401);
            assertThat(status(stranger(other))).as(other).isEqualTo(401);
        }
        assertThat(served.send(stranger("/r/other")).header("Location")).isEqualTo("/r/other/");
        assertThat(status(stranger("/api/repositories"))).isEqualTo(401);
    }

    @Test
    void a_repository_that_disappears_shows_an_error_and_the_others_go_on() throws Exception {
        Files.move(web.root, folder.resolve("gone"));
        assertThat(listed("web").get("error").asString()).contains("cannot read the repository");
        assertThat(listed("api").at("/runs/needs_you").asInt()).isZero();
        assertThat(served.get("/r/web/api/runs").status()).isEqualTo(503);
        assertThat(served.get("/r/api/api/runs").status()).isEqualTo(200);
        assertThat(served.get("/healthz").status()).isEqualTo(200);
        var ready = served.send(stranger("/readyz"));
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.error()).isEqualTo("cannot read 1 of 2 repositories");
        assertThat(served.get("/metrics").text())
                .contains("foldline_repository_readable{repository=\"web\"} 0\n")
                .contains("foldline_gates_open{repository=\"api\"} 0\n")
                .doesNotContain("foldline_gates_open{repository=\"web\"}");
        Files.move(folder.resolve("gone"), web.root);
        assertThat(listed("web").get("error").isNull()).isTrue();
        assertThat(served.send(stranger("/readyz")).status()).isEqualTo(200);
    }

    @Test
    void a_line_of_the_log_and_a_metric_name_the_repository() {
        served.get("/r/web/api/runs");
        served.get("/api/me");
        assertThat(served.get("/metrics").text())
                .contains("foldline_runs{repository=\"api\"} 0\n")
                .contains("foldline_runs{repository=\"web\"} 0\n")
                .containsOnlyOnce("# TYPE foldline_runs gauge");
        var logged = lines.stream().map(JsonMapper.shared()::readTree).toList();
        assertThat(logged)
                .filteredOn(each -> each.get("path").asString().equals("/r/web/api/runs"))
                .extracting(each -> each.get("repository").asString())
                .containsExactly("web");
        assertThat(logged)
                .filteredOn(each -> each.get("path").asString().equals("/api/me"))
                .allMatch(each -> !each.has("repository"));
    }
}
