package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunObserver;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.DefaultHandler;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the server does not do, and how it says so. */
class RefusalsTest {
    private static final ServerLimits BOUNDS =
            new ServerLimits(
                    2000,
                    20,
                    ServerLimits.DEFAULT.idleTimeout(),
                    ServerLimits.DEFAULT.keepalive(),
                    1000,
                    ServerLimits.DEFAULT.sessions(),
                    ServerLimits.DEFAULT.incomplete());

    @TempDir static Path folder;
    private static TestServer served;

    @BeforeAll
    static void a_server() throws Exception {
        served = TestServer.at(CliFixture.ready(folder), BOUNDS);
    }

    @AfterAll
    static void the_server_closes() throws IOException {
        served.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/api/workflows",
                "/openapi.json",
                "/api/workflows/rx/events",
                "/nothing",
                "/index.html"
            })
    void a_caller_without_the_token_learns_nothing(String path) {
        for (var shown : new String[] {"", "Bearer wrong", "Basic YTpi"}) {
            var request = HttpRequest.newBuilder(served.at(path));
            if (!shown.isEmpty()) request.header("Authorization", shown);
            var reported = served.send(request);
            assertThat(reported.status()).isEqualTo(401);
            assertThat(reported.header("WWW-Authenticate")).isEqualTo("Bearer");
            assertThat(reported.error()).contains("token");
        }
    }

    @Test
    void resources_of_a_server_that_cannot_listen_are_closed() throws Exception {
        var closed = new ArrayList<String>();
        var annex =
                new MountedHandler() {
                    @Override
                    public String path() {
                        return "/annex";
                    }

                    @Override
                    public Handler handler() {
                        return new DefaultHandler();
                    }

                    @Override
                    public void close() {
                        closed.add(path());
                    }
                };
        var place = CliFixture.ready(folder.resolve("other"));
        try (var here = Workspace.open(place.root, place.environment)) {
            assertThatThrownBy(
                            () ->
                                    RepositoryService.start(
                                            here,
                                            new RepositoryService.Setup(
                                                    "127.0.0.1",
                                                    served.port(),
                                                    TestServer.TOKEN,
                                                    BOUNDS,
                                                    (_, _, _) -> annex),
                                            RunObserver.NONE,
                                            Throwable::printStackTrace))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("cannot be listened on");
        }
        assertThat(closed).containsExactly("/annex");
    }

    @Test
    void an_internal_error_is_reported_to_the_caller_and_to_the_server_operator() throws Exception {
        var bugs = new CopyOnWriteArrayList<Throwable>();
        var annex =
                new MountedHandler() {
                    @Override
                    public String path() {
                        return "/annex";
                    }

                    @Override
                    public Handler handler() {
                        return new Handler.Abstract() {
                            @Override
                            public boolean handle(
                                    Request request, Response response, Callback callback) {
                                throw new IllegalStateException("never thought of");
                            }
                        };
                    }

                    @Override
                    public void close() {}
                };
        var place = CliFixture.ready(folder.resolve("mistaken"));
        try (var here = Workspace.open(place.root, place.environment);
                var service =
                        RepositoryService.start(
                                here,
                                new RepositoryService.Setup(
                                        "127.0.0.1",
                                        0,
                                        TestServer.TOKEN,
                                        BOUNDS,
                                        (_, _, _) -> annex),
                                RunObserver.NONE,
                                bugs::add)) {
            var reported =
                    served.http.send(
                            HttpRequest.newBuilder(service.address().resolve("/annex")).build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(reported.statusCode()).isEqualTo(500);
            assertThat(reported.body())
                    .startsWith("{\"error\":")
                    .contains("internal error", "never thought of");
        }
        assertThat(bugs).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_page_of_another_origin_is_refused_even_with_the_token() {
        var reported =
                served.send(
                        served.request("/api/workflows").header("Origin", "http://example.org"));
        assertThat(reported.status()).isEqualTo(403);
        assertThat(reported.header("Access-Control-Allow-Origin")).isEmpty();
        assertThat(
                        served.send(
                                        served.request("/api/workflows")
                                                .header(
                                                        "Origin",
                                                        "http://localhost:" + served.port()))
                                .status())
                .isEqualTo(200);
    }

    @Test
    void another_name_for_this_machine_is_refused() throws IOException {
        assertThat(
                        raw(
                                "GET /api/workflows HTTP/1.1\r\nHost: example.org:"
                                        + served.port()
                                        + "\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("GET /api/workflows HTTP/1.1\r\nHost: localhost:" + served.port() + "\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void invalid_http_is_answered_with_an_error_without_internal_details() throws IOException {
        var reported =
                raw("GET /../api/workflows HTTP/1.1\r\nHost: localhost:" + served.port() + "\r\n");
        assertThat(reported)
                .startsWith("HTTP/1.1 400")
                .contains("{\"error\":")
                .doesNotContain("Exception", "Jetty");
    }

    /** Written by hand, since no client lets one choose the host. */
    private String raw(String head) throws IOException {
        return raw(head, "");
    }

    private String raw(String head, String body) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
            socket.getOutputStream()
                    .write(
                            (head
                                            + "Authorization: Bearer "
                                            + TestServer.TOKEN
                                            + "\r\nConnection: close\r\n\r\n"
                                            + body)
                                    .getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void a_body_beyond_the_limit_is_refused_and_not_read() {
        var reported = served.post("/api/workflows", "x".repeat(2001));
        assertThat(reported.status()).isEqualTo(413);
        assertThat(reported.header("Connection"))
                .as("what was not read is no other request")
                .isEqualTo("close");
        assertThat(served.post("/api/workflows", "x".repeat(2000)).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/workflows                 | 'tasks: ['                  | YAML",
                "/api/workflows                 | '- a list'                  | where keys are"
                        + " expected",
                "/api/workflows                 | 'tasks: [ { nam: x } ]'     | name is missing",
                "/api/workflows                 | '{target: nowhere, tasks: []}' | no branch"
                        + " nowhere",
                "/api/workflows/@/stop          | '{'                         | not JSON",
                "/api/workflows/@/ready         | '{\"now\": true}'           | there is no now"
                        + " here",
                "/api/workflows/@/stop          | '[]'                        | not a JSON object",
                "/api/workflows/@/stop          | '{\"now\": \"yes\"}'        | now must be true or"
                        + " false",
                "/api/workflows/@/stop          | '{\"later\": true}'         | there is no later"
                        + " here, only now",
                "/api/gates/@/plan/approve      | '{\"instance\": \"1\"}'     | revision is"
                        + " missing",
                "/api/gates/@/plan/approve      | '{\"revision\": -1}'        | whole number"
            })
    void an_unknown_body_is_refused_with_the_reason(String path, String body, String why) {
        var reported = served.post(path, body);
        assertThat(reported.status()).isEqualTo(400);
        assertThat(reported.error()).containsIgnoringCase(why);
    }

    @Test
    void a_problem_of_a_definition_is_located_in_the_body_and_not_in_a_file() {
        var reported = served.post("/api/workflows", "tasks:\n  - { nam: x }\n").json();
        assertThat(reported.get("place").asString()).isEqualTo("body:2:5");
        assertThat(reported.get("next").asString()).isEqualTo("correct it, and send it again");
        assertThat(reported.toString()).doesNotContain("foldline", ".yaml");
        var empty = served.post("/api/workflows", "name: Shop\n");
        assertThat(empty.status()).isEqualTo(400);
        assertThat(empty.error()).contains("tasks is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[[[", "{\"now\": tru}", "{\"now\": \"\u0001\"}", "{\"now\": 1e"})
    void a_body_that_is_no_json_is_refused_without_details_of_the_parser(String body) {
        for (var text : List.of(body, "[".repeat(2000), "{\"now\":" + "9".repeat(1900) + "}")) {
            var reported = served.post("/api/workflows/@/stop", text);
            assertThat(reported.status()).isEqualTo(400);
            assertThat(reported.error())
                    .startsWith("the body is not JSON: ")
                    .doesNotContain("Source", "Stream", "jackson", "()", "#UNKNOWN");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/workflows", "/mcp"})
    void a_body_with_malformed_chunks_is_refused_as_a_mistake_of_the_client(String path)
            throws IOException {
        var reported =
                raw(
                        "POST "
                                + path
                                + " HTTP/1.1\r\nHost: localhost:"
                                + served.port()
                                + "\r\n"
                                + "Transfer-Encoding: chunked\r\n"
                                + "Content-Type: application/json\r\n"
                                + "Accept: application/json, text/event-stream\r\n",
                        "zz\r\nabc\r\n0\r\n\r\n");
        assertThat(reported)
                .startsWith("HTTP/1.1 400")
                .contains("{\"error\":")
                .doesNotContain("Exception", "doctor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/api/workflows", "/openapi.json"})
    void HEAD_is_answered_as_GET_without_the_body(String path) {
        var got = served.get(path);
        var reported = served.send(served.request(path).method("HEAD", BodyPublishers.noBody()));
        assertThat(reported.status()).isEqualTo(200);
        assertThat(reported.text()).isEmpty();
        assertThat(reported.header("Content-Type")).isEqualTo(got.header("Content-Type"));
        assertThat(
                        served.send(
                                        served.request("/nothing")
                                                .method("HEAD", BodyPublishers.noBody()))
                                .status())
                .isEqualTo(404);
    }

    @Test
    void HEAD_a_HEAD_request_of_a_stream_ends() {
        var id = served.created("tasks: []");
        var reported =
                served.send(
                        served.request("/api/workflows/" + id + "/events")
                                .method("HEAD", BodyPublishers.noBody()));
        assertThat(reported.status()).isEqualTo(200);
        assertThat(reported.header("Content-Type")).startsWith("text/event-stream");
    }

    @Test
    void a_body_that_is_no_text_is_refused() {
        assertThat(
                        served.send(
                                        served.request("/api/workflows")
                                                .POST(
                                                        BodyPublishers.ofByteArray(
                                                                new byte[] {
                                                                    (byte) 0xff, (byte) 0xfe
                                                                })))
                                .error())
                .contains("UTF-8");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/runs/@/state?seq=x, seq must be a whole number",
        "/api/runs/@/state?sequence=1, there is no sequence here",
        "/api/runs/%zz/state, "
    })
    void a_query_or_a_path_that_fits_nothing_is_refused(String path, String why)
            throws IOException {
        var reported =
                raw("GET " + path + " HTTP/1.1\r\nHost: localhost:" + served.port() + "\r\n");
        assertThat(reported)
                .startsWith("HTTP/1.1 400")
                .contains("{\"error\":")
                .contains(why == null ? "" : why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/workflows/rzzz",
                "/api/workflows/rzzz/tasks",
                "/api/workflows/rzzz/timeline",
                "/api/workflows/rzzz/events",
                "/api/workflows/rzzz/events/ws",
                "/api/runs/rzzz",
                "/api/runs/rzzz/state",
                "/api/gates/rzzz/plan",
                "/api/nothing",
                "/api/workflows/",
                "/nothing.html",
                "/page/index.html"
            })
    void S1_15_an_unknown_path_is_not_found(String path) {
        var reported = served.get(path);
        assertThat(reported.status()).isEqualTo(404);
        assertThat(reported.error()).isNotBlank();
        if (path.startsWith("/api/workflows/rzzz"))
            assertThat(reported.error()).isEqualTo("Workflow not found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ready", "stop", "resume", "cancel", "resolve"})
    void S1_15_an_unknown_workflow_is_not_changed(String effect) {
        assertThat(served.post("/api/workflows/rzzz/" + effect).status()).isEqualTo(404);
    }

    @Test
    void a_wrong_method_is_answered_with_the_right_ones() {
        var reported = served.send(served.request("/api/workflows").DELETE());
        assertThat(reported.status()).isEqualTo(405);
        assertThat(reported.header("Allow")).isEqualTo("GET, POST");
        assertThat(served.post("/api/gates").header("Allow")).isEqualTo("GET");
    }

    @Test
    void a_client_beyond_the_limit_is_refused_and_the_others_stay() throws Exception {
        var clients = new ArrayList<HttpClient>();
        try (var crowded = TestServer.at(CliFixture.ready(folder.resolve("crowded")), BOUNDS)) {
            var id = crowded.created("tasks: []");
            for (int i = 0; i < 20; i++) {
                clients.add(HttpClient.newHttpClient());
                var stream =
                        clients.getLast()
                                .send(
                                        crowded.request("/api/workflows/" + id + "/events").build(),
                                        HttpResponse.BodyHandlers.ofInputStream());
                if (stream.statusCode() == 503) break;
            }
            var client = HttpClient.newHttpClient();
            clients.add(client);
            var answer =
                    client.send(
                            crowded.request("/api/workflows").build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("too many connections");
        } finally {
            clients.forEach(HttpClient::shutdownNow);
        }
    }
}
