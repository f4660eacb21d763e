package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;

/**
 * One run of {@code ralph} on a real repository, looked at with the commands: two iterations, a
 * review with issues and one without. The first development is unfinished, its continuation fails
 * once, and the analysis of that is invalid once.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RalphStoriesTest {
    private static final String DEVELOPER =
            """
            cp "$FOLDLINE_PROMPT_FILE" "$HOME/developer-$n"
            echo "$n" >> work.txt
            [ $n = 2 ] && exit 1
            echo developed
            """;
    private static final String ANALYST =
            """
            cp "$FOLDLINE_PROMPT_FILE" "$HOME/prompt-$n"
            ls .foldline > "$HOME/found-$n"
            case $n in
              1) echo '{"status":"partial","summary":"half"}' > .foldline/development_result.json ;;
              2) echo 'not JSON' > .foldline/development_result.json ;;
              *) echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json ;;
            esac
            echo analyzed
            """;
    private static final String REVIEWER =
            """
            case $n in
              1) echo '{"issues":[{"message":"say more"}]}' > .foldline/issues.json ;;
              *) echo '{"issues":[]}' > .foldline/issues.json ;;
            esac
            echo reviewed
            """;

    private CliFixture place;
    private Path home;
    private RunLines run;

    @BeforeAll
    void a_run(@TempDir Path folder) throws Exception {
        place = CliFixture.ready(folder);
        home = Path.of(place.environment.get("HOME"));
        place.agent(
                        counted("analyst", ANALYST)
                                + counted("reviewer", REVIEWER)
                                + counted("developer", DEVELOPER)
                                + AgentScripts.HELPFUL.replace(
                                        "fixer)", "fixer) echo more >> work.txt;"))
                .configured(
                        "checks: []\niterations: 2\nreviews: 2\nralph: { stop_when_completed:"
                                + " false }\n");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        run = RunLines.of(place);
    }

    static List<Boolean> moves() {
        return Thorough.ALL ? List.of(true, false) : List.of(true);
    }

    /** The base moves before the rebase at the end, and the branch has commits of the user. */
    @ParameterizedTest
    @MethodSource("moves")
    void the_commits_of_the_run_become_one(boolean moves, @TempDir Path folder) throws Exception {
        var squashed = CliFixture.ready(folder);
        squashed.agent(AgentScripts.HELPFUL)
                .configured(
                        "checks: []\niterations: 2\nreviews: 0\nrebase: [after]\n"
                                + "ralph: { stop_when_completed: false, squash: true }\n");
        squashed.git("checkout", "-q", "-b", "feature");
        squashed.git("commit", "-q", "--allow-empty", "-m", "My own");
        var paused = squashed.foldline("run", "--until", "final-validation", "Add work");
        assertThat(paused.exit()).as(paused.all()).isZero();
        assertThat(squashed.foldline("workflow", "graph", "--run", "@").out())
                .contains("finish_final_validation[\"final-validation (now)\"]", "squash_squash");
        var before = squashed.git("rev-parse", "HEAD");
        assertThat(squashed.git("rev-list", "--count", "feature..HEAD")).isEqualTo("2");
        if (moves) {
            var moved = squashed.git("commit-tree", "-p", "main", "-m", "Meanwhile", "main^{tree}");
            squashed.git("update-ref", "refs/heads/main", moved);
        }
        var resumed = squashed.foldline("resume");
        assertThat(resumed.exit()).as(resumed.all()).isZero();
        assertThat(squashed.git("log", "--format=%s", "main..HEAD").lines())
                .containsExactly("Do the work", "My own");
        assertThat(squashed.git("diff", "--stat", before, "HEAD")).isEmpty();
        assertThat(squashed.foldline("status").out())
                .contains("commits   1, squashed from 2, the last is ");
        var report = JsonMapper.shared().readTree(squashed.foldline("status", "--json").out());
        assertThat(report.get("commits").valueStream().map(JsonNode::asString))
                .containsExactly(squashed.git("rev-parse", "HEAD"));
        assertThat(report.get("squashed_from").asInt()).isEqualTo(2);
        assertThat(squashed.foldline("replay", "--verify").exit()).isZero();
        assertThat(squashed.foldline("workflow", "graph", "--run", "@").out())
                .contains("squash_squash")
                .doesNotContain("(now)");
    }

    /** Counts the calls of a role in {@code $n}. */
    private static String counted(String role, String script) {
        return "if [ \"$FOLDLINE_ROLE\" = "
                + role
                + " ]; then\nn=$(($(cat ~/calls-"
                + role
                + " 2>/dev/null || echo 0) + 1)); echo $n > ~/calls-"
                + role
                + "\n"
                + script
                + "exit 0\nfi\n";
    }

    @Test
    void S3_01_each_decision_of_the_run_is_derived_again_from_its_log() {
        var reported = place.foldline("replay", "@", "--verify");
        assertThat(reported.exit()).as(reported.all()).isZero();
    }

    @Test
    void S3_02_each_effect_is_decided_then_started_then_answered_once() {
        var open = new HashSet<Long>();
        var answers = new HashMap<Long, Integer>();
        for (var line : place.foldline("log", "--json").out().lines().toList()) {
            var event = JsonMapper.shared().readTree(line);
            if (event.path("event").path("type").asString().equals("effect_started")) {
                assertThat(event.path("rule").asString()).isNotEmpty();
                open.add(event.path("ticket").asLong());
            } else if (open.contains(event.path("ticket").asLong(-1)))
                answers.merge(event.path("ticket").asLong(), 1, Integer::sum);
        }
        assertThat(open).hasSizeGreaterThan(20).isEqualTo(answers.keySet());
        assertThat(answers.values()).containsOnly(1);
    }

    @Test
    void S3_03_a_state_of_the_run_has_exactly_one_next_decision() {
        for (int seq = 1; seq < run.lines().size(); seq += 7) {
            var reported = place.foldline("explain", "@:" + seq);
            assertThat(reported.exit()).as(reported.all()).isZero();
            assertThat(reported.out().lines().filter(each -> each.startsWith("  rule  ")))
                    .as(reported.out())
                    .hasSize(1);
        }
    }

    @Test
    void S3_04_a_retry_outranks_the_continuation_and_leaves_it() {
        int failed = run.seq("agent failed");
        assertThat(place.foldline("explain", "@:" + failed).out())
                .contains("rule      clean, then retry  (RETRY)");
        for (int seq : new int[] {failed - 1, failed, failed + 1})
            assertThat(place.foldline("show", "@:" + seq).out())
                    .containsPattern("continuation +(?!idle)\\S");
    }

    @Test
    void S3_05_rules_are_checked_in_the_order_of_their_priorities() {
        assertThat(place.foldline("explain", "@:" + (run.seq("plan accepted") - 1)).out())
                .containsSubsequence(
                        "ENDED", "IN_FLIGHT", "HELD", "RECOVERY", "RETRY", "CONTINUATION", "NORMAL")
                .containsSubsequence(
                        "cancel the running effect",
                        "held: wait for the resume or the approval",
                        "save uncommitted work before the end",
                        "call the fixer",
                        "record the recovery",
                        "wait until the retry is due",
                        "clean, then retry",
                        "clean, then continue or redo the work");
    }

    @Test
    void S3_06_S3_17_a_retry_removes_the_invalid_artifact_before_the_call() throws Exception {
        assertThat(
                        run.rules("development_result refused", "begin: call mine as analyst")
                                .getFirst())
                .isEqualTo("clean, then retry");
        assertThat(home.resolve("found-3")).content().doesNotContain("development_result");
        assertThat(Files.readString(home.resolve("prompt-3"))).contains("development_result");
    }

    @Test
    void S3_09_phases_follow_in_order_and_issues_are_fixed_before_the_next_review() {
        assertThat(run.phases())
                .containsExactly(
                        "start",
                        "planning",
                        "development",
                        "commit",
                        "planning",
                        "development",
                        "commit",
                        "review",
                        "fix",
                        "commit",
                        "review",
                        "commit",
                        "commit",
                        "final-validation",
                        "commit",
                        "guard");
    }

    @Test
    void S3_10_planning_removes_the_old_plan_asks_and_reads_the_new_one() {
        assertThat(run.execution("planning", 1))
                .containsExactly(
                        "stale artifacts removed",
                        "prompt written",
                        "begin: call mine as planner",
                        "agent finished",
                        "plan accepted");
    }

    @Test
    void S3_11_S3_14_development_is_analyzed_each_time_and_continued_while_unfinished()
            throws Exception {
        assertThat(run.calls().stream().filter(call -> call.matches(".*(developer|analyst)")))
                .containsExactly(
                        "mine as developer",
                        "mine as analyst",
                        "mine as developer",
                        "mine as developer",
                        "mine as analyst",
                        "mine as analyst",
                        "mine as developer",
                        "mine as analyst");
        assertThat(Files.readString(home.resolve("developer-2")))
                .isNotEqualTo(Files.readString(home.resolve("developer-1")));
        assertThat(run.rules("development_result accepted: partial", "begin: call mine").getFirst())
                .isEqualTo("clean, then continue or redo the work");
    }

    @Test
    void S3_12_a_review_asks_for_issues_and_a_fix_for_its_result() {
        assertThat(run.execution("review", 0))
                .containsExactly(
                        "stale artifacts removed",
                        "prompt written",
                        "begin: call mine as reviewer",
                        "agent finished",
                        "issues accepted: issues");
        assertThat(run.execution("fix", 0))
                .endsWith("agent finished", "fix_result accepted: completed");
    }

    @Test
    void S3_13_a_commit_asks_for_a_message_only_if_the_tree_has_changed() {
        assertThat(run.execution("commit", 0))
                .containsExactly(
                        "begin: check the working tree",
                        "tree is changed",
                        "stale artifacts removed",
                        "prompt written",
                        "begin: call mine as committer",
                        "agent finished",
                        "commit_message accepted",
                        "begin: commit the work on foldline/add-work",
                        "committed Do the work");
        assertThat(run.execution("commit", 3))
                .containsExactly("begin: check the working tree", "tree is clean");
    }

    @Test
    void S3_20_the_last_effect_saves_uncommitted_work() {
        assertThat(run.lines().getLast().event()).isEqualTo("nothing to keep");
        assertThat(run.rules("recorded what", "nothing to keep")).contains("save the work and end");
    }

    @Test
    void S3_23_a_state_is_read_from_its_snapshot_or_from_the_log_alike() throws Exception {
        var before = place.foldline("show").out();
        try (var files = Files.walk(place.root.resolve(".git/foldline/runs"))) {
            for (var file : files.filter(each -> each.endsWith("snapshot.json")).toList())
                Files.delete(file);
        }
        assertThat(place.foldline("show").out()).isEqualTo(before).contains("the end");
        assertThat(place.foldline("show", "@:" + run.lines().getLast().seq()).out())
                .isEqualTo(before);
    }
}
