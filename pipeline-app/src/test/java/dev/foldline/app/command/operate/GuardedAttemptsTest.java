package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.error.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** A workflow file with attempts: they end unasked, and the run that chose one asks. */
class GuardedAttemptsTest {
    private static final String FILE =
            """
            workflow: fast
            roles: [developer, committer]
            checks: { unit: sh test.sh, size: { run: wc -c < work.txt } }
            stages:
              - stage: build
                attempts: 2
                pick: { measure: size, best: lowest }
                phases:
                  - phase: work
                    steps:
                      - call: { role: developer, prompt: prompts/work.md }
                      - check: unit
                  - phase: commit
                    commit: { message_from: committer }
            """;

    @TempDir Path folder;

    @Test
    void a_weakened_check_of_the_chosen_attempt_is_asked_about_and_its_commits_stay()
            throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(
                                AgentScripts.except(
                                        "developer",
                                        "echo bad > work.txt; printf 'exit 0\\n' > test.sh\n"));
        place.write("test.sh", "grep -q good work.txt\n");
        place.write("work.txt", "good\n");
        place.write("foldline/workflows/prompts/work.md", "{{task}}");
        place.write("foldline/workflows/fast.yaml", FILE);
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "Add a workflow");
        var ran = place.foldline("run", "--workflow", "fast", "Break it");
        assertThat(ran.exit()).as(ran.all()).isEqualTo(ExitCode.SUSPENDED.value());
        assertThat(place.foldline("gates").out())
                .contains("test.sh: is run by the check unit", "+exit 0");
        var work = place.git("rev-parse", "HEAD");
        var rejected = place.foldline("reject", "guard", "-m", "Keep the check", "--resume");
        assertThat(rejected.exit()).as(rejected.all()).isNotZero();
        assertThat(place.git("rev-parse", "HEAD")).isEqualTo(work);
        assertThat(place.git("show", "HEAD:test.sh")).isEqualTo("exit 0");
    }
}
