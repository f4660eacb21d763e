package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** How a browser is let in. */
class LoginTest {
    @TempDir static Path folder;
    private static TestServer served;

    @BeforeAll
    static void a_server() throws Exception {
        served =
                TestServer.at(
                        CliFixture.ready(folder),
                        new ServerLimits(
                                ServerLimits.DEFAULT.bodyBytesMax(),
                                100,
                                Duration.ofSeconds(90),
                                Duration.ofMillis(50),
                                1000,
                                ServerLimits.DEFAULT.sessions(),
                                ServerLimits.DEFAULT.incomplete()));
    }

    @AfterAll
    static void the_server_closes() throws IOException {
        served.close();
    }

    private static HttpRequest.Builder open(String link) {
        return HttpRequest.newBuilder(URI.create(link));
    }

    private static HttpRequest.Builder with(String cookie, String path) {
        return HttpRequest.newBuilder(served.at(path)).header("Cookie", cookie);
    }

    @Test
    void a_link_leaves_a_strict_cookie_that_opens_everything_and_leads_to_the_page() {
        var reported = served.send(open(served.service.invitation()));
        assertThat(reported.status()).isEqualTo(303);
        assertThat(reported.header("Location")).isEqualTo("/");
        assertThat(reported.header("Set-Cookie"))
                .matches(
                        "foldline-"
                                + served.port()
                                + "=[\\w-]{22}[.]\\d+[.][\\w-]{43}; Path=/; HttpOnly;"
                                + " SameSite=Strict; Max-Age=86400")
                .doesNotContain(TestServer.TOKEN);
        var cookie = reported.header("Set-Cookie").split(";")[0];
        var page = served.send(with(cookie, "/"));
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'self'")
                .contains("frame-ancestors 'none'");
        assertThat(served.send(with(cookie, "/api/workflows")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%2F%23%2Fgate%2Fr1%2Fplan      | /#/gate/r1/plan",
                "/?status=failed#/              | /?status=failed#/",
                "/api/runs/%2540                | /api/runs/%40",
                "/r/web/#/run/r1                | /",
                "//example.org                  | /",
                "%2F%2Fexample.org              | /",
                "/%5Cexample.org                | /",
                "/.//example.org                | /",
                "/%09/example.org               | /",
                "http://example.org/            | /",
                "javascript:alert(1)            | /",
                "example.org                    | /",
                "/%0D%0ASet-Cookie:%20a=b       | /",
                "/%3Cscript%3E                  | /",
                "/login?token=x                 | /",
                "/%zz                           | /",
                "''                             | /"
            })
    void a_login_leads_back_to_a_page_of_this_server_only(String cookie, String location) {
        assertThat(
                        served.send(
                                        open(served.service.invitation())
                                                .header("Cookie", "foldline_return=" + cookie))
                                .header("Location"))
                .isEqualTo(location);
    }

    @Test
    void a_link_opens_once() {
        var link = served.service.invitation();
        assertThat(served.send(open(link)).status()).isEqualTo(303);
        var again = served.send(open(link));
        assertThat(again.status()).isEqualTo(403);
        assertThat(again.error()).contains("has been used");
        assertThat(again.header("Set-Cookie")).isEmpty();
        assertThat(served.send(open(served.at("/login") + "?token=" + TestServer.TOKEN)).status())
                .as("the token itself is no link")
                .isEqualTo(403);
        assertThat(served.send(open(served.at("/login").toString())).status()).isEqualTo(403);
    }

    @Test
    void a_refused_user_gets_a_page_about_new_links_and_a_program_gets_json() {
        var link = served.service.invitation();
        served.send(open(link));
        for (var asked :
                new String[] {
                    link, served.at("/login?token=none").toString(), served.at("/").toString()
                }) {
            var page =
                    served.send(
                            open(asked)
                                    .header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"));
            var reported = served.send(open(asked).header("Accept", "*/*"));
            assertThat(page.header("Content-Type")).startsWith("text/html");
            assertThat(page.text())
                    .contains(
                            reported.error(),
                            "/api/logins",
                            "http://127.0.0.1:" + served.port(),
                            "foldline serve")
                    .doesNotContain("<script src", "{why}", "{style}", "{script}");
            assertThat(page.header("Content-Security-Policy"))
                    .contains(
                            "default-src 'none'",
                            "style-src 'sha256-",
                            "script-src 'sha256-",
                            "frame-ancestors 'none'");
            assertThat(page.status())
                    .isEqualTo(reported.status())
                    .isEqualTo(asked.contains("login") ? 403 : 401);
            assertThat(page.header("WWW-Authenticate"))
                    .isEqualTo(reported.header("WWW-Authenticate"));
            assertThat(served.send(open(asked)).header("Content-Type"))
                    .as("who says nothing is a program")
                    .startsWith("application/problem+json");
        }
        assertThat(
                        served.send(
                                        open(served.at("/").toString())
                                                .header("Accept", "text/html")
                                                .header("Origin", "http://example.org"))
                                .error())
                .contains("only this server's own addresses");
    }

    @Test
    void a_signed_in_user_can_create_another_link() {
        var link = served.post("/api/logins").json().get("url").asString();
        assertThat(served.send(open(link)).status()).isEqualTo(303);
        assertThat(
                        served.send(
                                        HttpRequest.newBuilder(served.at("/api/logins"))
                                                .POST(HttpRequest.BodyPublishers.noBody()))
                                .status())
                .isEqualTo(401);
    }

    /** The cookie of a new login. */
    private static String entered() {
        return served.send(open(served.service.invitation())).header("Set-Cookie").split(";")[0];
    }

    private static HttpRequest.Builder leaving(HttpRequest.Builder asked, String body) {
        return asked.POST(HttpRequest.BodyPublishers.ofString(body));
    }

    @Test
    void a_user_who_signs_out_is_not_admitted_again_and_others_stay() {
        var one = entered();
        var other = entered();
        var parted = served.send(leaving(with(one, "/api/logout"), ""));
        assertThat(parted.status()).isEqualTo(200);
        assertThat(parted.header("Set-Cookie"))
                .as("and forgets the cookie")
                .isEqualTo(
                        "foldline-"
                                + served.port()
                                + "=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
        assertThat(served.send(with(one, "/api/workflows")).status()).isEqualTo(401);
        assertThat(served.send(with(other, "/api/workflows")).status()).isEqualTo(200);
        var reported = served.post("/api/logout");
        assertThat(reported.status()).as("the token is no login").isEqualTo(400);
        assertThat(reported.error()).contains("has no login to end");
    }

    @Test
    void the_owner_of_the_token_ends_all_logins_and_all_links() {
        var cookie = entered();
        var link = served.service.invitation();
        assertThat(served.post("/api/logout", "{\"all\": true}").json().get("all").asBoolean())
                .isTrue();
        assertThat(served.send(with(cookie, "/api/workflows")).status()).isEqualTo(401);
        assertThat(served.send(open(link)).status()).isEqualTo(403);
        assertThat(served.send(open(served.service.invitation())).status())
                .as("a link made since")
                .isEqualTo(303);
    }

    @Test
    void a_signed_out_client_receives_no_further_message() throws Exception {
        var id = served.created("tasks: []");
        var cookie = entered();
        var stream =
                served.http
                        .send(
                                with(cookie, "/api/workflows/" + id + "/events").build(),
                                BodyHandlers.ofLines())
                        .body()
                        .iterator();
        while (!stream.next().startsWith("data: ")) {}
        served.send(leaving(with(cookie, "/api/logout"), ""));
        assertThatThrownBy(
                        () -> {
                            while (stream.hasNext())
                                assertThat(stream.next()).isNotEqualTo("event: bye");
                        })
                .hasMessageContaining("closed");
    }

    @Test
    void a_link_opens_for_ten_minutes_and_what_it_opened_stays_open_for_a_day() {
        var now = new AtomicReference<>(Instant.EPOCH);
        var login = new Login(now::get);
        var late = login.invite();
        var link = login.invite();
        now.set(Instant.EPOCH.plus(Login.LINK_LASTS).minusMillis(1));
        var session = login.enter(link).orElseThrow();
        now.set(Instant.EPOCH.plus(Login.LINK_LASTS));
        assertThat(login.enter(late)).isEmpty();
        now.set(now.get().plus(Login.SESSION_LASTS).minusSeconds(2));
        assertThat(login.opening(List.of(session))).containsExactly(session);
        now.set(now.get().plusSeconds(2));
        assertThat(login.opening(List.of(session))).isEmpty();
    }

    @Test
    void a_user_who_signs_in_while_all_logins_are_ended_is_not_admitted_afterwards()
            throws Exception {
        var ended = new AtomicReference<>(Thread.currentThread());
        var midway = new AtomicReference<Runnable>(() -> {});
        var login =
                new Login(
                        () -> {
                            midway.get().run();
                            return Instant.EPOCH;
                        });
        var link = login.invite();
        midway.set(
                new Runnable() {
                    private int looks;

                    /** The second look at the clock is between the link and the cookie. */
                    @Override
                    public void run() {
                        if (++looks != 2) return;
                        ended.set(Thread.ofPlatform().start(login::leaveAll));
                        while (ended.get().getState() != Thread.State.BLOCKED
                                && ended.get().isAlive()) Thread.onSpinWait();
                    }
                });
        var session = login.enter(link).orElseThrow();
        ended.get().join();
        assertThat(login.opening(List.of(session))).isEmpty();
    }

    @Test
    void a_login_outlives_the_server_and_its_end_does_too() throws Exception {
        var place = CliFixture.ready(folder.resolve("restarted"));
        String stays;
        String ends;
        try (var first = TestServer.at(place)) {
            stays = entered(first);
            ends = entered(first);
            first.send(
                    HttpRequest.newBuilder(first.at("/api/logout"))
                            .header("Cookie", ends)
                            .POST(HttpRequest.BodyPublishers.noBody()));
        }
        try (var second = TestServer.at(place)) {
            assertThat(status(second, stays)).as("on another port, too").isEqualTo(200);
            assertThat(status(second, ends)).isEqualTo(401);
            assertThat(status(second, stays.replaceFirst("\\.\\d+\\.", ".99999999999.")))
                    .as("a later end is not signed")
                    .isEqualTo(401);
            var link =
                    place.foldline("serve", "--link").out().replaceAll("(?s).*(http\\S+).*", "$1");
            assertThat(second.send(open(link)).status()).isEqualTo(303);
            assertThat(second.send(open(link)).status()).as("a link opens once").isEqualTo(403);
            assertThat(status(second, "foldline-1=" + link.replaceAll(".*token=", "")))
                    .as("a link is no cookie")
                    .isEqualTo(401);
            second.post("/api/logout", "{\"all\": true}");
            assertThat(status(second, stays)).isEqualTo(401);
        }
        assertThat(place.foldline("serve", "--link").err())
                .startsWith("error: no server serves this repository")
                .contains("try: foldline serve");
        try (var files = Files.walk(Path.of(place.environment.get("HOME")))) {
            assertThat(files.filter(file -> file.toString().contains("/logins/")))
                    .singleElement()
                    .satisfies(
                            file ->
                                    assertThat(
                                                    PosixFilePermissions.toString(
                                                            Files.getPosixFilePermissions(file)))
                                            .isEqualTo("rw-------"));
        }
    }

    private static String entered(TestServer server) {
        return server.send(open(server.service.invitation())).header("Set-Cookie").split(";")[0];
    }

    private static int status(TestServer server, String cookie) {
        return server.send(
                        HttpRequest.newBuilder(server.at("/api/workflows"))
                                .header("Cookie", cookie))
                .status();
    }

    @Test
    void a_cookie_is_refused_from_a_page_of_another_origin() {
        var cookie =
                served.send(open(served.service.invitation())).header("Set-Cookie").split(";")[0];
        assertThat(
                        served.send(
                                        with(cookie, "/api/workflows")
                                                .header("Origin", "http://localhost:1"))
                                .status())
                .isEqualTo(403);
        assertThat(served.send(with(cookie.replace("=", "=x"), "/api/workflows")).status())
                .isEqualTo(401);
    }

    @Test
    void a_link_followed_by_a_foreign_page_or_a_HEAD_request_is_not_used_up() {
        var link = served.service.invitation();
        assertThat(served.send(open(link).HEAD()).status()).isEqualTo(401);
        assertThat(served.send(open(link).header("Origin", "http://example.org")).status())
                .isEqualTo(403);
        assertThat(served.send(open(link)).status()).isEqualTo(303);
    }
}
