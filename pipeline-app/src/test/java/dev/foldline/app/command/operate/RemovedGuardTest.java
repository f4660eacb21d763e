package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** An agent that removes what would tell of it, and ends its driver: real processes. */
class RemovedGuardTest {
    @TempDir Path folder;

    @Test
    void a_planted_hook_is_not_run_by_a_resume() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(
                                AgentScripts.except(
                                        "developer",
                                        """
                                        rm .git/foldline/runs/*/guard.json
                                        for hook in pre-commit post-index-change reference-transaction; do
                                          printf '#!/bin/sh\ntouch "$HOME/planted"\n' > .git/hooks/$hook; chmod +x .git/hooks/$hook
                                        done
                                        """
                                                + AgentScripts.DEADLY));
        assertThat(
                        Shell.run(
                                        place,
                                        """
                                        "$ENGINE" run "Add work" > "$HOME/said" 2>&1 &
                                        echo $! > "$HOME/pid"
                                        wait $!
                                        echo "exit $?"
                                        """)
                                .out())
                .contains("exit 137");
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.all())
                .contains(
                        "removed or rewrote the guard of its call",
                        "git's configuration or hooks are not what they were");
        assertThat(Path.of(place.environment.get("HOME")).resolve("planted")).doesNotExist();
        for (var hook : new String[] {"pre-commit", "post-index-change", "reference-transaction"})
            Files.delete(place.root.resolve(".git/hooks").resolve(hook));
        place.agent(AgentScripts.HELPFUL);
        var again = place.foldline("retry");
        assertThat(again.exit()).as(again.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }
}
