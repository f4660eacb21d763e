package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What flaky, old and new failures of checks cost, from outside, with scripted agents. */
class ComparedChecksTest {
    private static final String COUNTED =
            """
            echo "$FOLDLINE_ROLE" >> "$HOME/calls"
            cp "$FOLDLINE_PROMPT_FILE" "$HOME/prompt-$(wc -l < "$HOME/calls")"
            """;

    /** Fails once for each number of lines of the work. */
    private static final String FLAKY =
            """
            n=$(cat work.txt 2>/dev/null | wc -l)
            [ -e "$HOME/seen-$n" ] || { touch "$HOME/seen-$n"; echo "no answer"; exit 1; }
            """;

    /** The test old always fails, the test parsed if the work has a line with bad. */
    private static final String TESTS =
            """
            mkdir -p out
            grep -q bad work.txt 2>/dev/null && new='<failure/>' || new=''
            cat > out/TEST-all.xml <<END
            <testsuite name="all">
              <testcase classname="Shop" name="old"><failure/></testcase>
              <testcase classname="Shop" name="parsed">$new</testcase>
            </testsuite>
            END
            exit 1
            """;

    private static final String REPORTED =
            "{ name: unit, run: sh tests.sh, report: 'out/TEST-*.xml' }";

    private static final String OWN =
            """
            workflow: mine
            roles: [developer, committer]
            checks:
              unit: %s
            stages:
              - stage: work
                phases:
                  - phase: write
                    steps:
                      - call: { role: developer, prompt: development }
                      - check: unit
                  - phase: commit
                    commit: { message_from: committer, requires: unit }
            """;

    @TempDir Path folder;

    private CliFixture place(String agent) throws IOException, InterruptedException {
        var place = CliFixture.ready(folder).agent(COUNTED + agent);
        place.write(".gitignore", "out/\nfoldline.yaml\n");
        place.write("tests.sh", TESTS);
        place.write("flaky.sh", FLAKY);
        return place;
    }

    private static void committed(CliFixture place) throws IOException, InterruptedException {
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "Add tests");
    }

    private static List<String> calls(CliFixture place) throws IOException {
        return Files.readAllLines(home(place).resolve("calls"));
    }

    private static Path home(CliFixture place) {
        return Path.of(place.environment.get("HOME"));
    }

    @Test
    void a_check_that_fails_once_on_the_base_and_once_afterwards_costs_no_call() throws Exception {
        var place = place(AgentScripts.HELPFUL).configured("checks: [sh flaky.sh]\nreviews: 0\n");
        committed(place);
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(calls(place)).containsExactly("planner", "developer", "analyst", "committer");
        assertThat(home(place).resolve("seen-1")).exists();
        assertThat(place.foldline("log").all()).contains("flaky");
    }

    @Test
    void what_failed_before_the_first_call_stops_no_commit() throws Exception {
        var place =
                place(AgentScripts.HELPFUL).configured("checks: [" + REPORTED + "]\nreviews: 0\n");
        committed(place);
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(calls(place)).containsExactly("planner", "developer", "analyst", "committer");
        assertThat(place.git("rev-list", "--count", "main..HEAD")).isEqualTo("1");
    }

    private static final String BAD_FIRST =
            AgentScripts.except(
                    "developer", "[ -e work.txt ] && echo good > work.txt || echo bad > work.txt");

    @Test
    void a_new_failure_is_sent_to_the_agent_with_its_name_first() throws Exception {
        var place = place(BAD_FIRST).configured("checks: [" + REPORTED + "]\nreviews: 0\n");
        committed(place);
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(calls(place)).filteredOn("developer"::equals).hasSize(2);
        assertThat(prompts(place))
                .containsPattern("new failures: [^;]*parsed; known failures, not your task: ");
    }

    private static String prompts(CliFixture place) throws IOException {
        var all = new StringBuilder();
        for (int call = 1; call <= calls(place).size(); call++)
            all.append(Files.readString(home(place).resolve("prompt-" + call)));
        return all.toString();
    }

    @Test
    void a_flaky_check_of_a_workflow_file_costs_no_call() throws Exception {
        var place = place(AgentScripts.HELPFUL);
        place.write("foldline/workflows/mine.yaml", OWN.formatted("sh flaky.sh"));
        committed(place);
        var reported = place.foldline("run", "--workflow", "mine", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(calls(place)).containsExactly("developer", "committer");
        assertThat(place.foldline("log").all()).contains("flaky");
    }

    @Test
    void what_failed_before_the_first_call_stops_no_commit_of_a_workflow_file() throws Exception {
        var place = place(AgentScripts.HELPFUL);
        place.write(
                "foldline/workflows/mine.yaml",
                OWN.formatted(REPORTED.replace("name: unit, ", "")));
        committed(place);
        var reported = place.foldline("run", "--workflow", "mine", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(calls(place)).containsExactly("developer", "committer");
        assertThat(place.foldline("status").all()).contains("Shop.old: failed before");
    }

    @Test
    void a_new_failure_of_a_workflow_file_is_named() throws Exception {
        var place = place(BAD_FIRST);
        place.write(
                "tests.sh",
                TESTS.replace("<failure/></testcase>", "</testcase>")
                        .replace("exit 1", "[ -z \"$new\" ]"));
        place.write(
                "foldline/workflows/mine.yaml",
                OWN.formatted("{ run: sh tests.sh, report: 'out/TEST-*.xml' }"));
        committed(place);
        var reported = place.foldline("run", "--workflow", "mine", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(calls(place)).containsExactly("developer", "developer", "committer");
        assertThat(prompts(place)).containsPattern("new failures: [^;]*parsed");
    }

    /** What is written about a check wins over --allow-failing-checks, so no text offers that. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "sh tests.sh | name the failures of the check sh tests.sh with report:",
                "{ name: unit, run: sh tests.sh, known_failures: halt }"
                        + " | name the failures of the check unit with report:",
                "{ name: unit, run: sh tests.sh, report: 'out/TEST-*.xml', known_failures: halt }"
                        + " | set known_failures: allow for the check unit"
            })
    void a_halt_before_the_first_call_is_left_as_its_text_says(String check, String remedy)
            throws Exception {
        var place = place(AgentScripts.HELPFUL).configured("checks: [" + check + "]\nreviews: 0\n");
        committed(place);
        var halted = place.foldline("run", "Add work");
        assertThat(halted.exit()).isEqualTo(1);
        assertThat(halted.all())
                .contains(remedy, "set known_failures: allow")
                .doesNotContain("--allow-failing-checks");
        var asks = Remedy.follow(place, halted, "foldline cancel r");
        Remedy.done(place, asks, "foldline cancel r");
        place.configured(
                "checks: ["
                        + REPORTED.replace(" }", ", known_failures: allow }")
                        + "]\nreviews: 0\n");
        place.git("switch", "-q", "main");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
    }
}
