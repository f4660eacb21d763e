package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The log of requests and refused logins. */
class ServerLogTest {
    @TempDir Path folder;

    /** Requests of each kind; the secrets that they carry. */
    private static List<String> talk(TestServer served) {
        var link = served.service.invitation();
        var cookie =
                served.send(HttpRequest.newBuilder(URI.create(link)))
                        .header("Set-Cookie")
                        .split(";")[0];
        served.get("/api/runs?limit=7");
        served.send(HttpRequest.newBuilder(served.at("/api/runs")).header("Cookie", cookie));
        served.send(
                HttpRequest.newBuilder(served.at("/nothing%20here"))
                        .header("Authorization", "Bearer " + "a-wrong-one"));
        served.send(HttpRequest.newBuilder(URI.create(link)));
        served.send(served.request("/api/runs").header("Origin", "http://example.org"));
        return List.of(
                TestServer.TOKEN,
                "a-wrong-one",
                link.replaceAll(".*token=", ""),
                cookie.replaceAll(".*=", ""));
    }

    @Test
    void each_request_and_each_refusal_is_a_document_without_any_secret() throws Exception {
        var lines = new CopyOnWriteArrayList<String>();
        List<String> secrets;
        try (var served =
                TestServer.logging(CliFixture.ready(folder), ServerLog.Format.json, lines)) {
            secrets = talk(served);
        }
        assertThat(lines).hasSize(9);
        assertThat(String.join("\n", lines)).doesNotContain(secrets).doesNotContain("limit");
        var documents = lines.stream().map(JsonMapper.shared()::readTree).toList();
        assertThat(documents)
                .allSatisfy(
                        each -> {
                            assertThat(each.get("time").asString())
                                    .isEqualTo("1970-01-01T00:00:00Z");
                            assertThat(each.get("method").asString()).isEqualTo("GET");
                            assertThat(each.get("peer").asString()).isEqualTo("127.0.0.1");
                        });
        assertThat(documents.stream().filter(each -> each.get("level").asString().equals("WARN")))
                .extracting(
                        each -> each.get("path").asString(), each -> each.get("event").asString())
                .containsExactly(
                        tuple("/nothing%20here", "refused"),
                        tuple("/login", "refused"),
                        tuple("/api/runs", "refused"));
        assertThat(documents.stream().filter(each -> each.has("status")))
                .extracting(each -> each.get("status").asInt())
                .containsExactlyInAnyOrder(303, 200, 200, 401, 403, 403);
    }

    @Test
    void a_line_of_text_has_time_level_event_and_fields() throws Exception {
        var lines = new CopyOnWriteArrayList<String>();
        try (var served =
                TestServer.logging(CliFixture.ready(folder), ServerLog.Format.text, lines)) {
            talk(served);
        }
        assertThat(lines)
                .anyMatch(
                        line ->
                                line.matches(
                                        "1970-01-01T00:00:00Z INFO request method=GET"
                                            + " path=/api/runs peer=127.0.0.1 status=200 ms=\\d+"))
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "1970-01-01T00:00:00Z WARN refused method=GET path=/login"
                                                + " peer=127.0.0.1 reason=\"this link"));
    }
}
