package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.server.RequestAuthenticator.Credentials;
import dev.foldline.app.server.RequestAuthenticator.Verdict;
import dev.foldline.app.user.ServerUser;
import dev.foldline.app.user.UserRegistry;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Optional;

class RequestAuthenticatorTest {
    private static final Verdict ADMITTED = new Verdict.Admitted(ServerUser.OWNER, false);
    private static final Verdict FOREIGN = new Verdict.Foreign();
    private static final Verdict UNKNOWN =
            new Verdict.Unknown("show the token, or open the link that the server printed");
    private static final RequestAuthenticator DOOR =
            new RequestAuthenticator("the-token-of-this-test", UserRegistry.none());
    private static final Credentials NOBODY =
            credentials(
                    7411,
                    Optional.of("127.0.0.1:7411"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    private static Verdict verdict(Credentials knock) {
        return DOOR.judge(
                knock,
                Option.ofOptional(knock.cookie())
                        .filter(List.of("one-session", "another-session")::contains)
                        .map(_ -> ServerUser.OWNER));
    }

    private static Credentials credentials(
            int port,
            Optional<String> host,
            Optional<String> origin,
            Optional<String> authorization,
            Optional<String> cookie) {
        return new Credentials(
                port,
                host,
                origin,
                authorization,
                cookie,
                new RequestAuthenticator.Connection("127.0.0.1", _ -> List.of()));
    }

    private static Credentials with(String authorization, String cookie) {
        return credentials(
                NOBODY.port(),
                NOBODY.host(),
                NOBODY.origin(),
                Optional.of(authorization),
                Optional.of(cookie));
    }

    @Test
    void the_token_opens_and_so_does_the_cookie_of_a_login() {
        assertThat(verdict(with("Bearer the-token-of-this-test", ""))).isEqualTo(ADMITTED);
        assertThat(verdict(with("", "another-session")))
                .isEqualTo(new Verdict.Admitted(ServerUser.OWNER, true));
        assertThat(verdict(NOBODY)).isEqualTo(UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer ",
                "the-token-of-this-test",
                "Bearer the-token-of-this-tes",
                "Bearer the-token-of-this-testt",
                "bearer the-token-of-this-test",
                "Bearer another-session"
            })
    void text_that_only_resembles_the_token_is_refused(String authorization) {
        assertThat(verdict(with(authorization, "the-token-of-this-test"))).isEqualTo(UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:7411", "localhost:7411", "[::1]:7411"})
    void the_names_of_this_machine_are_admitted(String host) {
        assertThat(
                        verdict(
                                credentials(
                                        7411,
                                        Optional.of(host),
                                        Optional.of("http://" + host),
                                        Optional.of("Bearer the-token-of-this-test"),
                                        Optional.empty())))
                .isEqualTo(ADMITTED);
    }

    @Test
    void the_default_port_is_not_part_of_the_host() {
        assertThat(
                        verdict(
                                credentials(
                                        80,
                                        Optional.of("localhost"),
                                        Optional.of("http://localhost"),
                                        Optional.of("Bearer the-token-of-this-test"),
                                        Optional.empty())))
                .isEqualTo(ADMITTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "127.0.0.1",
                "localhost:80",
                "example.org:7411",
                "localhost.example.org:7411",
                "127.0.0.1:7411.example.org"
            })
    void a_request_for_another_host_is_refused_with_any_credentials(String host) {
        assertThat(
                        verdict(
                                credentials(
                                        7411,
                                        Optional.of(host),
                                        Optional.empty(),
                                        Optional.of("Bearer the-token-of-this-test"),
                                        Optional.of("one-session"))))
                .isEqualTo(FOREIGN);
    }

    @Test
    void a_request_without_a_host_is_refused() {
        assertThat(
                        verdict(
                                credentials(
                                        7411,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.of("Bearer the-token-of-this-test"),
                                        Optional.empty())))
                .isEqualTo(FOREIGN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "",
                "http://example.org",
                "https://127.0.0.1:7411",
                "http://127.0.0.1:7412",
                "http://127.0.0.1",
                "file://"
            })
    void a_page_of_another_origin_is_refused_with_any_credentials(String origin) {
        assertThat(
                        verdict(
                                credentials(
                                        7411,
                                        NOBODY.host(),
                                        Optional.of(origin),
                                        Optional.of("Bearer the-token-of-this-test"),
                                        Optional.of("one-session"))))
                .isEqualTo(FOREIGN);
    }
}
