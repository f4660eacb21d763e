package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** Runs several attempts at the same work, of which the best one lands. */
class AttemptsRunTest {
    private static final String FILE =
            """
            workflow: fast
            roles: [developer, committer, critic]
            recovery: { attempts: 1 }
            checks:
              speed: { run: cat speed.txt }
              bounded: { run: [sh, -c, 'test "$(cat speed.txt)" -lt 100'] }
            stages:
              - stage: build
                attempts: 3
                pick: PICK
                phases:
                  - phase: work
                    steps:
                      - clean: []
                      - call: { role: developer, prompt: prompts/work.md }
                      - check: bounded
                  - phase: commit
                    commit: { message_from: committer }
            """;

    private static final String AGENT =
            """
            cp "$FOLDLINE_PROMPT_FILE" "$HOME/prompt-$FOLDLINE_ROLE-$1.md"
            case "$FOLDLINE_ROLE" in
              developer) echo "$1" >> "$HOME/calls"; echo "$1" > speed.txt ;;
              critic) if [ -e "$HOME/asked" ]; then winner=attempt-1; else winner=attempt-9; fi
                touch "$HOME/asked"; printf '{"winner":"%s"}' "$winner" > .foldline/choice.json ;;
              committer) printf '{"subject":"Run in %s"}' "$1" > .foldline/commit_message.json ;;
            esac
            echo "$FOLDLINE_ROLE has worked"
            """;

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository_with_three_agents() throws Exception {
        place = CliFixture.ready(folder).agent(AGENT);
        configured("[slow, fast, broken]");
        place.write("foldline/workflows/prompts/work.md", "{{task}}");
    }

    private void configured(String developers) throws Exception {
        var agent = Path.of(place.environment.get("HOME")).resolve("agent.sh");
        place.write(
                "foldline.yaml",
                """
                agents:
                  slow: { kind: command, run: [AGENT, "30"] }
                  fast: { kind: command, run: [AGENT, "10"] }
                  broken: { kind: command, run: [AGENT, "100"] }
                roles: { developer: DEVELOPERS }
                limits: { backoff_first: 1s, backoff_max: 1s }
                checks: []
                """
                        .replace("AGENT", agent.toString())
                        .replace("DEVELOPERS", developers));
    }

    private void picking(String pick) throws Exception {
        defined(FILE.replace("PICK", pick));
    }

    private void defined(String file) throws Exception {
        place.write("foldline/workflows/fast.yaml", file);
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "Add a workflow");
    }

    private CliFixture.CommandResult run() {
        return place.foldline("run", "--workflow", "fast", "Be fast");
    }

    private String home(String file) throws Exception {
        return Files.readString(Path.of(place.environment.get("HOME")).resolve(file));
    }

    private long attempts() throws Exception {
        return place.git("branch", "--list", "foldline/attempt-*").lines().count();
    }

    /**
     * The third attempt fails its check, and ends at its budget instead of waiting for a higher
     * one.
     */
    @Test
    void the_attempt_with_the_best_measurement_lands() throws Exception {
        defined(
                FILE.replace("PICK", "{ measure: speed, best: lowest }")
                        .replace(
                                "- phase: work",
                                "- phase: work\n        budget: { agent_calls: 1 }"));
        var reported = run();
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out()).contains("none of its own; its child runs have theirs");
        assertThat(place.foldline("log").out()).contains("the budget is used up: work.agent_calls");
        assertThat(place.read("speed.txt")).isEqualTo("10\n");
        assertThat(place.git("log", "--format=%s", "main..HEAD")).isEqualTo("Run in 10");
        assertThat(home("prompt-developer-10.md")).startsWith("Be fast\n\n# If you need an answer");
        assertThat(attempts()).isEqualTo(3);
    }

    @Test
    void a_reviewer_may_choose_only_an_attempt_that_completed() throws Exception {
        picking("{ role: critic }");
        var reported = run();
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.read("speed.txt")).isEqualTo("30\n");
        assertThat(home("prompt-critic-30.md"))
                .contains(
                        "\"+30\"", "\"+10\"", "it names attempt-9, not one of attempt-1, attempt-2")
                .doesNotContain("\"+100\"", "Run in", "Tester", "slow");
    }

    @Test
    void an_approval_names_the_attempt_that_lands() throws Exception {
        picking("me");
        var waits = run();
        assertThat(waits.exit()).as(waits.all()).isEqualTo(3);
        assertThat(place.foldline("gates").out()).contains("attempt: attempt-2", "- +10");
        place.foldline("approve", "compare");
        var again = place.foldline("resume");
        assertThat(again.exit()).as(again.all()).isEqualTo(3);
        place.foldline("approve", "compare", "-m", "attempt-2");
        var done = place.foldline("resume");
        assertThat(done.exit()).as(done.all()).isZero();
        assertThat(place.read("speed.txt")).isEqualTo("10\n");
    }

    /** The agents of the first attempt do nothing; until they are awake, no agent does. */
    private static final String SILENT =
            """
            case "$(git rev-parse --abbrev-ref HEAD)" in
              *attempt-1-*) exit 0 ;;
              *attempt-*) [ -e "$HOME/awake" ] || exit 0 ;;
            esac
            """;

    @Test
    void an_attempt_whose_agents_are_silent_counts_as_failed() throws Exception {
        configured("[fast]");
        place.agent(SILENT + AGENT);
        picking("{ measure: speed, best: lowest }");
        var halted = run();
        assertThat(halted.exit()).as(halted.all()).isEqualTo(1);
        assertThat(halted.all())
                .contains(
                        "attempt-1, attempt-2, attempt-3 failed: fast did nothing and said nothing"
                                + " 3 times in a row");
        Files.createFile(Path.of(place.environment.get("HOME")).resolve("awake"));
        var done = Remedy.follow(place, halted, "foldline retry ");
        assertThat(done.exit()).as(done.all()).isZero();
        assertThat(place.git("log", "--format=%s", "main..HEAD")).isEqualTo("Run in 10");
        assertThat(home("calls").lines()).hasSize(2);
    }

    @Test
    void a_whole_workflow_is_attempted_with_an_option_of_run() throws Exception {
        place.agent(AgentScripts.HELPFUL);
        configured("[slow, fast]");
        place.write(
                "foldline.yaml",
                place.read("foldline.yaml").replace("checks: []", "checks: [echo 1]"));
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "Configure");
        var lonely = place.foldline("run", "--pick", "me", "Add work");
        assertThat(Remedy.added(place, lonely, "--attempts", "run", "--dry-run", "Add work").out())
                .contains("ralph-attempts");
        var unknown = place.foldline("run", "--attempts", "2", "--pick", "you", "Add work");
        assertThat(unknown.err()).contains("use measure, reviewer or me");
        var reported = place.foldline("run", "--attempts", "2", "--pick", "measure", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(attempts()).isEqualTo(2);
        assertThat(place.committed()).containsExactly("work.txt");
    }
}
