package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Failures of runs on real repositories, and how the runs recover, looked at with the commands. */
class RecoveryStoriesTest {
    private static final String TIMES =
            "n=$(($(cat ~/n 2>/dev/null || echo 0) + 1)); echo $n > ~/n\n";

    /** The phases of a run whose second iteration fails to commit ten times. */
    private static final List<String> PHASES_OF_ALL_LEVELS =
            List.of(
                    """
                    start planning development commit planning development commit
                    commit commit commit
                    planning development commit
                    planning development commit
                    planning development commit
                    planning development commit planning development commit
                    commit final-validation commit guard
                    """
                            .split("\\s+"));

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder);
    }

    /** Agents that are the same program, which gets its agent's name. */
    private void agents(String roles, String more, String... names) throws IOException {
        var agents = new StringBuilder();
        for (var name : names)
            agents.append(name)
                    .append(": { kind: command, run: [\"")
                    .append(place.environment.get("HOME"))
                    .append("/agent.sh\", ")
                    .append(name)
                    .append("] }, ");
        place.write(
                "foldline.yaml",
                "roles: { " + roles + " }\nagents: { " + agents + " }\nchecks: []\n" + more);
    }

    private void hook(String script) throws IOException {
        var hook = place.root.resolve(".git/hooks/pre-commit");
        Files.writeString(hook, "#!/bin/sh\n" + script);
        assertThat(hook.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void
            S3_07_S3_08_S3_18_a_recovery_goes_back_further_with_each_level_until_its_failure_has_passed()
                    throws Exception {
        hook(TIMES + "[ $n -lt 2 ] || [ $n -gt 11 ] || { echo no $n; exit 1; }\n");
        place.configured(
                "checks: []\niterations: 2\nreviews: 0\nralph: { stop_when_completed: false }\n");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(
                        reported.err()
                                .lines()
                                .filter(line -> line.contains(" recovery  "))
                                .map(line -> line.replaceFirst(".* recovery +(.*?)(:.*)?$", "$1")))
                .containsExactly(
                        "attempt 1 of 12 (level 1)",
                        "attempt 2 of 12 (level 1)",
                        "attempt 3 of 12 (level 1)",
                        "attempt 4 of 12 (level 2)",
                        "attempt 5 of 12 (level 2)",
                        "attempt 6 of 12 (level 2)",
                        "attempt 7 of 12 (level 3)",
                        "attempt 8 of 12 (level 3)",
                        "attempt 9 of 12 (level 3)",
                        "attempt 10 of 12 (level 4)",
                        "succeeded");
        var run = RunLines.of(place);
        assertThat(run.phases()).isEqualTo(PHASES_OF_ALL_LEVELS);
        int recorded = run.seq("recovered from the failure");
        assertThat(recovery(recorded - 1)).isNotEqualTo("idle");
        assertThat(recovery(recorded)).isEqualTo("idle");
        assertThat(run.lines().get(recorded - 2).event()).startsWith("committed ");
        int first = run.seq("failed: commit rejected");
        assertThat(recovery(first - 1)).isEqualTo("idle");
        assertThat(recovery(first)).startsWith("the fixer needs a prompt (attempt 1,");
        assertThat(run.lines().get(first - 1).rule()).isEqualTo("wait for the outcome");
        assertThat(recovery(run.seq("begin: call mine as recoverer") + 2))
                .startsWith("the new attempt is running (attempt 1,");
    }

    private String recovery(int seq) {
        return place.foldline("show", "@:" + seq)
                .out()
                .lines()
                .filter(line -> line.startsWith("  recovery "))
                .map(line -> line.replaceFirst(" +recovery +", ""))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void S3_16_a_success_clears_the_failures_of_an_agent() throws Exception {
        place.agent(
                AgentScripts.except(
                        "developer",
                        TIMES + "[ $((n % 2)) = 1 ] && exit 1; echo $n >> work.txt; echo $n"));
        agents(
                "developer: [first, second]",
                "iterations: 3\nreviews: 0\nralph: { stop_when_completed: false }\n",
                "first",
                "second");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(RunLines.of(place).calls("developer")).hasSize(6).containsOnly("first");
    }

    @Test
    void S3_19_identical_calls_in_a_row_are_a_loop_that_a_recovery_ends() throws Exception {
        place.agent(
                        "[ \"$FOLDLINE_ROLE\" = recoverer ] && touch ~/mended\n"
                                + AgentScripts.except(
                                        "planner",
                                        "if [ -e ~/mended ]; then echo"
                                            + " '{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}'"
                                            + " > .foldline/plan.json; else echo \"x$$ is no plan\""
                                            + " > .foldline/plan.json; fi; echo planned"))
                .write("foldline.yaml", "");
        agents(
                "developer: [mine]",
                "iterations: 1\nreviews: 0\nlimits: { loop: 4, output_retries: 50 }\n",
                "mine");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(RunLines.of(place).calls().subList(0, 6))
                .containsExactly(
                        "mine as planner",
                        "mine as planner",
                        "mine as planner",
                        "mine as planner",
                        "mine as recoverer",
                        "mine as planner");
    }

    /** A run that waits an hour for its next attempt, with uncommitted work. */
    private String waiting() throws Exception {
        place.agent(AgentScripts.except("developer", "echo half >> work.txt; echo no >&2; exit 1"));
        agents(
                "developer: [mine]",
                "iterations: 1\nreviews: 0\nlimits: { backoff_first: 1h, backoff_max: 1h }\n",
                "mine");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(75);
        assertThat(place.foldline("explain").out())
                .contains("rule      wait until the retry is due  (RETRY)");
        return place.foldline("status")
                .out()
                .lines()
                .findFirst()
                .orElseThrow()
                .replaceFirst("^(r\\w+).*", "$1");
    }

    @Test
    void S3_21_saving_is_tried_three_times_and_the_run_ends_as_it_was_to_end() throws Exception {
        var id = waiting();
        var blocked = place.root.resolve(".git/refs/foldline/saved/" + id);
        Files.createDirectories(blocked.getParent());
        Files.writeString(blocked, place.git("rev-parse", "HEAD") + "\n");
        var reported = place.foldline("cancel", "--yes", "-m", "enough");
        var run = RunLines.of(place);
        assertThat(run.lines().stream().filter(line -> line.event().startsWith("begin: save")))
                .as(reported.all())
                .hasSize(3);
        assertThat(place.foldline("status").out()).contains("Cancelled: enough.");
        assertThat(place.read("work.txt")).isEqualTo("half\nhalf\n");
    }

    @Test
    void S3_22_a_lost_prompt_is_written_again_without_a_recovery() throws Exception {
        assertThat(place.foldline("run", "--budget", "agent_calls=1", "Add work").exit())
                .isEqualTo(6);
        var blobs = place.root.resolve(".git/foldline/blobs");
        var log = place.foldline("log", "--json").out().lines().toList();
        var prompt =
                log.stream()
                        .filter(line -> line.contains("\"prompt_rendered\""))
                        .reduce((_, last) -> last)
                        .orElseThrow()
                        .replaceFirst(".*\"prompt\":\"(\\w+)\".*", "$1");
        Files.delete(blobs.resolve(prompt));
        var reported = place.foldline("resume", "--budget", "agent_calls=+20");
        assertThat(reported.exit()).as(reported.all()).isZero();
        var run = RunLines.of(place);
        assertThat(run.calls("recoverer")).isEqualTo(List.of());
        assertThat(run.lines()).anyMatch(line -> line.event().contains("the prompt is gone"));
        assertThat(place.committed()).containsExactly("work.txt");
    }
}
