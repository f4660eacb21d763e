package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foldline.testkit.agent.FakeAgents;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.List;

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
                                "{\"role\":\"developer\",\"fails\":\"rate_limit\",\"resets_in_s\":1}"))
                .plays(
                        "codex",
                        script(
                                "{\"role\":\"developer\",\"writes\":{\"work.txt\":\"done\\n"
                                        + "\"},\"sleep_ms\":6500}"));
        configured("claude, codex", "");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(calls())
                .extracting(line -> line.contains("codex") ? "codex" : "claude")
                .containsExactly("claude", "claude", "codex", "claude", "claude");
        assertThat(place.foldline("log").out()).contains("is limited").contains("version 2.1.197");
    }
}
