package dev.foldline.effects.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

class ChildEnvironmentTest {
    private static final Map<String, String> PARENT =
            parent(
                    "PATH",
                    "HOME",
                    "USER",
                    "SHELL",
                    "LANG",
                    "LC_ALL",
                    "TZ",
                    "TMPDIR",
                    "TERM",
                    "XDG_CONFIG_HOME",
                    "GIT_DIR",
                    "GIT_INDEX_FILE",
                    "SSH_AUTH_SOCK",
                    "GITHUB_TOKEN",
                    "AWS_SECRET_ACCESS_KEY",
                    "db_password",
                    "MY_CREDENTIALS",
                    "MAVEN_OPTS",
                    "ANTHROPIC_API_KEY");

    @Test
    void an_agent_sees_a_short_list_what_is_listed_and_its_marker() {
        Map<String, String> seen =
                ChildEnvironment.forAgents(
                        PARENT,
                        List.of("ANTHROPIC_API_KEY", "NOT_SET"),
                        new ProcessMarker("r1", 2));
        assertThat(seen.keySet())
                .containsExactlyInAnyOrder(
                        "PATH",
                        "HOME",
                        "USER",
                        "SHELL",
                        "LANG",
                        "LC_ALL",
                        "TZ",
                        "TMPDIR",
                        "TERM",
                        "XDG_CONFIG_HOME",
                        "ANTHROPIC_API_KEY",
                        "FOLDLINE_RUN",
                        "FOLDLINE_TICKET");
        assertThat(ProcessMarker.in(seen)).contains(new ProcessMarker("r1", 2));
    }

    @Test
    void git_and_ssh_are_an_agents_only_when_listed() {
        assertThat(
                        ChildEnvironment.forAgents(
                                PARENT,
                                List.of("GIT_DIR", "SSH_AUTH_SOCK"),
                                new ProcessMarker("r1", 2)))
                .containsEntry("GIT_DIR", "of GIT_DIR")
                .containsKey("SSH_AUTH_SOCK");
    }

    @Test
    void a_check_sees_all_but_secrets_and_git() {
        assertThat(ChildEnvironment.forChecks(PARENT).keySet())
                .containsExactlyInAnyOrder(
                        "PATH",
                        "HOME",
                        "USER",
                        "SHELL",
                        "LANG",
                        "LC_ALL",
                        "TZ",
                        "TMPDIR",
                        "TERM",
                        "XDG_CONFIG_HOME",
                        "SSH_AUTH_SOCK",
                        "MAVEN_OPTS");
    }

    @Test
    void a_check_sees_what_only_sounds_like_a_secret() {
        var parent =
                Map.of(
                        "MAX_TOKENS",
                        "4096",
                        "TOKENIZERS_PARALLELISM",
                        "false",
                        "API_KEY_HEADER",
                        "X-Api-Key",
                        "API_KEY",
                        "X-Api-Key",
                        "GIT_CONFIG_KEY_0",
                        "user.name");
        assertThat(ChildEnvironment.forChecks(parent))
                .containsOnlyKeys("MAX_TOKENS", "TOKENIZERS_PARALLELISM", "API_KEY_HEADER");
    }

    @Test
    void an_incomplete_marker_is_none() {
        assertThat(ProcessMarker.in(Map.of(ProcessMarker.RUN, "r1"))).isEmpty();
        assertThat(ProcessMarker.in(Map.of(ProcessMarker.RUN, "r1", ProcessMarker.TICKET, "x")))
                .isEmpty();
        assertThat(ProcessMarker.in(Map.of(ProcessMarker.RUN, "", ProcessMarker.TICKET, "1")))
                .isEmpty();
    }

    private static Map<String, String> parent(String... names) {
        Map<String, String> parent = new HashMap<>();
        for (String name : names) {
            parent.put(name, "of " + name);
        }
        return parent;
    }
}
