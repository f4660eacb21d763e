package dev.foldline.app.command.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.run.AgentProbe;
import dev.foldline.app.run.AgentProbe.SignedIn;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.cli.Adapters;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** What is made of a command line's answer to whether somebody is signed in. */
class AgentProbeTest {
    @TempDir Path folder;
    private final Map<String, String> environment = new HashMap<>();

    private SignedIn probe(String answer, Duration timeout) throws IOException {
        var program = Files.writeString(folder.resolve("codex"), "#!/bin/sh\n" + answer + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        environment.put("PATH", folder + ":" + System.getenv("PATH"));
        return new AgentProbe(environment, folder, timeout)
                .signedIn(AgentDefinition.Known.of(Adapters.of("codex").orElseThrow()));
    }

    private SignedIn probe(String answer) throws IOException {
        return probe(answer, Duration.ofMinutes(2));
    }

    @Test
    void a_clear_answer_is_accepted() throws IOException {
        assertThat(probe("echo Logged in using an API key")).isEqualTo(SignedIn.YES);
        assertThat(probe("echo Not logged in >&2; exit 1")).isEqualTo(SignedIn.NO);
    }

    @Test
    void a_key_that_a_call_would_use_counts_as_signed_in() throws IOException {
        environment.put("CODEX_API_KEY", "");
        assertThat(probe("echo Not logged in >&2; exit 1")).isEqualTo(SignedIn.NO);
        environment.put("CODEX_API_KEY", "some-key");
        assertThat(probe("echo Not logged in >&2; exit 1")).isEqualTo(SignedIn.YES);
    }

    @Test
    void an_agent_that_does_not_understand_the_question_or_times_out_is_not_signed_out()
            throws IOException {
        assertThat(probe("echo \"error: unrecognized subcommand 'status'\" >&2; exit 2"))
                .isEqualTo(SignedIn.UNKNOWN);
        assertThat(probe("echo \"error: unknown command 'auth'\" >&2; exit 1"))
                .isEqualTo(SignedIn.UNKNOWN);
        assertThat(probe("kill -SEGV $$")).isEqualTo(SignedIn.UNKNOWN);
        assertThat(probe("sleep 60", Duration.ofMillis(300))).isEqualTo(SignedIn.UNKNOWN);
    }
}
