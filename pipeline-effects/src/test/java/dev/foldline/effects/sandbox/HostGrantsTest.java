package dev.foldline.effects.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class HostGrantsTest {
    @ParameterizedTest
    @CsvSource({
        "example.org,   example.org,     443,  true",
        "example.org,   EXAMPLE.org,     80,   true",
        "example.org,   example.org,     22,   false",
        "example.org,   www.example.org, 443,  false",
        "example.org,   example.org.evil.net, 443, false",
        "*.example.org, a.b.example.org, 443,  true",
        "*.example.org, example.org,     443,  false",
        "*.example.org, evilexample.org, 443,  false",
        "*.example.org, .example.org,    443,  false",
        "example.org:22, example.org,    22,   true",
        "example.org:22, example.org,    443,  false",
        "127.0.0.1:8080, 127.0.0.1,      8080, true",
        "[::1]:8080,    ::1,             8080, true",
        "[::1],         ::1,             443,  true",
    })
    void a_host_is_granted(String grant, String host, int port, boolean isGranted) {
        assertThat(new HostGrants(List.of(grant)).allows(host, port)).isEqualTo(isGranted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "*.", "a b", "http://a", "a/b", "a:", "a:x", "", "-a", "a:1:2"})
    void what_is_no_host_is_no_grant(String grant) {
        assertThat(HostGrants.FORM.matcher(grant).matches()).isFalse();
    }

    @Test
    void without_grants_no_host_is_allowed() {
        assertThat(new HostGrants(List.of()).allows("example.org", 443)).isFalse();
    }
}
