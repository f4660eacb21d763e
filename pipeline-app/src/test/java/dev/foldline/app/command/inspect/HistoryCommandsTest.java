package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.state.Spend;

import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What can be asked about how a run came to its state. */
class HistoryCommandsTest {
    private static final String SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

    @TempDir Path folder;

    @BeforeEach
    void aRepository() throws Exception {
        Repository.withOneCommit(folder);
    }

    private RunFixture done() throws IOException {
        return RunFixture.begin(folder, 1, 2).toTheEnd();
    }

    /** A run in which each check fails in the same way until the run halts. */
    private RunFixture halted() throws IOException {
        return failing(1, "1 test failed", Option.of("1 test failed"));
    }

    private RunFixture failing(long seed, String summary, Option<String> fingerprint)
            throws IOException {
        var run = RunFixture.begin(folder, seed, 1);
        return run.trouble(
                        effect ->
                                effect instanceof RunCheck check
                                        ? Optional.of(
                                                new CheckFailed(
                                                        run.ticket(),
                                                        check.check(),
                                                        "tree",
                                                        summary,
                                                        Option.none(),
                                                        Spend.millis(20),
                                                        fingerprint,
                                                        Option.none(),
                                                        Option.none()))
                                        : Optional.empty())
                .toTheEnd();
    }

    private Cli.Answer foldline(String... words) {
        return Cli.in(folder).run(words);
    }

    private JsonNode document(String... words) {
        return JsonMapper.shared().readTree(foldline(words).out());
    }

    @Test
    void blame_names_the_last_event_that_changed_a_value_and_the_earlier_ones() throws IOException {
        done();
        var blamed = document("blame", "@:60", "ledger.repository.head", "--json");
        long seq = blamed.get("change").get("seq").asLong();
        assertThat(blamed.get("change").get("event").get("type").asString())
                .isEqualTo("work_committed");
        assertThat(document("show", "@:" + seq, "--json").at("/state/ledger/repository/head"))
                .isEqualTo(blamed.get("after"))
                .isNotEqualTo(
                        document("show", "@:" + (seq - 1), "--json")
                                .at("/state/ledger/repository/head"));
        assertThat(document("show", "@:60", "--json").at("/state/ledger/repository/head"))
                .isEqualTo(blamed.get("after"));
        assertThat(blamed.get("effect").get("type").asString()).isEqualTo("commit_work");
        assertThat(blamed.get("changes").get(blamed.get("changes").size() - 1).asLong())
                .isEqualTo(seq);
    }

    @Test
    void blame_at_each_event_agrees_with_the_differences_of_the_states() throws IOException {
        var run = RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class);
        for (long seq = 2; seq <= run.seq(); seq++) {
            var changed =
                    document("diff", "@:" + (seq - 1), "@:" + seq, "--state", "--json")
                            .get("changes");
            for (var each : changed) {
                var blamed = document("blame", "@:" + seq, each.get("path").asString(), "--json");
                assertThat(blamed.get("change").get("seq").asLong()).isEqualTo(seq);
                assertThat(blamed.get("before")).isEqualTo(each.get("before"));
                assertThat(blamed.get("after")).isEqualTo(each.get("after"));
            }
        }
    }

    @Test
    void blame_of_an_unknown_value_lists_the_names_there() throws IOException {
        done();
        assertThat(foldline("blame", "@", "slots.retries").err())
                .startsWith(
                        "error: the state has no value slots.retries; slots has in_flight, gate,"
                                + " recovery, retry, continuation\n");
        assertThat(foldline("blame", "@:999999", "slots.retry").err())
                .startsWith("error: no event 999999: the log has events 1 to ");
        assertThat(foldline("blame", "@:0", "slots.retry").exit()).isEqualTo(2);
    }

    @Test
    void a_log_is_filtered_by_failure_phase_time_and_text() throws IOException {
        halted();
        var failures = foldline("log", "--faults").out();
        assertThat(failures.lines()).isNotEmpty().allMatch(line -> line.contains("1 test failed"));
        assertThat(foldline("log", "--grep", "TEST failed").out()).isEqualTo(failures);
        assertThat(foldline("calls").out())
                .contains("  finished  ", "call claude as planner (planning)", "  failed  ");
        assertThat(foldline("log", "--phase", "planning").out().lines())
                .isNotEmpty()
                .allMatch(line -> line.contains("planning"));
        var all = foldline("log").out();
        assertThat(foldline("log", "--since", RunFixture.START.toString()).out()).isEqualTo(all);
        assertThat(foldline("log", "--since", "2026-11-02").out()).isEmpty();
        assertThat(foldline("log", "--phase", "coding").err())
                .startsWith("error: the workflow ralph has no phase coding; it has start, ");
        assertThat(foldline("log", "--since", "yesterday").exit()).isEqualTo(2);
        assertThat(foldline("log", "--grep", "(").exit()).isEqualTo(2);
    }

    @Test
    void the_output_of_an_agent_is_printed_and_missing_output_is_an_error() throws IOException {
        var run = RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class);
        assertThat(foldline("output").err()).startsWith("error: the output of \"call claude");
        assertThat(foldline("output", "@:3").err())
                .startsWith("error: no agent or check has started yet\n");
        var output = Files.createDirectories(run.directory().output());
        Files.writeString(
                output.resolve("agent-" + run.ticket() + ".out"), "\u001b[31mred\u001b[0m\n");
        assertThat(foldline("output").out()).isEqualTo("red\n");
        assertThat(foldline("calls").out())
                .contains("  running  ", "call claude as planner (planning)");
        var document = document("output", "--json");
        assertThat(document.get("ticket").asLong()).isEqualTo(run.ticket());
        assertThat(document.at("/parts/0/bytes").asLong()).isEqualTo(13);
    }

    @Test
    void of_an_agent_the_words_are_printed_and_of_a_long_output_the_end() throws IOException {
        var run = RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class);
        var line =
                "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}}\n";
        var file =
                Files.createDirectories(run.directory().output())
                        .resolve("agent-" + run.ticket() + ".out");
        Files.writeString(file, line.formatted("Hello") + "half a line");
        assertThat(foldline("output").out()).isEqualTo("Hello\nhalf a line\n");
        assertThat(foldline("output", "--raw").out()).startsWith("{\"type\":\"assistant\"");
        assertThat(foldline("output", "-f").out())
                .as("without a driver nothing is added to the line")
                .endsWith(" <==\nHello\nhalf a line\n");
        Files.writeString(file, ("x".repeat(99) + "\n").repeat(10_001));
        for (var words : List.of(List.of("output"), List.of("output", "-f")))
            assertThat(foldline(words.toArray(String[]::new)).out())
                    .contains("the first 100 bytes of ")
                    .hasLineCount(words.size() + 10_000);
    }

    @Test
    void the_prompt_of_a_call_is_printed() throws IOException {
        var run = RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class);
        assertThat(foldline("show", "@:3", "--prompt").err())
                .startsWith("error: no prompt is written yet\n");
        assertThat(run.state().ledger().prompt().isDefined()).isTrue();
    }

    @Test
    void a_run_is_told_to_pause_before_a_phase() throws IOException {
        RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class);
        assertThat(foldline("pause", "--before", "commit").out())
                .startsWith("The run pauses before commit.");
        assertThat(document("show", "--json").at("/state/header/until").asString())
                .isEqualTo("commit");
        assertThat(foldline("pause", "--before", "coding").err())
                .startsWith("error: The workflow ralph has no phase coding");
    }

    @Test
    void two_points_of_a_run_are_compared_by_results_and_files() throws Exception {
        done();
        var compared = document("diff", "@:1", "@", "--json");
        assertThat(compared.get("results")).isNotEmpty();
        assertThat(compared.get("runs").isNull()).isTrue();
        assertThat(foldline("diff", "@:1", "@").out()).contains("committed ", "files: unknown");
    }

    @Test
    void two_runs_are_compared_up_to_the_first_event_with_another_effect() throws IOException {
        RunFixture.begin(folder, 1, 1).toTheEnd();
        failing(2, "1 test failed", Option.none());
        var compared = document("diff", "@~1", "@", "--json").get("runs");
        assertThat(compared.get("start")).isEmpty();
        var parted = compared.get("divergence");
        assertThat(parted.get("subject").asString()).isEqualTo("the verdict of a check");
        assertThat(parted.at("/left/event/type").asString()).isEqualTo("check_passed");
        assertThat(parted.at("/right/event/type").asString()).isEqualTo("check_failed");
        assertThat(foldline("diff", "@~1", "@").out()).contains("started with the same");
    }

    @Test
    void runs_with_another_policy_are_said_to_start_differently() throws IOException {
        RunFixture.begin(folder, 1, 1).toTheEnd();
        RunFixture.begin(folder, 2, 2).toTheEnd();
        var compared = foldline("diff", "@~1", "@");
        assertThat(compared.out() + compared.err())
                .contains("started with\n  workflow.stages[1].turns.count: 1 -> 2\n");
    }

    @Test
    void a_halt_is_explained_by_its_failures_and_what_was_tried() throws IOException {
        halted();
        var explained = foldline("explain").out();
        assertThat(explained)
                .contains("what failed\n", ": checks failed: 1 test failed  (events ")
                .containsPattern("events \\d.*, 2026-11-01 .* to 2026-11-01 .*\\)")
                .contains("what was tried to recover\n");
        assertThat(failing(2, "1 test failed", Option.none()).state().usage().meter().agentCalls())
                .isEqualTo(60);
        assertThat(foldline("explain").out()).contains("what failed\n");
        var failures = foldline("log", "--faults").out().lines().count();
        assertThat(document("explain", "--json").at("/causes/0/events")).hasSize((int) failures);
    }

    @Test
    void bisect_finds_the_event_that_a_command_rejects() throws IOException {
        done();
        var found = document("bisect", "@", "--run", "! grep -q '\"type\":\"ended\"'", "--json");
        var ended = document("blame", "@", "lifecycle", "--json").get("change").get("seq");
        assertThat(found.at("/first_bad/seq")).isEqualTo(ended);
        assertThat(found.get("exact").asBoolean()).isTrue();
        assertThat(foldline("bisect", "@", "--run", "true").err())
                .contains("error: the command does not fail after the last event");
        assertThat(foldline("bisect", "@", "--run", "exit 127").err())
                .startsWith("error: the command ended with exit code 127, which is no verdict\n");
    }

    @Test
    void a_report_is_one_file_that_refers_to_nothing_outside() throws Exception {
        var run = halted();
        var answer = foldline("report", "-o", "report.html");
        assertThat(answer.out()).isEqualTo("wrote report.html\n");
        var html = Files.readString(folder.resolve("report.html"));
        assertThat(html)
                .contains("Run " + run.id(), "1 test failed", "Add a login")
                .contains("default-src 'none'")
                .doesNotContain("http:", "https:", "<script", "src=", "<link", "@import", "url(");
        assertThat(html.lines().filter(line -> line.startsWith("<tr id=\"e")))
                .hasSize((int) run.seq());
    }

    @Test
    void costs_reports_and_replays_stop_at_the_event_that_is_named() throws IOException {
        done();
        long second =
                document("blame", "@", "usage.meter.agent_calls", "--json")
                        .at("/changes/2")
                        .asLong();
        assertThat(document("cost", "@:" + second, "--json").at("/total/agent_calls").asLong())
                .isEqualTo(2);
        assertThat(
                        document("cost", "@:" + (second - 1), "--json")
                                .at("/total/agent_calls")
                                .asLong())
                .isEqualTo(1);
        assertThat(
                        foldline("report", "@:" + second)
                                .out()
                                .lines()
                                .filter(line -> line.startsWith("<tr id=\"e")))
                .hasSize((int) second);
        assertThat(foldline("replay", "@:" + second).out()).startsWith(second + " events folded");
        assertThat(foldline("status", "@:" + second).out())
                .contains("As it was after event " + second, "  spent     2 ")
                .doesNotContain("foldline resume");
        assertThat(foldline("cost", "@:99999").err()).startsWith("error: no event 99999");
    }

    @Test
    void a_report_shows_texts_of_strangers_as_text_and_no_secret() throws Exception {
        failing(1, "<script>alert(1)</script> @all #1 `x`", Option.none());
        assertThat(foldline("report").out())
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
                .doesNotContain("<script");
        assertThat(foldline("report", "--markdown").out())
                .contains("&lt;script&gt;", "@\u200ball", "#\u200b1", "\\`x\\`")
                .doesNotContain("<script", "@all");
    }

    @Test
    void diffs_in_a_report_and_of_commits_are_redacted() throws Exception {
        Files.writeString(folder.resolve("key.txt"), SECRET + "\n");
        Repository.git(folder, "add", "-A");
        Repository.git(folder, "commit", "-q", "-m", "Add a key");
        var commit = Repository.git(folder, "rev-parse", "HEAD");
        assertThat(Repository.git(folder, "show", commit)).contains(SECRET);
        var run = RunFixture.begin(folder, 1, 1);
        run.trouble(
                        effect ->
                                effect instanceof CommitWork
                                        ? Optional.of(
                                                new WorkCommitted(
                                                        run.ticket(), commit, "tree", "Add a key"))
                                        : Optional.empty())
                .toTheEnd();
        assertThat(foldline("report").out()).contains("key.txt").doesNotContain(SECRET);
        assertThat(foldline("commits").out())
                .contains(commit.substring(0, 7) + "  2026-11-01 ", "  Add a key  (iterate, commit")
                .doesNotContain("key.txt");
        assertThat(foldline("commits", "--commit", commit.substring(0, 9)).out())
                .contains("Add a key", "+++ b/key.txt")
                .doesNotContain(SECRET);
        assertThat(foldline("commits", "--commit", "0123").err())
                .contains("has no commit 0123", "try: foldline commits " + run.id());
        assertThat(foldline("commits", run.id()).out()).contains("Add a key");
    }
}
