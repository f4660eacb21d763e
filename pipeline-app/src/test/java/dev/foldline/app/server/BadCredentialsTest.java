package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.store.Runs;

import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Users, cookies, links and proxies that are not what they say. */
class BadCredentialsTest {
    private static final String HEADER = "X-Remote-User";

    @TempDir Path folder;
    private final List<String> log = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private CliFixture place;

    @SuppressWarnings("NullAway.Init")
    private TestServer served;

    @BeforeEach
    void a_server_with_users_and_a_proxy() throws Exception {
        place = CliFixture.ready(folder);
        served = TestServer.logging(place, ServerLog.Format.text, log);
    }

    @AfterEach
    void the_server_closes() throws Exception {
        served.close();
    }

    private String token(String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isZero();
        return reported.out().strip().replace("Authorization: Bearer ", "");
    }

    private HttpRequest.Builder with(String token, String path) {
        return HttpRequest.newBuilder(served.at(path)).header("Authorization", "Bearer " + token);
    }

    private HttpRequest.Builder cookie(String value) {
        return HttpRequest.newBuilder(served.at("/api/me"))
                .header("Cookie", "foldline-" + served.port() + "=" + value);
    }

    /** The value of the cookie of a new login with this token. */
    private String entered(String token) {
        return opened(link(token));
    }

    private String opened(URI link) {
        return served.send(HttpRequest.newBuilder(link))
                .header("Set-Cookie")
                .replaceAll("^[^=]*=|;.*", "");
    }

    private URI link(String token) {
        return URI.create(
                served.send(with(token, "/api/logins").POST(BodyPublishers.noBody()))
                        .json()
                        .get("url")
                        .asString());
    }

    private static HttpRequest.Builder posting(HttpRequest.Builder request, String body) {
        return request.POST(BodyPublishers.ofString(body));
    }

    @Test
    void each_is_refused_with_its_status() throws Exception {
        var view = token("users", "add", "vera", "--role", "view");
        var approve = token("users", "add", "adam", "--role", "approve");
        var gone = token("users", "add", "gone", "--role", "operate");
        var proxy = token("users", "proxy", HEADER);
        var valid = entered(view);
        var ofGone = entered(gone);
        var used = link(view);
        served.send(HttpRequest.newBuilder(used));
        var unused = link(view).getQuery().replace("token=", "");
        assertThat(place.foldline("users", "remove", "gone").exit()).isZero();
        var hash = Files.readString(users()).replaceAll("(?s).*adam[^']*'([0-9a-f]{64})'.*", "$1");
        Map<String, HttpRequest.Builder> refused = new LinkedHashMap<>();
        refused.put(
                "403 a viewer starts a run", posting(with(view, "/api/runs"), "{\"task\":\"x\"}"));
        refused.put(
                "403 an approver pauses", posting(with(approve, "/api/operations/pause"), "{}"));
        refused.put(
                "403 a viewer ends all logins",
                posting(with(view, "/api/logout"), "{\"all\":true}"));
        refused.put("401 a token of nobody", with("x".repeat(43), "/api/me"));
        refused.put("401 an empty token", with("", "/api/me"));
        refused.put("401 the hash of a token", with(hash, "/api/me"));
        refused.put("401 the token of a removed user", with(gone, "/api/me"));
        refused.put("401 the cookie of a removed user", cookie(ofGone));
        refused.put(
                "403 a login creates a link",
                posting(cookie(valid), "").uri(served.at("/api/logins")));
        refused.put("401 an expired cookie", cookie(ownersCookie(Instant.now().minusSeconds(2))));
        refused.put(
                "401 a cookie with a later end",
                cookie(valid.replaceFirst("\\.\\d+", ".99999999999")));
        refused.put(
                "401 a cookie of another user",
                cookie(valid.replace(encoded("vera"), encoded("adam"))));
        refused.put(
                "401 a cookie without its user", cookie(valid.replace("." + encoded("vera"), "")));
        refused.put("401 a link as a cookie", cookie(unused));
        refused.put("403 a link that was used", HttpRequest.newBuilder(used));
        refused.putAll(lies(proxy));
        refused.putAll(earlierLogins());
        refused.forEach(
                (what, request) -> {
                    var reported = served.send(request);
                    assertThat(reported.status() + what.substring(3)).isEqualTo(what);
                    assertThat(reported.text()).as(what).doesNotContain("alert(1)");
                });
        assertThat(String.join("\n", log))
                .doesNotContain(view, approve, gone, proxy, valid, "alert(1)")
                .contains("WARN header_ignored header=X-Remote-User peer=127.0.0.1");
        assertThat(served.send(cookie(valid)).json().get("name").asString())
                .as("the cookie that was forged")
                .isEqualTo("vera");
        assertThat(served.send(cookie(ownersCookie(Instant.now().plusSeconds(600)))).status())
                .as("the cookie that was expired")
                .isEqualTo(200);
    }

    /** Of users who have been added again since. */
    private Map<String, HttpRequest.Builder> earlierLogins() {
        var old = token("users", "add", "olga", "--role", "operate");
        var ofOld = entered(old);
        var ofLink = link(old);
        token("users", "add", "olga", "--role", "operate");
        var ofBack = entered(token("users", "add", "back", "--role", "operate"));
        assertThat(place.foldline("users", "remove", "back").exit()).isZero();
        token("users", "add", "back", "--role", "operate");
        return Map.of(
                "401 the cookie of a user with a new token",
                cookie(ofOld),
                "401 the cookie of a user who was removed and added",
                cookie(ofBack),
                "401 a link from before a new token",
                cookie(opened(ofLink)));
    }

    /** What a proxy, or a client in its name, must not say. */
    private Map<String, HttpRequest.Builder> lies(String proxy) {
        Map<String, HttpRequest.Builder> refused = new LinkedHashMap<>();
        refused.put("401 a user without the proxy's token", proxied("adam"));
        refused.put(
                "401 a proxy with a wrong token",
                with("x".repeat(43), "/api/me").header(HEADER, "adam"));
        refused.put("401 a user that nobody knows", with(proxy, "/api/me").header(HEADER, "eve"));
        refused.put(
                "401 two users",
                with(proxy, "/api/me").header(HEADER, "adam").header(HEADER, "vera"));
        refused.put("401 a user with a list", with(proxy, "/api/me").header(HEADER, "adam,vera"));
        refused.put("401 no user", with(proxy, "/api/me"));
        refused.put("401 an empty user", with(proxy, "/api/me").header(HEADER, ""));
        refused.put(
                "401 HTML in a name",
                with(proxy, "/")
                        .header("Accept", "text/html")
                        .header(HEADER, "<script>alert(1)</script>"));
        return refused;
    }

    private String ownersCookie(Instant until) throws Exception {
        var runs = Runs.of(place.root.resolve(".git")).root();
        return SignedLogin.create(SignedLogin.Use.COOKIE, until, Option.none())
                .signed(LoginFile.of(place.environment, runs).read().get().key());
    }

    private Path users() {
        return Path.of(place.environment.get("XDG_CONFIG_HOME"), "foldline/users.yaml");
    }

    private static String encoded(String name) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(name.getBytes(StandardCharsets.UTF_8));
    }

    private HttpRequest.Builder proxied(String user) {
        return HttpRequest.newBuilder(served.at("/api/me")).header(HEADER, user);
    }

    @Test
    void a_user_is_named_by_the_trusted_proxy_only() throws Exception {
        token("users", "add", "adam", "--role", "approve");
        var view = token("users", "add", "vera", "--role", "view");
        var proxy = token("users", "proxy", HEADER);
        var named = served.send(with(proxy, "/api/me").header(HEADER, "adam")).json();
        assertThat(named.get("name").asString()).isEqualTo("adam");
        assertThat(named.get("role").asString()).isEqualTo("approve");
        assertThat(
                        served.send(with(view, "/api/me").header(HEADER, "adam"))
                                .json()
                                .get("name")
                                .asString())
                .as("the header is ignored")
                .isEqualTo("vera");
        try (var elsewhere =
                HttpClient.newBuilder().localAddress(InetAddress.ofLiteral("127.0.0.2")).build()) {
            assertThat(
                            elsewhere
                                    .send(
                                            with(proxy, "/api/me").header(HEADER, "adam").build(),
                                            BodyHandlers.ofString())
                                    .statusCode())
                    .isEqualTo(401);
        }
        assertThat(log)
                .anyMatch(
                        line -> line.endsWith("header_ignored header=X-Remote-User peer=127.0.0.1"))
                .anyMatch(
                        line ->
                                line.endsWith(
                                        "header_ignored header=X-Remote-User peer=127.0.0.2"));
    }

    @Test
    void the_users_are_in_a_file_of_the_user_with_hashes_only() throws Exception {
        var token = token("users", "add", "adam", "--role", "approve");
        assertThat(place.foldline("users").out()).isEqualTo("adam  approve\n");
        assertThat(Files.readString(users())).contains("adam", "approve").doesNotContain(token);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(users())))
                .isEqualTo("rw-------");
        for (var name : List.of("<b>", "a b", "", "-x", "a:\n", "x".repeat(65)))
            assertThat(place.foldline("users", "add", "--role", "view", "--", name).exit())
                    .as(name)
                    .isEqualTo(2);
        assertThat(place.foldline("users", "add", "eve", "--role", "root").err())
                .contains("there is no role root; available: view, approve, operate");
        Files.writeString(users(), "users:\n  <b>: { role: operate }\n");
        assertThat(served.send(with(token, "/api/me")).status())
                .as("nobody is a user")
                .isEqualTo(401);
        assertThat(served.send(with(token, "/api/me")).status()).isEqualTo(401);
        assertThat(log)
                .filteredOn(line -> line.contains("WARN users_unreadable"))
                .singleElement()
                .asString()
                .contains("users.yaml:2", "this is no name of a user");
        assertThat(place.foldline("users").err())
                .contains("this is no name of a user", "users.yaml:2");
    }

    @Test
    void the_permission_counts_before_a_body_that_is_too_long() {
        var view = token("users", "add", "vera", "--role", "view");
        assertThat(
                        served.send(posting(with(view, "/api/runs"), "x".repeat(2 * 1024 * 1024)))
                                .status())
                .isEqualTo(403);
    }

    @Test
    void a_new_token_of_the_proxy_keeps_its_addresses() throws Exception {
        token("users", "proxy", HEADER);
        var text = Files.readString(users());
        Files.writeString(users(), text.replace("'127.0.0.1', '::1'", "'192.0.2.7'"));
        token("users", "proxy", HEADER);
        assertThat(Files.readString(users())).contains("peers: ['192.0.2.7']");
    }

    @Test
    void a_missing_user_leads_to_the_list_and_a_wrong_header_to_a_right_one() {
        token("users", "add", "adam", "--role", "approve");
        assertThat(place.foldline("users", "remove", "eve").err())
                .contains("try: foldline users\n");
        assertThat(place.foldline("users").out()).contains("adam");
        assertThat(place.foldline("users", "proxy", "X Remote").err())
                .contains("try: foldline users proxy X-Remote-User");
        assertThat(place.foldline("users", "proxy", "X-Remote-User").exit()).isZero();
    }
}
