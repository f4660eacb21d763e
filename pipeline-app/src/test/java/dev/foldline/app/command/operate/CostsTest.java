package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture.CommandResult;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How many agent calls ordinary and hopeless tasks cost, from outside, with the default
 * configuration. Each test prints its figures.
 */
class CostsTest {
    @TempDir Path folder;

    /**
     * Every call leaves a line; the work is done at the first call of the developer, but each
     * further call finds something to add.
     */
    private static final String COUNTED = "echo \"$FOLDLINE_ROLE\" >> \"$HOME/calls\"\n";

    /**
     * The developer adds a line, the review demands a note for each, and a fix adds three notes at
     * most.
     */
    private static final String DONE_AT_ONCE =
            COUNTED
                    + """
                    missing() { echo $(( $(wc -l < work.txt) - $(cat notes.txt 2>/dev/null | wc -l) )); }
                    case "$FOLDLINE_ROLE" in
                      planner) echo '{"summary":"s","steps":[{"title":"t"}]}' > .foldline/plan.json ;;
                      developer) echo "line by $FOLDLINE_TICKET" >> work.txt ;;
                      analyst) echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json ;;
                      reviewer) if [ $(missing) -gt 0 ]; then echo '{"issues":[{"message":"a note is missing"}]}'; else echo '{"issues":[]}'; fi > .foldline/issues.json ;;
                      fixer) for i in 1 2 3; do [ $(missing) -gt 0 ] && echo note >> notes.txt; done
                        echo '{"status":"completed","summary":"done"}' > .foldline/fix_result.json ;;
                      committer) if git diff --quiet HEAD -- notes.txt && git ls-files --error-unmatch notes.txt 2>/dev/null || ! [ -e notes.txt ]
                        then echo '{"subject":"Add a --version flag"}'; else echo '{"subject":"Note what was added"}'; fi > .foldline/commit_message.json ;;
                    esac
                    echo "$FOLDLINE_ROLE has worked"
                    """;

    @Test
    void D1_an_iteration_without_changes_reports_it_and_makes_no_commit() throws Exception {
        var place =
                place(
                        COUNTED
                                + AgentScripts.except(
                                        "developer",
                                        "[ -e work.txt ] || echo line > work.txt; echo looked"),
                        "checks: []\n"
                                + "iterations: 2\n"
                                + "reviews: 0\n"
                                + "ralph: { stop_when_completed: false }\n");
        var reported = place.foldline("run", "add a --version flag");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.all()).contains("iterate 2/2 changed nothing: no commit");
        assertThat(calls(place)).filteredOn("committer"::equals).hasSize(1);
        assertThat(place.git("rev-list", "--count", "main..HEAD")).isEqualTo("1");
    }

    @Test
    void D1_a_task_that_is_done_at_once_costs_eight_calls_and_two_commits() throws Exception {
        var place = place(DONE_AT_ONCE, "checks: []\n");
        var reported = place.foldline("run", "add a --version flag");
        var subjects = place.git("log", "--format=%s", "main..HEAD").lines().toList();
        report("D1", place, reported, subjects.size());
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(calls(place)).hasSizeLessThanOrEqualTo(8);
        assertThat(subjects).hasSizeLessThanOrEqualTo(2).doesNotHaveDuplicates();
    }

    @Test
    void D2_a_check_that_fails_before_the_run_costs_no_call() throws Exception {
        var place =
                place(
                        COUNTED + AgentScripts.HELPFUL,
                        "checks: [ \"test -e work.txt || { echo the build is broken; exit 1; }\""
                                + " ]\n"
                                + "reviews: 0\n");
        var reported = place.foldline("run", "add a --version flag");
        report("D2", place, reported, 0);
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(calls(place)).isEmpty();
        assertThat(reported.all())
                .contains(
                        "the build is broken",
                        "before its first call, its base fails: ",
                        "foldline retry");
        assertThat(place.foldline("retry").exit()).isEqualTo(1);
        assertThat(calls(place)).isEmpty();
        assertThat(place.foldline("cancel", "--yes").exit()).isZero();
        place.git("switch", "-q", "main");
        var allowed = place.foldline("run", "--allow-failing-checks", "make the check pass");
        assertThat(allowed.exit()).as(allowed.all()).isZero();
        assertThat(calls(place)).containsExactly("planner", "developer", "analyst", "committer");
    }

    @Test
    void D4_an_answer_that_is_never_valid_stops_at_the_budget_of_its_phase() throws Exception {
        var place =
                place(
                        COUNTED
                                + AgentScripts.except(
                                        "planner",
                                        "echo \"x$$ is no plan\" > .foldline/plan.json; echo $$"),
                        "checks: []\niterations: 1\n"
                                + "budget: { agent_calls: 10000, phase_agent_calls: 8 }\n");
        var reported = place.foldline("run", "add a --version flag");
        report("D4", place, reported, 0);
        assertThat(reported.exit()).as(reported.all()).isEqualTo(6);
        assertThat(calls(place)).hasSize(10);
        assertThat(reported.all())
                .contains(
                        "Stopped, its budget is used up (planning.agent calls); its work is kept.",
                        "--budget planning.agent_calls=+20");
        assertThat(place.foldline("resume", "--budget", "planning.agent_calls=+3").exit())
                .isEqualTo(6);
        assertThat(calls(place)).hasSize(13);
    }

    @Test
    void D5_a_run_starts_at_the_base_of_the_run_whose_branch_is_checked_out() throws Exception {
        var place = place(AgentScripts.HELPFUL, "checks: []\nreviews: 0\n");
        assertThat(place.foldline("run", "one").exit()).isZero();
        var second = place.foldline("run", "two");
        assertThat(second.exit()).as(second.all()).isZero();
        assertThat(second.all())
                .contains("from main (" + place.git("rev-parse", "main").substring(0, 7) + ")");
        assertThat(place.git("rev-list", "--count", "main..foldline/two")).isEqualTo("1");
        var stacked = place.foldline("run", "--stack", "three");
        assertThat(stacked.exit()).as(stacked.all()).isZero();
        assertThat(stacked.all()).doesNotContain("from main");
        assertThat(place.git("rev-list", "--count", "main..foldline/three")).isEqualTo("2");
        assertThat(place.foldline("run", "four").all()).contains("from main (");
        assertThat(place.git("rev-list", "--count", "main..foldline/four")).isEqualTo("1");
    }

    private CliFixture place(String script, String lines) throws IOException, InterruptedException {
        var place = CliFixture.ready(folder).agent(script);
        return place.configured(lines);
    }

    private static List<String> calls(CliFixture place) throws IOException {
        var file = Path.of(place.environment.get("HOME"), "calls");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static void report(String name, CliFixture place, CommandResult reported, int commits)
            throws IOException {
        System.out.println(
                name
                        + ": exit "
                        + reported.exit()
                        + ", "
                        + calls(place).size()
                        + " agent calls, "
                        + commits
                        + " commits");
    }
}
