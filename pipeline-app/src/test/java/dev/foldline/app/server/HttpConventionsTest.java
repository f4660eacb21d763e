package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/** What every call has in common: probes, caching, compression, problems, repeated requests. */
class HttpConventionsTest {
    @TempDir static Path folder;
    private static TestServer served;

    @BeforeAll
    static void a_server() throws Exception {
        served = TestServer.at(CliFixture.ready(folder));
    }

    @AfterAll
    static void the_server_closes() throws IOException {
        served.close();
    }

    @Test
    void probes_need_no_token_and_metrics_do() {
        for (var path : new String[] {"/healthz", "/readyz"}) {
            assertThat(served.send(HttpRequest.newBuilder(served.at(path))).status())
                    .as(path)
                    .isEqualTo(200);
            assertThat(
                            served.send(
                                            HttpRequest.newBuilder(served.at(path))
                                                    .header("Origin", "http://example.org"))
                                    .status())
                    .as("a foreign page")
                    .isEqualTo(403);
        }
        assertThat(served.send(HttpRequest.newBuilder(served.at("/metrics"))).status())
                .isEqualTo(401);
        served.get("/nothing");
        var metrics = served.get("/metrics");
        assertThat(metrics.header("Content-Type")).startsWith("text/plain;version=0.0.4");
        assertThat(metrics.text())
                .contains("# TYPE foldline_runs gauge\nfoldline_runs ")
                .containsPattern(
                        "foldline_http_requests_total\\{method=\"GET\",status=\"404\"} [1-9]")
                .contains("foldline_gates_open 0\n");
    }

    @Test
    void an_unchanged_answer_is_not_sent_again() {
        var first = served.get("/api/runs");
        var tag = first.header("ETag");
        var second = served.send(served.request("/api/runs").header("If-None-Match", tag));
        assertThat(second.status()).isEqualTo(304);
        assertThat(second.text()).isEmpty();
        assertThat(second.header("ETag")).isEqualTo(tag).isNotEmpty();
        assertThat(
                        served.send(served.request("/api/runs").header("If-None-Match", "W/\"x\""))
                                .status())
                .isEqualTo(200);
        assertThat(served.get("/app.js").header("ETag")).isNotEmpty();
        assertThat(served.get("/nothing").header("ETag")).as("of an error").isEmpty();
    }

    @Test
    void a_long_answer_is_compressed_for_a_client_that_reads_that() throws Exception {
        var plain = served.get("/openapi.json").text();
        var packed =
                served.http.send(
                        served.request("/openapi.json").header("Accept-Encoding", "gzip").build(),
                        BodyHandlers.ofByteArray());
        assertThat(packed.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(packed.body().length).isLessThan(plain.length() / 4);
        try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
            assertThat(new String(unpacked.readAllBytes())).isEqualTo(plain);
        }
    }

    @Test
    void head_has_the_headers_of_get_and_no_body() {
        for (var path : new String[] {"/api/runs", "/healthz", "/metrics", "/app.js", "/nothing"}) {
            var get = served.get(path);
            var head = served.send(served.request(path).method("HEAD", BodyPublishers.noBody()));
            assertThat(head.status()).as(path).isEqualTo(get.status());
            assertThat(head.header("Content-Type")).as(path).isEqualTo(get.header("Content-Type"));
            assertThat(head.text()).as(path).isEmpty();
            if (!path.equals("/metrics"))
                assertThat(head.header("Content-Length"))
                        .as(path)
                        .isEqualTo(get.header("Content-Length"));
        }
    }

    @Test
    void an_error_is_a_problem_with_a_code() {
        var problem = served.get("/api/runs/rzz");
        assertThat(problem.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(problem.json().get("code").asString()).isEqualTo("not_found");
        assertThat(problem.json().get("status").asInt()).isEqualTo(404);
        assertThat(problem.json().get("title").asString()).isEqualTo("Not Found");
        assertThat(problem.json().get("detail")).isEqualTo(problem.json().get("error"));
        var unknown = served.send(HttpRequest.newBuilder(served.at("/api/runs")));
        assertThat(unknown.json().get("code").asString()).isEqualTo("not_signed_in");
    }

    @Test
    void a_request_with_the_same_key_is_carried_out_once() throws Exception {
        Callable<String> create = () -> created("key-1", CliFixture.TWO_TASKS).text();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var second = threads.submit(create);
            assertThat(create.call()).isEqualTo(second.get()).contains("\"id\"");
        }
        var one = JsonMapper.shared().readTree(create.call()).get("id").asString();
        assertThat(created("key-2", CliFixture.TWO_TASKS).json().get("id").asString())
                .isNotEqualTo(one);
        var other = created("key-1", CliFixture.TWO_TASKS + "# other\n");
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.json().get("code").asString()).isEqualTo("idempotency_key_reused");
        assertThat(created("a key", CliFixture.TWO_TASKS).status()).isEqualTo(400);
    }

    @Test
    void the_answer_to_a_refused_request_is_not_kept() {
        assertThat(created("key-3", "no: tasks\n").status()).isEqualTo(400);
        var id = created("key-4", CliFixture.TWO_TASKS).json().get("id").asString();
        var start = "/api/workflows/" + id + "/start";
        var early = keyed("key-5", start, "");
        assertThat(early.status()).isEqualTo(400);
        assertThat(keyed("key-6", "/api/workflows/" + id + "/cancel", "").status()).isEqualTo(200);
        assertThat(keyed("key-5", start, "").error()).isNotEqualTo(early.error());
    }

    private static TestServer.Response created(String key, String tasks) {
        return keyed(key, "/api/workflows", tasks);
    }

    private static TestServer.Response keyed(String key, String path, String body) {
        return served.send(
                served.request(path)
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.ofString(body)));
    }
}
