package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.error.UserError;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A server that is reached through a tunnel or a reverse proxy. */
class PublicAddressTest {
    private static final String URL = "https://Foldline.example.org";
    private static final String PUBLIC = "https://foldline.example.org";

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "https://foldline.example.org,      https://foldline.example.org",
        "https://Foldline.example.org:443/, https://foldline.example.org",
        "http://localhost:8080,             http://localhost:8080",
        "http://[::1]:80,                   http://[::1]"
    })
    void an_address_is_read_as_browsers_send_it(String typed, String url) {
        assertThat(PublicAddress.parse(typed).url()).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "foldline.example.org",
                "ftp://foldline.example.org",
                "https://foldline.example.org/sub",
                "https://me@foldline.example.org",
                "https://foldline.example.org/?a=b",
                "https://foldline.example.org/#a",
                "https://",
                "https://a b",
                ""
            })
    void an_address_that_is_more_or_less_than_a_server_is_refused(String typed) {
        assertThatThrownBy(() -> PublicAddress.parse(typed))
                .isInstanceOfSatisfying(
                        UserError.class,
                        error -> assertThat(error.hint()).contains("--public-url"));
    }

    @Test
    void requests_for_exactly_this_address_are_admitted_and_links_and_cookies_are_for_it()
            throws Exception {
        var place = CliFixture.ready(folder);
        try (var served = TestServer.behind(place, PublicAddress.parse(URL))) {
            var port = served.port();
            for (var admitted :
                    new String[][] {
                        {"foldline.example.org", ""},
                        {"foldline.example.org", "https://foldline.example.org"},
                        {"Foldline.Example.ORG", ""},
                        {"foldline.example.org:443", "https://Foldline.example.org:443"},
                        {"127.0.0.1:" + port, "https://foldline.example.org"},
                        {"127.0.0.1:" + port, ""}
                    })
                assertThat(status(served, admitted[0], admitted[1]))
                        .as(String.join(" from ", admitted))
                        .isEqualTo(200);
            for (var refused :
                    new String[][] {
                        {"foldline.example.org:8443", ""},
                        {"foldline.example.org:80", ""},
                        {"foldline.example.org.evil.example", ""},
                        {"example.org", ""},
                        {"foldline.example.org", "http://foldline.example.org"},
                        {"foldline.example.org", "https://foldline.example.org:8443"},
                        {"foldline.example.org", "https://evil.example"},
                        {"foldline.example.org", "null"}
                    })
                assertThat(status(served, refused[0], refused[1]))
                        .as(String.join(" from ", refused))
                        .isEqualTo(403);
            assertThat(place.root.resolve(".git/foldline/server.url"))
                    .hasContent(PUBLIC + "\n" + served.service.address() + "\n");
            assertThat(place.foldline("serve").err())
                    .contains(
                            "is served already, at " + PUBLIC + " and " + served.service.address());
            var link = served.service.invitation();
            assertThat(link).startsWith("https://foldline.example.org/login?token=");
            assertThat(place.foldline("serve", "--link").out())
                    .contains("https://foldline.example.org/login?token=");
            assertThat(raw(served, "GET " + link.substring(URL.length()), "foldline.example.org"))
                    .startsWith("HTTP/1.1 303")
                    .contains("Location: /\r\n", "; SameSite=Strict; Secure; Max-Age=86400");
            assertThat(raw(served, "GET /", "foldline.example.org", "Accept: text/html\r\n"))
                    .startsWith("HTTP/1.1 401")
                    .contains("https://foldline.example.org/api/logins");
        }
    }

    private static int status(TestServer served, String host, String origin) throws IOException {
        return Integer.parseInt(
                raw(
                                served,
                                "GET /api/runs",
                                host,
                                "Authorization: Bearer " + TestServer.TOKEN + "\r\n",
                                origin.isEmpty() ? "" : "Origin: " + origin + "\r\n")
                        .split(" ")[1]);
    }

    /** Written by hand, since no client lets one choose the host. */
    private static String raw(TestServer served, String start, String host, String... headers)
            throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
            var request =
                    start
                            + " HTTP/1.1\r\nHost: "
                            + host
                            + "\r\nConnection: close\r\n"
                            + String.join("", headers)
                            + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
