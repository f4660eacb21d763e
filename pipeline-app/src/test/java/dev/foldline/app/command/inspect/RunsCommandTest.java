package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.core.state.Fault;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.time.Instant;

/** The list of runs: a completed one, a halted one, and the latest, which has just started. */
class RunsCommandTest {
    @TempDir static Path folder;

    private static String completed = "";
    private static String halted = "";
    private static String latest = "";

    @BeforeAll
    static void threeRuns() throws Exception {
        Repository.withOneCommit(folder);
        completed = RunFixture.begin(folder, 1, 1).toTheEnd().id();
        halted =
                RunFixture.begin(folder, 2, 1)
                        .agentsFail(Fault.of(Fault.Kind.NEEDS_PERSON, "which login?"))
                        .toTheEnd()
                        .id();
        latest = RunFixture.begin(folder, 3, 1).id();
    }

    private static String runs(String... filters) {
        var words = new String[filters.length + 1];
        words[0] = "runs";
        System.arraycopy(filters, 0, words, 1, filters.length);
        return Cli.in(folder).run(words).out();
    }

    @Test
    void each_run_has_a_line_with_state_times_cost_and_title_and_its_sentence() {
        var lines = runs().lines().toList();
        assertThat(lines).hasSize(7);
        assertThat(lines.getFirst()).matches("RUN +STATE +STARTED +TOOK +COST +WORKFLOW +TITLE");
        assertThat(lines.get(1)).startsWith(latest + "  resumable ").endsWith("Add a login");
        assertThat(lines.get(2)).isEqualTo("  Not active; resume it to continue.");
        assertThat(lines.get(3)).startsWith(halted + "  halted ");
        assertThat(lines.get(4)).isEqualTo("  Stopped: which login?");
        assertThat(lines.get(5))
                .matches(
                        completed
                                + "  completed +2026-11-01 \\d\\d:00 +1m 13s +\\$2.00 +ralph +Add a"
                                + " login");
        assertThat(lines.get(6))
                .isEqualTo("  Done in 12 min of work for $2.00: 4 commits, checks passed.");
    }

    @Test
    void filters_select_by_state_text_workflow_and_time() {
        assertThat(runs("--state", "needs-you")).contains(halted).doesNotContain(completed, latest);
        assertThat(runs("--state", "done")).contains(completed).doesNotContain(halted, latest);
        assertThat(runs("--text", "WHICH login")).contains(halted).doesNotContain(completed);
        assertThat(runs("--text", "add a")).contains(halted, completed, latest);
        assertThat(runs("--workflow", "feature")).isEqualTo("No runs.\n");
        assertThat(runs("--since", "2026-11-01T08:10:00Z"))
                .doesNotContain(completed)
                .contains(halted);
        var local = LocalTimeFormatter.second(Instant.parse("2026-11-01T08:10:00Z"));
        assertThat(runs("--since", local)).isEqualTo(runs("--since", "2026-11-01T08:10:00Z"));
        assertThat(runs("--since", "2026-11-01T10:10:00+02:00"))
                .isEqualTo(runs("--since", "2026-11-01T08:10:00Z"));
        assertThat(runs("--until", "2026-11-01T08:10:00Z"))
                .contains(completed)
                .doesNotContain(halted);
        assertThat(runs("--since", "99999d")).contains(completed, halted);
        assertThat(Cli.in(folder).run("runs", "--since", "soon").err())
                .contains("'soon' is neither an age nor a time");
        assertThat(Cli.in(folder).run("runs", "--state", "nice").err())
                .contains("state must be one of running, needs-you, stopped, done, failed");
    }

    @Test
    void a_filtered_list_has_pages() {
        var first = json("--text", "login", "--limit", "2");
        assertThat(first.get("runs").size()).isEqualTo(2);
        var next = first.get("next_after").asString();
        assertThat(runs("--text", "login", "--limit", "2"))
                .endsWith("more: foldline runs --after " + next + "\n");
        assertThat(runs("--after", next)).contains(completed).doesNotContain(halted);
        var second = json("--text", "login", "--limit", "2", "--after", next);
        assertThat(second.get("runs").get(0).get("run").get("id").asString()).isEqualTo(completed);
        assertThat(second.get("next_after").isNull()).isTrue();
        assertThat(json("--state", "needs-you", "--limit", "1").get("next_after").isNull())
                .isTrue();
    }

    private static JsonNode json(String... filters) {
        var words = new String[filters.length + 1];
        words[0] = "--json";
        System.arraycopy(filters, 0, words, 1, filters.length);
        return JsonMapper.shared().readTree(runs(words));
    }
}
