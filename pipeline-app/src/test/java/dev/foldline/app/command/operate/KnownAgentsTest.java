package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foldline.effects.machine.Thorough;
import dev.foldline.testkit.agent.FakeAgents;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;

/**
 * Whole runs with the command lines of agents we know, played by fakes that are called as the real
 * ones are.
 */
class KnownAgentsTest {
    @TempDir Path folder;
    private CliFixture place;
    private FakeAgents agents;

    @BeforeEach
    void open() throws Exception {
        place = CliFixture.ready(folder);
        agents = new FakeAgents(folder.resolve("agents"));
        place.environment.put("PATH", agents.before(place.environment.getOrDefault("PATH", "")));
    }

    /** The roles of a run without reviews; the developer's turns are these. */
    private static String script(String... developer) {
        return "{\"turns\":[{\"role\":\"planner\",\"artifacts\":{\"plan\":{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}}},"
                   + "{\"role\":\"analyst\",\"artifacts\":{\"development_result\":{\"status\":\"completed\",\"summary\":\"done\"}}},{\"role\":\"committer\",\"artifacts\":{\"commit_message\":{\"subject\":\"Do"
                   + " the work\"}}},{\"role\":\"recoverer\",\"says\":\"nothing to mend\"},"
                + String.join(",", developer)
                + "]}";
    }

    private static final String WORKS =
            "{\"role\":\"developer\",\"writes\":{\"work.txt\":\"done\\n\"}}";

    private static String fails(String how) {
        return "{\"role\":\"developer\",\"fails\":\"" + how + "\"}";
    }

    private void configured(String chain, String more) throws Exception {
        place.write(
                "foldline.yaml",
                "roles: { developer: ["
                        + chain
                        + "] }\n"
                        + "iterations: 1\n"
                        + "reviews: 0\n"
                        + "limits: { backoff_first: 1s, backoff_max: 1s }\n"
                        + more);
    }

    private List<String> calls() {
        return place.foldline("log")
                .out()
                .lines()
                .filter(line -> line.contains("begin: call"))
                .toList();
    }

    @Test
    @Thorough
    void all_known_agents_complete_a_run_together() throws Exception {
        for (var agent : new String[] {"claude", "codex", "gemini", "opencode"})
            agents.plays(agent, script(WORKS));
        place.write(
                "foldline.yaml",
                "roles: { developer: [claude], planner: [codex], analyst: [gemini], committer:"
                        + " [opencode] }\n"
                        + "iterations: 1\n"
                        + "reviews: 0\n");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(place.foldline("log").out().lines().filter(line -> line.contains("session ")))
                .hasSize(4);
        var replayed = place.foldline("replay", "--verify");
        assertThat(replayed.exit()).as(replayed.all()).isZero();
        assertSumsWhatIsKnown();
    }

    /** Claude Code and OpenCode tell dollars, Codex and Gemini CLI do not. */
    private void assertSumsWhatIsKnown() {
        var cost = JsonMapper.shared().readTree(place.foldline("cost", "--json").out());
        double reported =
                cost.get("rows")
                        .valueStream()
                        .filter(row -> !row.get("usd").isNull())
                        .mapToDouble(row -> row.get("usd").asDouble())
                        .sum();
        assertThat(reported).isPositive();
        assertThat(cost.get("total").get("usd").asDouble()).isEqualTo(reported, within(1e-9));
        assertThat(cost.get("total").get("usd_unreported").asInt()).isEqualTo(2);
        assertThat(cost.get("rows").valueStream().filter(row -> row.get("usd").isNull()))
                .as("null where none is known")
                .hasSize(2);
        var spent =
                JsonMapper.shared().readTree(place.foldline("status", "--json").out()).get("spent");
        assertThat(spent.get("usd").asDouble()).isEqualTo(reported, within(1e-9));
        assertThat(spent.get("usd_unreported").asInt()).isEqualTo(2);
    }

    @Test
    void S3_15_a_limited_agent_is_replaced_until_its_limit_ends() throws Exception {
        agents.plays(
                        "claude",
                        script(
                                "{\"role\":\"developer\",\"fails\":\"rate_limit\",\"resets_in_s\":6}"))
                .plays(
                        "codex",
                        script(
                                "{\"role\":\"developer\",\"writes\":{\"work.txt\":\"done\\n"
                                        + "\"},\"sleep_ms\":7000}"));
        configured("claude, codex", "");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(calls())
                .extracting(line -> line.contains("codex") ? "codex" : "claude")
                .containsExactly("claude", "claude", "codex", "claude", "claude");
        assertThat(place.foldline("log").out()).contains("is limited").contains("version 2.1.197");
    }

    @Test
    @Thorough
    void a_signed_out_agent_is_skipped_in_every_role_and_reported_once() throws Exception {
        agents.plays("gemini", "{\"turns\":[{\"role\":\"planner\",\"fails\":\"auth\"}]}")
                .plays("opencode", script(WORKS));
        configured("gemini, opencode", "");
        var reported =
                place.foldline(
                        "run",
                        "--set",
                        "iterations=2",
                        "--set",
                        "ralph.stop_when_completed=false",
                        "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(
                        place.foldline("log")
                                .out()
                                .lines()
                                .filter(line -> line.contains("is not signed in")))
                .hasSize(1);
        assertThat(calls().stream().filter(line -> line.contains("gemini"))).hasSize(1);
        assertThat(calls()).hasSizeGreaterThan(6);
    }

    @Test
    @Thorough
    void a_run_whose_agents_are_signed_out_halts_at_once_and_a_retry_asks_again() throws Exception {
        agents.plays("codex", "{\"turns\":[{\"role\":\"planner\",\"fails\":\"auth\"}]}");
        configured("codex", "");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(4);
        assertThat(calls()).hasSize(1);
        agents.plays("codex", script(WORKS));
        assertThat(place.foldline("retry").exit()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    @Thorough
    void S3_15_a_limited_agent_is_awaited_when_the_other_is_signed_out() throws Exception {
        agents.plays(
                        "claude",
                        "{\"turns\":[{\"role\":\"planner\",\"fails\":\"rate_limit\",\"resets_in_s\":7200}]}")
                .plays("codex", "{\"turns\":[{\"role\":\"planner\",\"fails\":\"auth\"}]}");
        configured("claude, codex", "");
        var reported = place.foldline("run", "--json", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(75);
        assertThat(reported.out())
                .contains("\"reason\": \"unavailable\"")
                .containsPattern("\"retry_at\": \"20");
        assertThat(calls()).hasSize(2);
    }

    private static final String LIMITED =
            "{\"turns\":[{\"role\":\"planner\",\"fails\":\"rate_limit\",\"resets_in_s\":7200}]}";

    @Test
    @Thorough
    void an_agent_that_was_killed_once_gets_a_new_conversation_while_another_is_limited_for_hours()
            throws Exception {
        // Turns are counted by role: codex has taken the first.
        var dies =
                "{\"role\":\"planner\",\"runs\":[\"sh\",\"-c\",\"rm -r $HOME/.fake-agents/gemini;"
                        + " kill -9 $PPID\"]},";
        agents.plays("codex", LIMITED)
                .plays(
                        "gemini",
                        script(WORKS)
                                .replaceFirst("\\[", "[" + Matcher.quoteReplacement(dies + dies)));
        configured("codex, gemini", "");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(calls().stream().limit(4))
                .as(place.foldline("log").out())
                .extracting(
                        line ->
                                line.contains("codex")
                                        ? "codex"
                                        : line.contains("going on") ? "goes on" : "fresh")
                .containsExactly("codex", "fresh", "goes on", "fresh");
    }

    @Thorough
    @Test
    void a_run_that_waits_for_a_limit_retries_now_with_the_preferred_agent_on_request()
            throws Exception {
        agents.plays("claude", LIMITED);
        configured("claude", "");
        assertThat(place.foldline("run", "Add work").exit()).isEqualTo(75);
        assertThat(place.foldline("resume").exit()).as("nothing has changed").isEqualTo(75);
        assertThat(calls()).hasSize(1);
        var status = place.foldline("status");
        assertThat(status.out())
                .contains("for the agent claude", "the agent claude is limited", "--now");
        agents.plays("claude", script(WORKS));
        var printed =
                status.out()
                        .lines()
                        .filter(line -> line.endsWith(" --now"))
                        .findFirst()
                        .orElseThrow();
        Remedy.done(place, status, printed.substring(printed.indexOf("foldline resume r")));
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(place.foldline("resume", "--now").all()).contains("already completed");
    }

    @Test
    @Thorough
    void resume_now_is_refused_and_not_logged_if_nothing_waits() throws Exception {
        agents.plays("claude", script(WORKS));
        configured("claude", "");
        assertThat(place.foldline("run", "--gate", "planning", "Add work").exit()).isEqualTo(3);
        var before = place.foldline("log", "--json").out();
        var refused = place.foldline("resume", "--now", "--budget", "agent_calls=+5");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err())
                .contains("waits neither for an agent's limit to end nor for a retry");
        assertThat(place.foldline("log", "--json").out()).isEqualTo(before);
    }

    @Test
    @Thorough
    void a_driver_that_waits_for_a_limit_retries_now_on_request() throws Exception {
        agents.plays("claude", LIMITED);
        configured("claude", "");
        var driver = place.inAnotherTerminal("run", "--wait", "Add work");
        CliFixture.until(
                "it waits",
                () -> place.foldline("status").out().contains("for the agent claude"),
                () -> !driver.isDone());
        agents.plays("claude", script(WORKS));
        var reported = place.foldline("resume", "--now");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out()).contains("retries now");
        assertThat(driver.join().exit()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    @Thorough
    void an_unreported_cost_is_no_limit_to_raise() throws Exception {
        agents.plays("codex", script(WORKS));
        configured("codex", "");
        var reported =
                place.foldline(
                        "run",
                        "--budget",
                        "agent_calls=1",
                        "--budget",
                        "development.agent_calls=1",
                        "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(6);
        assertThat(place.foldline("resume", "--budget", "usd=5").all())
                .contains(
                        "money cannot be metered: the agent 'codex' reports no cost",
                        "--budget agent_calls=+20 or --budget wall=+1h")
                .doesNotContain("usd=+5");
        assertThat(place.foldline("resume", "--budget", "tokens=+5").all())
                .contains("no such limit to raise");
        assertThat(place.foldline("resume", "--budget", "coding.wall=1h").all())
                .contains("has no phase 'coding'");
        reported = place.foldline("resume", "--budget", "agent_calls=+20");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(6);
        assertThat(reported.out()).contains("development: 1 of 1 agent calls, ");
        assertThat(reported.out())
                .contains("foldline resume")
                .contains("--budget development.agent_calls=+20");
        reported = place.foldline("resume", "--budget", "development.agent_calls=+1");
        assertThat(reported.exit()).as(reported.all()).isZero();
    }

    @Test
    @Thorough
    void a_run_whose_agents_are_all_limited_is_suspended_with_the_time_to_return()
            throws Exception {
        var limited = "{\"role\":\"developer\",\"fails\":\"rate_limit\",\"resets_in_s\":7200}";
        agents.plays("claude", script(limited)).plays("opencode", script(limited));
        configured("claude, opencode", "");
        var reported = place.foldline("run", "--json", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(75);
        assertThat(reported.out())
                .contains("\"reason\": \"unavailable\"")
                .containsPattern("\"retry_at\": \"20");
        agents.plays("claude", script(WORKS));
        assertThat(place.foldline("resume").exit()).as("still too early").isEqualTo(75);
    }

    @Test
    @Thorough
    void a_short_limit_of_all_agents_is_awaited() throws Exception {
        var limited = "{\"role\":\"developer\",\"fails\":\"rate_limit\",\"resets_in_s\":6}";
        agents.plays("claude", script(limited, WORKS)).plays("opencode", script(limited, WORKS));
        configured("claude, opencode", "");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    @Test
    @Thorough
    void a_call_that_reached_no_provider_is_not_counted() throws Exception {
        agents.plays("claude", script(fails("network"))).plays("codex", script(WORKS));
        configured("claude, codex", "");
        var reported = place.foldline("run", "--json", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(calls()).hasSize(5);
        assertThat(reported.out()).contains("\"agent_calls\": 4");
    }

    @Test
    @Thorough
    void a_missing_artifact_is_requested_again_in_the_same_conversation() throws Exception {
        agents.plays(
                "claude",
                script(WORKS)
                        .replace(
                                "{\"role\":\"planner\"",
                                "{\"role\":\"planner\",\"says\":\"I"
                                        + " forgot\"},{\"role\":\"planner\""));
        configured("claude", "");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        var sessions =
                place.foldline("log")
                        .out()
                        .lines()
                        .filter(line -> line.contains("session "))
                        .map(line -> line.replaceAll(".*session (\\S+?),? .*", "$1"))
                        .toList();
        assertThat(sessions.get(0)).isEqualTo(sessions.get(1)).isNotEqualTo(sessions.get(2));
    }

    @Test
    @Thorough
    void a_lost_conversation_is_started_again() throws Exception {
        agents.plays(
                "codex",
                script(WORKS)
                        .replace(
                                "{\"role\":\"planner\"",
                                "{\"role\":\"planner\",\"runs\":[\"sh\",\"-c\",\"rm -r"
                                        + " $HOME/.fake-agents\"]},{\"role\":\"planner\""));
        configured("codex", "");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.foldline("log").out()).contains("does not know the conversation");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "torn_line interleaved unknown_frame huge_line",
                "invalid_utf8 crlf ansi orphan"
            })
    @Thorough
    void odd_streams_of_good_agents_are_good(String quirks) throws Exception {
        var script = script(WORKS);
        for (var quirk : quirks.split(" "))
            script =
                    script.replaceFirst(
                            "\"role\":\"(\\w+)\",(?!\"quirk)(?=\"artifacts|\"writes)",
                            "\"role\":\"$1\",\"quirk\":\"" + quirk + "\",");
        agents.plays("claude", script);
        configured("claude", "");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(calls()).hasSize(4);
    }
}
