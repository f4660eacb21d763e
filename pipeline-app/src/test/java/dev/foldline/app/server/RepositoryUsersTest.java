package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.error.UserError;

import io.vavr.collection.TreeMap;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Users who may see some of the repositories of a server. */
class RepositoryUsersTest {
    @TempDir Path folder;
    private CliFixture api;
    private CliFixture web;

    @BeforeEach
    void two_repositories() throws Exception {
        api = CliFixture.ready(Files.createDirectories(folder.resolve("api")));
        web = CliFixture.ready(Files.createDirectories(folder.resolve("web")));
    }

    private TestServer serve() throws IOException {
        return TestServer.together(
                TreeMap.of("api", api, "web", web), new CopyOnWriteArrayList<>());
    }

    /** Adds a user who may operate this repository; the user's token. */
    private String token(String repository) {
        var added = api.foldline("users", "add", "ada", "--role", "operate", "--repo", repository);
        assertThat(added.exit()).as(added.all()).isZero();
        return added.out().strip().replace("Authorization: ", "");
    }

    private static HttpRequest.Builder by(TestServer served, String token, String path) {
        return HttpRequest.newBuilder(served.at(path)).header("Authorization", token);
    }

    /** All methods and paths that could tell that there is a repository. */
    private static List<HttpRequest.Builder> knocks(TestServer served, String token, String name) {
        var below = "/r/" + name;
        var post = BodyPublishers.ofString("{}");
        return List.of(
                by(served, token, below + "/"),
                by(served, token, below + "/app.js"),
                by(served, token, below + "/openapi.json"),
                by(served, token, below + "/api/runs"),
                by(served, token, below + "/api/events"),
                by(served, token, below + "/api/me"),
                by(served, token, below + "/api/logins").POST(post),
                by(served, token, below + "/api/workflows").POST(post),
                by(served, token, below + "/mcp").POST(post));
    }

    @Test
    void a_user_of_one_repository_sees_and_reaches_no_other() throws Exception {
        var token = token("web");
        assertThat(api.foldline("users").out()).isEqualTo("ada  operate  web\n");
        try (var served = serve()) {
            assertThat(
                            served.send(by(served, token, "/api/repositories"))
                                    .json()
                                    .get("repositories")
                                    .valueStream())
                    .extracting(each -> each.get("name").asString())
                    .containsExactly("web");
            assertThat(served.send(by(served, token, "/metrics")).text())
                    .contains("{repository=\"web\"}")
                    .doesNotContain("\"api\"");
            var hidden = knocks(served, token, "api");
            var absent = knocks(served, token, "none");
            for (int at = 0; at < hidden.size(); at++) {
                var answer = served.send(hidden.get(at));
                assertThat(answer.status()).as(answer.text()).isEqualTo(404);
                assertThat(answer.text().replace("/r/api/", "/r/none/"))
                        .as("the answer of a name that is none")
                        .isEqualTo(served.send(absent.get(at)).text());
            }
            assertThat(served.send(by(served, token, "/r/web/api/runs")).status()).isEqualTo(200);
            assertThat(served.get("/r/api/api/runs").status()).as("the owner").isEqualTo(200);
            assertThat(
                            served.send(
                                            by(served, token, "/api/logout")
                                                    .POST(
                                                            BodyPublishers.ofString(
                                                                    "{\"all\":true}")))
                                    .status())
                    .isEqualTo(403);
            assertThat(browser(served, token, "/r/web/")).isEqualTo(200);
            assertThat(browser(served, token, "/r/api/")).isEqualTo(404);
        }
    }

    /** The status of a page for a browser with a login of the user. */
    private static int browser(TestServer served, String token, String path) {
        var link =
                link(
                        served.send(by(served, token, "/api/logins").POST(BodyPublishers.noBody()))
                                .json());
        var cookie = served.send(HttpRequest.newBuilder(link)).header("Set-Cookie").split(";")[0];
        return served.send(HttpRequest.newBuilder(served.at(path)).header("Cookie", cookie))
                .status();
    }

    private static URI link(JsonNode login) {
        return URI.create(login.get("url").asString());
    }

    @Test
    void a_server_does_not_start_with_a_user_of_a_repository_that_it_does_not_serve()
            throws Exception {
        token("wbe");
        assertThatThrownBy(this::serve)
                .isInstanceOf(UserError.class)
                .extracting(
                        error -> ((UserError) error).message(), error -> ((UserError) error).hint())
                .containsExactly(
                        "users are for repositories that this server does not serve: wbe (ada)",
                        "it serves api, web");
        token("api");
        serve().close();
    }

    @Test
    void a_server_of_one_repository_goes_by_the_name_of_its_folder() throws Exception {
        var other = token("web");
        try (var served = TestServer.at(api)) {
            for (var path : List.of("/", "/api/runs", "/mcp"))
                assertThat(served.send(by(served, other, path)).status()).as(path).isEqualTo(403);
            var own = token("repo");
            assertThat(served.send(by(served, own, "/api/runs")).status()).isEqualTo(200);
        }
    }

    @Test
    void an_entry_that_names_no_repository_is_refused() throws Exception {
        token("web");
        var file = Path.of(api.environment.get("XDG_CONFIG_HOME"), "foldline", "users.yaml");
        Files.writeString(file, Files.readString(file).replace("['web']", "[]"));
        assertThat(api.foldline("users").err()).contains("this names no repository");
    }
}
