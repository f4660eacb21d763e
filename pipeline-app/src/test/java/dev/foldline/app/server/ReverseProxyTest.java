package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/**
 * A server behind a real nginx with TLS, as {@code docs/how-to/behind-a-proxy.md} configures it.
 */
class ReverseProxyTest {
    @TempDir Path folder;

    private static HttpRequest.Builder request(String url, String user) {
        return HttpRequest.newBuilder(URI.create(url))
                .header(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString(
                                                (user + ":the-word-of-" + user)
                                                        .getBytes(StandardCharsets.UTF_8)));
    }

    private static String text(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body();
    }

    @Test
    void users_of_the_proxy_act_by_their_roles_and_live_streams_pass_through_it() throws Exception {
        Nginx.program();
        var place = CliFixture.ready(folder.resolve("place"));
        place.foldline("users", "add", "ada", "--role", "operate");
        place.foldline("users", "add", "vera", "--role", "view");
        var token =
                place.foldline("users", "proxy", "X-Remote-User")
                        .out()
                        .strip()
                        .replace("Authorization: Bearer ", "");
        int port = Nginx.freePort();
        var url = "https://localhost:" + port;
        try (var served = TestServer.behind(place, PublicAddress.parse(url));
                var nginx =
                        Nginx.start(
                                Files.createDirectory(folder.resolve("nginx")),
                                port,
                                served.port(),
                                token,
                                "ada:{PLAIN}the-word-of-ada\nvera:{PLAIN}the-word-of-vera\n"
                                        + "eve:{PLAIN}the-word-of-eve\n");
                var http = HttpClient.newBuilder().sslContext(nginx.trusting).build()) {
            var strings = BodyHandlers.ofString();
            var me = request(url + "/api/me", "vera").header("X-Remote-User", "ada").build();
            assertThat(
                            JsonMapper.shared()
                                    .readTree(text(http.send(me, strings), 200))
                                    .get("name")
                                    .asString())
                    .as("the proxy replaces the header of a client")
                    .isEqualTo("vera");
            text(http.send(request(url + "/api/me", "eve").build(), strings), 401);
            text(
                    http.send(HttpRequest.newBuilder(URI.create(url + "/api/me")).build(), strings),
                    401);
            text(http.send(request(url + "/", "vera").build(), strings), 200);
            var entered = http.send(request(served.service.invitation(), "ada").build(), strings);
            assertThat(served.service.invitation()).startsWith(url + "/login?token=");
            assertThat(entered.headers().firstValue("Set-Cookie").orElse("")).contains("; Secure;");
            follow(served, http, url);
        }
    }

    /** Follows a workflow that another user changes. */
    private static void follow(TestServer served, HttpClient http, String url) throws Exception {
        var strings = BodyHandlers.ofString();
        var id = served.created("tasks: []");
        var stream =
                http.send(
                                request(url + "/api/workflows/" + id + "/events", "vera").build(),
                                BodyHandlers.ofLines())
                        .body()
                        .iterator();
        while (!stream.next().startsWith("data: ")) {}
        var ready =
                request(url + "/api/workflows/" + id + "/ready", "vera")
                        .header("Origin", url)
                        .POST(BodyPublishers.noBody());
        assertThat(text(http.send(ready.build(), strings), 403)).contains("the role view");
        var byAda =
                request(url + "/api/workflows/" + id + "/ready", "ada")
                        .header("Origin", url)
                        .POST(BodyPublishers.noBody());
        text(http.send(byAda.build(), strings), 200);
        var next = "";
        while (!next.contains("\"ready\"")) next = stream.next();
        // Its end would be waited for, and a stream has none.
        http.shutdownNow();
    }
}
