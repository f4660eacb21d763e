package dev.foldline.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.sandbox.SandboxProfile.Home;
import dev.foldline.effects.sandbox.SandboxProfile.Kind;
import dev.foldline.effects.sandbox.SandboxProfile.Network;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

class SandboxKeysTest {
    @TempDir Path directory;
    private ConfigFixture config = new ConfigFixture(Path.of(""));

    @BeforeEach
    void fresh_sources() {
        config = new ConfigFixture(directory);
    }

    @Test
    void without_a_key_there_is_no_sandbox() {
        var settings = config.settings();
        assertThat(settings.sandbox().policy(settings.team().sandboxes()).isWanted()).isFalse();
    }

    @Test
    void roles_agents_and_checks_override_single_keys() {
        var settings =
                config.file(
                                """
                                sandbox: { kind: bwrap, required: true, home: hidden, network: hosts,
                                           grants: { write: ["~/.m2"], hosts: ["example.org", "*.example.org:8443"] },
                                           roles: { reviewer: { network: off }, auditor: { home: readable } }, checks: { network: on } }
                                roles: { developer: [mine], auditor: [mine] }
                                agents: { mine: { kind: command, run: [x], sandbox: { kind: none } },
                                          other: { kind: command, run: [x] } }
                                """)
                        .settings();
        var policy = settings.sandbox().policy(settings.team().sandboxes());
        assertThat(policy.required()).isTrue();
        assertThat(policy.all().grants().write()).containsExactly("~/.m2");
        assertThat(policy.all().grants().hosts())
                .containsExactly("example.org", "*.example.org:8443");
        assertThat(policy.forCall("developer", "mine").kind()).isEqualTo(Kind.NONE);
        assertThat(policy.forCall("developer", "other").network()).isEqualTo(Network.HOSTS);
        assertThat(policy.forCall("reviewer", "other").network()).isEqualTo(Network.OFF);
        assertThat(policy.forCall("auditor", "other").home()).isEqualTo(Home.READABLE);
        assertThat(policy.forChecks().network()).isEqualTo(Network.ON);
    }

    @Test
    void mistakes_are_reported_with_their_place() {
        assertThat(
                        config.file(
                                        """
                                        sandbox:
                                          kind: podman
                                          network: sometimes
                                          grants:
                                            write: [relative, /]
                                            hosts: ["https://example.org"]
                                          roles: { 1x: { network: off } }
                                        """)
                                .problems())
                .hasSize(6)
                .anyMatch(
                        each ->
                                each.contains(
                                        "sandbox.kind is the text \"podman\"; write one of bwrap,"
                                                + " none"))
                .anyMatch(
                        each -> each.contains("sandbox.network") && each.contains("on, off, hosts"))
                .anyMatch(each -> each.contains("relative") && each.contains("starts with ~/"))
                .anyMatch(each -> each.contains("https://example.org"))
                .anyMatch(each -> each.contains("'1x' cannot be the name of a role"));
    }

    @Test
    void grants_without_effect_and_misspelled_roles_are_reported() {
        assertThat(
                        config.file(
                                        """
                                        sandbox:
                                          grants: { hosts: [example.org] }
                                          roles: { reviwer: { network: off } }
                                        """)
                                .problems())
                .anyMatch(each -> each.contains("hosts are granted, but no sandbox filters hosts"))
                .anyMatch(
                        each ->
                                each.contains(
                                        "there is no role 'reviwer'; did you mean 'reviewer'?"))
                .hasSize(2);
    }

    @Test
    void init_writes_a_sandbox_with_the_caches_of_the_build() {
        for (var caches : List.of(List.of("~/.m2"), List.<String>of())) {
            var text = Starter.sandboxed(Starter.configuration(), caches);
            var keys = new ConfigFixture(directory).file(text).settings().sandbox();
            assertThat(keys.kind()).isEqualTo(Kind.BWRAP);
            assertThat(keys.grants().write()).isEqualTo(caches);
            assertThat(text).contains("#   home: readable");
        }
    }

    @Test
    void a_group_is_mentioned_outside_comments_only() throws Exception {
        var home = directory.resolve("home");
        var sources =
                new Sources(
                        config.repository(),
                        java.util.Optional.of(home),
                        java.util.Map.of(),
                        List.of());
        config.file("# sandbox:\n");
        assertThat(sources.mention("sandbox")).isFalse();
        config.file("agents: { mine: { sandbox: { kind: bwrap } } }\n");
        assertThat(sources.mention("sandbox")).isTrue();
    }
}
