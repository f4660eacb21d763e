package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a browser is let in. */
class LoginTest {
    @TempDir Path folder;
    private Served served;

    @BeforeEach
    void a_server() throws Exception { served = Served.at(Place.ready(folder)); }

    @AfterEach
    void it_ends() throws IOException { served.close(); }

    private static HttpRequest.Builder open(String link) { return HttpRequest.newBuilder(URI.create(link)); }

    private HttpRequest.Builder with(String cookie, String path) { return HttpRequest.newBuilder(served.at(path)).header("Cookie", cookie); }

    @Test
    void a_link_leaves_a_strict_cookie_that_opens_everything_and_leads_to_the_page() {
        var told = served.send(open(served.service.invitation()));
        assertThat(told.status()).isEqualTo(303);
        assertThat(told.header("Location")).isEqualTo("/");
        assertThat(told.header("Set-Cookie")).matches("foldline-" + served.port() + "=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict").doesNotContain(Served.TOKEN);
        var cookie = told.header("Set-Cookie").split(";")[0];
        var page = served.send(with(cookie, "/"));
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.header("Content-Security-Policy")).contains("default-src 'self'").contains("frame-ancestors 'none'");
        assertThat(served.send(with(cookie, "/api/workflows")).status()).isEqualTo(200);
    }

    @Test
    void a_link_opens_once() {
        var link = served.service.invitation();
        assertThat(served.send(open(link)).status()).isEqualTo(303);
        var again = served.send(open(link));
        assertThat(again.status()).isEqualTo(403);
        assertThat(again.error()).contains("has been used");
        assertThat(again.header("Set-Cookie")).isEmpty();
        assertThat(served.send(open(served.at("/login") + "?token=" + Served.TOKEN)).status()).as("the token itself is no link").isEqualTo(403);
        assertThat(served.send(open(served.at("/login").toString())).status()).isEqualTo(403);
    }

    @Test
    void whoever_is_in_can_make_another_link() {
        var link = served.post("/api/logins").json().get("url").asString();
        assertThat(served.send(open(link)).status()).isEqualTo(303);
        assertThat(served.send(HttpRequest.newBuilder(served.at("/api/logins")).POST(HttpRequest.BodyPublishers.noBody())).status()).isEqualTo(401);
    }

    @Test
    void a_cookie_is_worth_nothing_to_a_page_from_elsewhere() {
        var cookie = served.send(open(served.service.invitation())).header("Set-Cookie").split(";")[0];
        assertThat(served.send(with(cookie, "/api/workflows").header("Origin", "http://localhost:1")).status()).isEqualTo(403);
        assertThat(served.send(with(cookie.replace("=", "=x"), "/api/workflows")).status()).isEqualTo(401);
    }

    @Test
    void a_link_that_a_page_from_elsewhere_follows_is_not_used_up() {
        var link = served.service.invitation();
        assertThat(served.send(open(link).header("Origin", "http://example.org")).status()).isEqualTo(403);
        assertThat(served.send(open(link)).status()).isEqualTo(303);
    }
}
