package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Shell;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Terminals that commit by themselves, review one another, fail and are mended: real repositories,
 * real agents.
 */
class TerminalsTest {
    private static final String TASKS =
            """
            name: Shop
            tasks:
              - name: login
                terminals:
                  - { role: developer, agent: mine }
                  - { role: reviewer, agent: mine }
            """;

    private static final String MENDED =
            "error_terminal_enabled: true\n"
                    + "error_terminal_cli_id: mine\n"
                    + "error_terminal_model_id: small\n"
                    + TASKS;

    /** Commits all there is under a subject, with the block of its prompt and this status. */
    private static final String SAYING =
            """
            echo "at work"
            echo "$FOLDLINE_ROLE" >> "$HOME/calls"
            calls=$(grep -c "^$FOLDLINE_ROLE$" "$HOME/calls")
            cp "$FOLDLINE_PROMPT_FILE" "$HOME/prompt-$FOLDLINE_ROLE-$calls"
            says() { git add -A; git commit -q --allow-empty -m "$1

            $(sed -n '/^---METADATA---/,/^status:/p' "$FOLDLINE_PROMPT_FILE" | sed "s/^status:.*/status: $2/")
            $3"; }
            """;

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder).write("tasks.yaml", TASKS);
    }

    private Path home() {
        return Path.of(place.environment.get("HOME"));
    }

    private JsonNode status() {
        return JsonMapper.shared().readTree(place.foldline("workflow", "status", "--json").out());
    }

    private String calls() throws IOException {
        return String.join(" ", Files.readAllLines(home().resolve("calls")));
    }

    private String prompt(String terminal, int call) throws IOException {
        return Files.readString(home().resolve("prompt-" + terminal + "-" + call));
    }

    private void runs(int exit) {
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        place.foldline("workflow", "ready");
        var reported = place.foldline("workflow", "start");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(exit);
    }

    private JsonNode terminal(int number) {
        return status().get("tasks").get(0).get("terminals").get(number);
    }

    @Test
    void S1_34_commits_of_terminals_stay_and_what_they_leave_is_committed_in_their_name()
            throws Exception {
        // The terminal counts as completed at once, so what it leaves is there before it commits.
        place.agent(
                SAYING
                        + """
                        echo a > a-$FOLDLINE_ROLE; git add -A; echo b > b-$FOLDLINE_ROLE
                        git() { [ "$1" = add ] || command git "$@"; }
                        says 'By hand' completed
                        """);
        runs(0);
        assertThat(calls()).isEqualTo("developer reviewer");
        assertThat(place.git("log", "--format=%s", "main..foldline/shop-login").lines())
                .containsExactly("login", "By hand", "login", "By hand");
        var workflow = status().get("workflow").get("id").asString();
        assertThat(place.git("log", "-1", "--format=%b", "foldline/shop-login"))
                .contains(
                        "---METADATA---\nworkflow_id: "
                                + workflow
                                + "\ntask_id: login\nterminal_id: reviewer\nstatus: completed");
        assertThat(place.git("ls-tree", "--name-only", "main"))
                .contains("a-developer", "b-developer", "a-reviewer", "b-reviewer");
    }

    @Test
    void S1_19_each_terminal_has_its_own_endpoint_and_a_key_that_no_log_contains()
            throws Exception {
        var key = "opaque value of team llm";
        place.environment.put("TEAM_LLM_KEY", key);
        place.write(
                "tasks.yaml",
                TASKS.replace(
                        "developer, agent: mine",
                        "developer, agent: mine, base_url: 'https://llm.example.com/v1',"
                                + " api_key_env: TEAM_LLM_KEY"));
        place.agent(
                """
                echo "$FOLDLINE_ROLE at ${FOLDLINE_BASE_URL:-none} with ${FOLDLINE_API_KEY:-none}" \
                    | tee -a "$HOME/calls"
                echo work > "$FOLDLINE_ROLE.txt"
                """);
        runs(0);
        assertThat(Files.readAllLines(home().resolve("calls")))
                .containsExactly(
                        "developer at https://llm.example.com/v1 with " + key,
                        "reviewer at none with none");
        try (var files = Files.walk(place.root.resolve(".git"))) {
            for (var file : files.filter(Files::isRegularFile).toList())
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(key);
        }
        var log = place.foldline("log", status().get("workflow").get("id").asString(), "--json");
        assertThat(log.out())
                .contains("mine base_url=https://llm.example.com/v1 api_key_env=TEAM_LLM_KEY");
    }

    @Test
    void S1_20_a_terminal_without_its_key_is_refused_before_anything_starts() throws Exception {
        for (var wrong :
                new String[] {
                    "base_url: 'https://me@llm.example.com'",
                    "base_url: llm.example.com",
                    "api_key_env: 'sk 123'",
                    "api_key_env: GREETING"
                }) {
            place.write(
                    "tasks.yaml",
                    TASKS.replace("reviewer, agent: mine", "reviewer, agent: mine, " + wrong));
            var refused = place.foldline("workflow", "create", "-f", "tasks.yaml");
            assertThat(refused.exit()).as(wrong).isEqualTo(2);
            assertThat(refused.err())
                    .contains("tasks.yaml:6", wrong.substring(0, wrong.indexOf(':')));
        }
        place.write(
                "tasks.yaml",
                TASKS.replace(
                        "reviewer, agent: mine",
                        "reviewer, agent: mine, api_key_env: TEAM_LLM_KEY"));
        place.agent(SAYING);
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        place.foldline("workflow", "ready");
        var refused = place.foldline("workflow", "start");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).contains("the variable TEAM_LLM_KEY with its key is not set");
        assertThat(status().get("workflow").get("status").asString()).isEqualTo("ready");
        assertThat(home().resolve("calls")).doesNotExist();
    }

    @Test
    void S1_32_metadata_without_its_terminal_is_ignored_with_a_notice() throws Exception {
        place.agent(
                "echo a > a-$FOLDLINE_ROLE; git add -A; printf 'By hand\\n"
                        + "\\n"
                        + "---METADATA---\\n"
                        + "status: failed\\n"
                        + "' | git commit -qF -\n");
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        place.foldline("workflow", "ready");
        var reported = place.foldline("workflow", "start");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.err())
                .containsPattern(
                        "login: the metadata of its commit [0-9a-f]{7} is passed over: it lacks"
                                + " workflow_id, task_id, terminal_id");
        assertThat(place.foldline("log", status().get("tasks").get(0).get("run").asString()).out())
                .contains("it lacks workflow_id, task_id, terminal_id");
    }

    /** The process that drives it dies in the middle. */
    private void killedDuring(String command) throws Exception {
        assertThat(
                        Shell.run(
                                        place,
                                        """
                                        rm -f "$HOME/pid"
                                        "$ENGINE" workflow %s > "$HOME/said" 2>&1 &
                                        echo $! > "$HOME/pid"
                                        wait $!
                                        echo "exit $?"
                                        """
                                                .formatted(command))
                                .out())
                .contains("exit 137");
    }

    @Test
    void S1_57_a_silent_terminal_is_called_once_more_with_a_notice_and_one_that_reported_is_not()
            throws Exception {
        place.agent(
                SAYING
                        + """
                        [ -e half ] || { echo half > half; git add half; git commit -q -m half
                        """
                        + AgentScripts.DEADLY
                        + """
                        }
                        says "Work of $FOLDLINE_ROLE" completed
                        [ $FOLDLINE_ROLE = reviewer ] || {
                        """
                        + AgentScripts.DEADLY
                        + "}\n");
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        place.foldline("workflow", "ready");
        killedDuring("start");
        killedDuring("resume");
        assertThat(calls()).isEqualTo("developer developer");
        var reported = place.foldline("workflow", "resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(calls()).isEqualTo("developer developer reviewer");
        assertThat(prompt("developer", 2)).contains("The last call was interrupted");
        assertThat(place.git("log", "--format=%s", "main..foldline/shop-login").lines())
                .containsExactly("Work of reviewer", "Work of developer", "half");
    }

    @Test
    void S1_34_S1_52_S1_54_failed_and_rejected_work_is_fixed_until_it_passes() throws Exception {
        place.write("tasks.yaml", MENDED)
                .agent(
                        SAYING
                                + """
                                case $FOLDLINE_ROLE in
                                  error) echo mended > database;;
                                  developer) [ -e database ] || { says 'There is no database' failed; exit 0; }; echo $calls > work; says "Work $calls" completed;;
                                  reviewer) if [ $calls = 1 ]; then says 'It has holes' review_reject 'issues: [{"severity": "error", "file": "work", "line": 1, "message": "too little"}]'; else says 'Good' review_pass; fi;;
                                esac
                                """);
        runs(0);
        assertThat(calls()).isEqualTo("developer error developer reviewer developer reviewer");
        assertThat(prompt("developer", 2)).doesNotContain("It has holes");
        assertThat(prompt("developer", 3)).contains("It has holes", "[error] work:1: too little");
        assertThat(terminal(0).get("status").asString()).isEqualTo("review_passed");
        assertThat(place.git("show", "main:work")).isEqualTo("3");
        assertThat(prompt("error", 1))
                .startsWith(
                        "[ERROR] Task login failed: There is no database\n"
                                + "Please investigate and fix the error.");
        assertThat(prompt("error", 1)).doesNotContain("---METADATA---");
        assertThat(place.git("ls-tree", "--name-only", "main")).contains("database", "work");
        var error = terminal(2);
        assertThat(error.get("id").asString()).isEqualTo("error");
        assertThat(error.get("role").asString()).isEqualTo("error");
        assertThat(error.get("status").asString()).isEqualTo("completed");
        assertThat(error.get("description").asString())
                .isEqualTo("Error recovery for: There is no database");
        assertThat(error.get("order_index").asInt()).isEqualTo(999);
        assertThat(error.get("agents").get(0).asString()).isEqualTo("mine:small");
        assertThat(terminal(1).get("order_index").asInt()).isEqualTo(1);
    }

    @Test
    void S1_52_a_missing_setting_of_the_error_terminal_is_reported_before_anything_is_created()
            throws Exception {
        place.write("tasks.yaml", "error_terminal_enabled: true\n" + TASKS);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").err())
                .contains("Error terminal CLI type not configured")
                .contains("Error terminal model not configured");
        place.write(
                "tasks.yaml",
                "error_terminal_enabled: true\nerror_terminal_cli_id: claude\n" + TASKS);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").err())
                .doesNotContain("Error terminal CLI type")
                .contains("Error terminal model not configured");
        place.write("tasks.yaml", TASKS + "      - { role: error, agent: mine }\n");
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").err())
                .contains("error terminals are not enabled");
        assertThat(place.foldline("workflow", "status").exit()).isEqualTo(2);
        place.write(
                "tasks.yaml",
                "error_terminal_enabled: true\nerror_terminal_cli_id: mine\n" + TASKS);
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit())
                .as("a program of one's own may know no models")
                .isZero();
    }
}
