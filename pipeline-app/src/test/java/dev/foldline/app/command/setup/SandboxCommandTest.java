package dev.foldline.app.command.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.effects.sandbox.Sandboxes;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class SandboxCommandTest {
    @TempDir Path folder;

    private CliFixture place;

    @BeforeEach
    void a_repository() throws IOException, InterruptedException {
        place = CliFixture.ready(folder);
    }

    @Test
    void a_command_runs_in_the_sandbox_of_a_role_and_gives_its_exit_code() throws IOException {
        Sandboxes.program();
        var home = Path.of(place.environment.get("HOME"));
        Files.createDirectories(home.resolve(".ssh"));
        Files.writeString(home.resolve(".ssh/id"), "key");
        var answer =
                place.foldline(
                        "sandbox",
                        "shell",
                        "--",
                        "sh",
                        "-c",
                        "test ! -e ~/.ssh/id && ! touch ~/evil 2>/dev/null && touch inside && exit"
                                + " 5");
        assertThat(answer.exit()).as(answer.all()).isEqualTo(5);
        assertThat(answer.err()).contains("no sandbox is configured here");
        assertThat(place.root.resolve("inside")).exists();
        place.configured("sandbox: { kind: bwrap, checks: { network: off } }\n");
        var checks =
                place.foldline(
                        "sandbox",
                        "shell",
                        "checks",
                        "--",
                        "sh",
                        "-c",
                        "exit $(grep -c : /proc/net/dev)");
        assertThat(checks.exit()).as(checks.all()).isEqualTo(1);
        assertThat(checks.err()).isEmpty();
        var refused = place.foldline("sandbox", "shell", "developr", "--", "true");
        assertThat(refused.exit()).isEqualTo(2);
        var words = Remedy.arguments(refused, "foldline sandbox shell ");
        assertThat(words).endsWith("developer");
        assertThat(place.foldline("sandbox", "shell", words[2], "--", "true").exit()).isZero();
    }

    @Test
    void a_grant_is_printed_as_lines_that_the_configuration_accepts() throws IOException {
        place.configured("sandbox: { kind: bwrap, grants: { write: [\"~/.npm\"] } }\n");
        var before = place.read("foldline.yaml");
        var answer = place.foldline("sandbox", "allow", "~/.m2");
        assertThat(answer.out())
                .endsWith(
                        """
                        sandbox:
                          grants:
                            write: ["~/.npm", "~/.m2"]
                        """);
        assertThat(place.read("foldline.yaml")).isEqualTo(before);
        assertThat(place.foldline("sandbox", "allow", "api.example.org").out())
                .contains("  network: hosts\n  grants:\n    hosts: [\"api.example.org\"]");
        var secret = place.foldline("sandbox", "allow", "--read", "~/.ssh/config");
        assertThat(secret.out()).contains("read: [\"~/.ssh/config\"]");
        assertThat(secret.err()).contains("credentials are there");
        place.configured(answer.out().substring(answer.out().indexOf("sandbox:")));
        assertThat(place.foldline("config", "show").out()).contains("~/.m2");
    }

    @Test
    void a_grant_without_effect_is_refused_and_a_first_host_is_explained() throws IOException {
        place.configured("sandbox: { kind: bwrap }\n");
        for (var path : List.of(".git/hooks", "./foldline.yaml", ".git/config")) {
            var refused = place.foldline("sandbox", "allow", path);
            assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
            assertThat(refused.err())
                    .contains("no grant lets calls write ")
                    .containsAnyOf("settings", "configuration");
        }
        var host = place.foldline("sandbox", "allow", "api.example.org");
        assertThat(host.err()).contains("calls can connect to every host now");
        place.configured(host.out().substring(host.out().indexOf("sandbox:")));
        assertThat(place.foldline("sandbox", "allow", "example.org").err()).isEmpty();
        var neither = place.foldline("sandbox", "allow", "a b");
        assertThat(neither.exit()).isEqualTo(2);
        assertThat(neither.err()).contains("is neither a path nor the name of a host");
    }
}
