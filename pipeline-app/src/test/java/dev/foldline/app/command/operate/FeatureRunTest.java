package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.engine.Engines;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The workflow {@code feature} from outside, on real repositories with real child processes. */
class FeatureRunTest {
    private static final String AGENT =
            """
            cp "$FOLDLINE_PROMPT_FILE" "$HOME/prompt-$FOLDLINE_TICKET"
            echo "$FOLDLINE_ROLE" >> "$HOME/calls"
            """
                    + AgentScripts.FEATURE
                    + "echo \"$FOLDLINE_ROLE has worked\"\n";

    @TempDir Path folder;

    private CliFixture place(String more) throws IOException, InterruptedException {
        return CliFixture.ready(folder)
                .agent(AGENT)
                .configured("workflow: feature\nchecks: [ \"test -f a.txt\" ]\n" + more);
    }

    private List<String> calls(CliFixture place) throws IOException {
        return Files.readAllLines(Path.of(place.environment.get("HOME"), "calls"));
    }

    /** The file that shows a run. */
    private static String shown(CliFixture place, String file) throws IOException {
        if (!Files.exists(place.root.resolve(".git/foldline/runs"))) return "";
        try (var runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            var found = runs.map(run -> run.resolve(file)).filter(Files::exists).findFirst();
            return found.isPresent() ? Files.readString(found.get()) : "";
        }
    }

    @Test
    void S2_01_a_feature_without_gates_ends_in_the_base_branch_if_configured() throws Exception {
        var place = place("feature: { merge: base }\n");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("log", "--first-parent", "--format=%s", "main"))
                .isEqualTo("Add the feature\nfirst");
        assertThat(place.git("show", "main:work.txt")).isEqualTo("work");
        assertThat(calls(place))
                .containsExactly(
                        "analyst", "planner", "analyst", "planner", "developer", "committer");
        assertThat(shown(place, "feature.yaml")).contains("state: \"completed\"");
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void S2_03_S2_06_S2_07_S2_13_a_second_process_approves_each_gate_of_a_run_that_waits()
            throws Exception {
        var place = place("feature: { allow: [] }\n");
        // Not in this process: what is started below a driver may not approve.
        var run =
                CompletableFuture.supplyAsync(
                        () -> elsewhere(place, "run", "--wait", "Add work"),
                        task -> Thread.ofPlatform().daemon().start(task));
        for (String gate : List.of("requirements", "plan", "implement", "merge")) {
            await(place, run, "node: \"" + gate + "\"");
            assertThat(shown(place, "feature.yaml"))
                    .contains(
                            "completedPhases: [",
                            "\"" + gate + "\"",
                            "Node \\\"" + gate + "\\\" completed.");
            assertThat(
                            gate.equals("requirements")
                                    ? elsewhere(place, "approve", gate)
                                    : place.foldline("approve", gate).exit())
                    .isZero();
        }
        assertThat(run.get()).isZero();
        assertThat(place.git("log", "--first-parent", "--format=%s", "main"))
                .isEqualTo("Add the feature\nfirst");
    }

    private static void await(CliFixture place, CompletableFuture<Integer> run, String text)
            throws Exception {
        while (!shown(place, "feature.yaml").contains(text)) {
            if (run.isDone()) throw new AssertionError("it ended with " + run.get());
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** The command in a process of its own. */
    private static int elsewhere(CliFixture place, String... words) {
        try {
            return start(place, words);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int start(CliFixture place, String... words)
            throws IOException, InterruptedException {
        var builder =
                new ProcessBuilder(Engines.command(words))
                        .directory(place.root.toFile())
                        .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        if (exit != 0) System.err.println(said);
        return exit;
    }

    @Test
    void
            S2_04_S2_08_S2_09_S2_11_S2_12_S2_14_S2_15_S2_16_S2_18_rejections_repeat_their_phase_and_no_other()
                    throws Exception {
        var place = place("feature: { allow: [] }\n");
        assertThat(place.foldline("run", "Add work").exit()).isEqualTo(3);
        place.foldline("reject", "requirements", "-m", "think of \"umlauts\"");
        assertThat(shown(place, "feature.yaml"))
                .contains("state: \"running\"", "iteration: 1")
                .doesNotContain("interrupt:");
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        assertThat(prompts(place)).last().asString().contains("umlauts");
        place.foldline("approve", "requirements");
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        assertThat(calls(place))
                .containsExactly("analyst", "planner", "planner", "analyst", "planner");
        assertThat(prompts(place)).last().asString().doesNotContain("umlauts");
        place.foldline("reject", "plan", "-m", "only for the plan");
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        assertThat(calls(place)).hasSize(6).endsWith("analyst", "planner", "planner");
        assertThat(prompts(place))
                .last()
                .asString()
                .contains("only for the plan")
                .doesNotContain("umlauts");
        assertThat(shown(place, "spec.yaml"))
                .contains(
                        "spec: {\"name\":\"Work\"",
                        "{iteration: 1, message: \"think of \\\"umlauts\\\"\", phase:"
                                + " \"requirements\", timestamp: ");
        assertThat(shown(place, "feature.yaml"))
                .containsPattern(
                        "name: \"requirements:2\", start: \"[^\"]+\", end: \"[^\"]+\","
                                + " duration_ms: \\d+, waiting_ms: \\d+, approval_wait_ms: \\d+");
        place.foldline("approve", "plan");
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        assertThat(shown(place, "feature.yaml")).contains("node: \"implement\"");
    }

    /** Returns the prompts of the calls, in their order. */
    private static List<String> prompts(CliFixture place) throws IOException {
        try (var files = Files.list(Path.of(place.environment.get("HOME")))) {
            var prompts = new ArrayList<String>();
            for (var file :
                    files.filter(each -> each.toString().contains("prompt-"))
                            .sorted(
                                    Comparator.comparing(
                                            each ->
                                                    Long.parseLong(
                                                            each.toString()
                                                                    .replaceFirst(".*-", ""))))
                            .toList()) prompts.add(Files.readString(file));
            return prompts;
        }
    }

    @Test
    void S2_23_a_retry_asks_again_unless_it_is_allowed_beforehand() throws Exception {
        var place = place("feature: { allow: [plan, merge, implement] }\n");
        assertThat(place.foldline("run", "Add work").exit()).isEqualTo(3);
        place.foldline("reject", "requirements", "-m", "no");
        place.agent("echo Process exited with code 7 >&2; exit 7");
        assertThat(place.foldline("resume").exit()).isEqualTo(1);
        assertThat(place.foldline("approve", "requirements").exit()).isEqualTo(1);
        place.agent(AGENT);
        assertThat(place.foldline("retry").exit()).isEqualTo(3);
        place.foldline("reject", "requirements", "-m", "no again");
        place.agent("exit 7");
        assertThat(place.foldline("resume").exit()).isEqualTo(1);
        place.agent(AGENT);
        var reported = place.foldline("retry", "--pre-approve");
        assertThat(reported.exit()).as(reported.all()).isZero();
    }

    @Test
    void S2_19_an_answer_that_does_not_apply_is_refused_with_the_status_of_the_run()
            throws Exception {
        var place = place("feature: { allow: [prd, merge, implement] }\n");
        assertThat(place.foldline("run", "Add work").exit()).isEqualTo(3);
        assertThat(place.foldline("approve", "other", "@").err()).contains("Unknown gate: other");
        assertThat(place.foldline("approve", "plan", "r0000").err())
                .contains("error: Agent run not found\n");
        assertThat(place.foldline("reject", "plan", "r0000", "-m", "no").err())
                .contains("error: Agent run not found\n");
        assertThat(place.foldline("approve", "plan").exit()).isZero();
        refuses(place, "running");
        assertThat(place.foldline("approve", "plan").err())
                .contains("Not active; resume it to continue.");
        place.agent("exit 7");
        assertThat(place.foldline("resume").exit()).isEqualTo(1);
        var before = place.foldline("log", "--json").out();
        refuses(place, "failed");
        assertThat(place.foldline("log", "--json").out()).isEqualTo(before);
        assertThat(place.foldline("cancel", "--yes").exit()).isZero();
        refuses(place, "cancelled");
    }

    private static void refuses(CliFixture place, String status) {
        for (var words :
                new String[][] {{"approve"}, {"approve", "plan"}, {"approve", "plan", "@"}}) {
            var reported = place.foldline(words);
            assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
            assertThat(reported.err())
                    .contains("Agent run is not in an approvable state (status: " + status + ")\n");
        }
        var reported = place.foldline("reject", "plan", "@", "-m", "no");
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.err())
                .contains("Agent run is not in a rejectable state (status: " + status + ")\n");
    }

    @Test
    void S2_05_status_and_show_print_the_requested_parts() throws Exception {
        var place =
                place("feature: { allow: [plan, merge, implement] }\n")
                        .agent(
                                AGENT.replace(
                                        "\"summary\":\"s\",\"req",
                                        "\"summary\":\"" + "s".repeat(600) + "\",\"req"));
        assertThat(place.foldline("run", "Add work").exit()).isEqualTo(3);
        var status = place.foldline("status", "--json").out();
        assertThat(status)
                .contains(
                        "\"node\": \"requirements\"",
                        "\"message\": \"Node \\\"requirements\\\" completed. Approve to"
                                + " continue.\"");
        assertThat(status).containsPattern("\"result\": \"\\{\\\\\"summary\\\\\":\\\\\"s{488}\"");
        assertThat(place.foldline("show").out())
                .contains("cursor", "gate requirements", "foldline approve requirements", "R1");
        assertThat(place.foldline("show", "@:3").out()).doesNotContain("foldline approve");
    }

    @Test
    void S2_10_S2_17_the_fifth_rejection_prints_a_warning() throws Exception {
        var place = place("feature: { allow: [plan, merge, implement] }\n");
        assertThat(place.foldline("run", "Add work").exit()).isEqualTo(3);
        for (int n = 1; n <= 5; n++) {
            var reported = place.foldline("reject", "requirements", "-m", "no " + n);
            assertThat(reported.exit()).as(reported.all()).isZero();
            assertThat(reported.out().contains("rejected 5 times"))
                    .as("rejection " + n)
                    .isEqualTo(n == 5);
            assertThat(place.foldline("resume").exit()).isEqualTo(3);
        }
        assertThat(shown(place, "feature.yaml")).contains("iteration: 5", "iterationWarning: true");
    }

    @Test
    void the_gate_of_a_merge_shows_the_merge_and_no_unrelated_files() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(AGENT)
                        .configured(
                                "workflow: feature\nfeature: { allow: [prd, plan, implement] }\n");
        assertThat(place.foldline("run", "--until", "merge", "Add work").exit()).isZero();
        place.git("worktree", "add", "-q", folder.resolve("main").toString(), "main");
        Files.writeString(folder.resolve("main/other.txt"), "another's\n");
        place.git("-C", folder.resolve("main").toString(), "add", "other.txt");
        place.git("-C", folder.resolve("main").toString(), "commit", "-q", "-m", "other");
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        place.write("a.txt", "edited beside it\n");
        assertThat(place.foldline("gates").out())
                .contains("brings to main\n  +1 -0         work.txt\n  1 file")
                .doesNotContain("other.txt", "a.txt", "--as-it-is");
        assertThat(place.foldline("approve", "merge").exit()).isZero();
        var reported = place.foldline("resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.git("show", "main:a.txt")).isEqualTo("a");
        assertThat(place.read("a.txt")).isEqualTo("edited beside it\n");
    }

    @Test
    void S2_22_a_plan_whose_tasks_name_no_phase_is_refused_with_the_reason() throws Exception {
        var place =
                place("feature: { merge: never }\n")
                        .agent(AGENT.replace("\"phase\":\"p1\"", "\"phase\":\"p9\""));
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.all())
                .contains(
                        "Validation failed after 3 repair attempts for 'feature_plan.json':"
                            + " /tasks/0/phase: there is no phase 'p9'; /phases: 'p1' has no task");
        assertThat(calls(place).stream().filter("planner"::equals)).hasSize(1 + 4);
    }
}
