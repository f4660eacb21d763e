package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.testkit.agent.FakeAgents;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** What is told of agents and of what they cost, and what becomes of a run whose money is spent. */
class AgentCommandsTest {
    @TempDir Path folder;
    private CliFixture place;
    private FakeAgents agents;

    @BeforeEach
    void open() throws Exception {
        place = CliFixture.ready(folder);
        agents = new FakeAgents(folder.resolve("agents"));
        place.environment.put("PATH", agents.before("/usr/bin:/bin"));
        place.write(
                "foldline.yaml",
                "roles: { developer: [opencode] }\n"
                        + "agents: { mine: { kind: command, run: [no-such-program] } }\n"
                        + "iterations: 1\n"
                        + "reviews: 0\n");
    }

    private static final String SCRIPT =
            """
            {"turns":[{"role":"planner","artifacts":{"plan":{"summary":"s","steps":[{"title":"t"}]}}},
              {"role":"developer","writes":{"work.txt":"done\\n"}},
              {"role":"analyst","artifacts":{"development_result":{"status":"completed","summary":"done"}}},
              {"role":"committer","artifacts":{"commit_message":{"subject":"Do the work"}}}]}
            """;

    @Test
    void agents_are_listed_with_their_path_version_and_login_state() throws Exception {
        agents.plays("claude", SCRIPT);
        var reported = place.foldline("agents");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out())
                .containsPattern(
                        "claude +claude +.*/agents/claude, 0\\.0\\.0 \\(fake claude\\), signed in")
                .containsPattern("codex +codex +not found")
                .containsPattern("mine +command +not found");
        assertThat(place.foldline("agents", "list", "--json").out())
                .contains(
                        "\"schema\": \"foldline.agents/1\"",
                        "\"signed_in\": true",
                        "\"program\": null");
        assertThat(place.foldline("doctor").out()).doesNotContain("nobody is signed in");
        agents.plays("codex", SCRIPT);
        place.write("foldline.yaml", "roles: { developer: [codex] }\n");
        var signedOut =
                Path.of(place.environment.getOrDefault("HOME", ""))
                        .resolve(".fake-agents/codex/signed_out");
        Files.createDirectories(signedOut.getParent());
        Files.writeString(signedOut, "");
        assertThat(place.foldline("doctor").out()).contains("agent codex: not signed in");
        assertThat(place.foldline("agents").out()).contains(", not signed in");
    }

    @Test
    void an_agent_that_does_what_is_expected_passes_its_test() throws Exception {
        agents.plays(
                "claude",
                "{\"turns\":[{\"role\":\"developer\",\"appends\":{\"conformance.txt\":\"foldline\\n"
                        + "\"}}]}");
        var reported = place.foldline("agents", "test", "claude");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out())
                .contains("resumes its session")
                .contains("reports an unknown session")
                .doesNotContain("broken", "its work is in");
    }

    @Test
    void an_agent_that_does_not_fails_its_test_with_what_is_wrong() throws Exception {
        agents.plays("claude", "{\"turns\":[{\"role\":\"developer\",\"fails\":\"auth\"}]}");
        var reported = place.foldline("agents", "test", "claude");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.out()).contains("broken  finishes: the agent claude is not signed in");
        assertThat(
                        Path.of(
                                reported.out()
                                        .lines()
                                        .filter(line -> line.startsWith("its work is in "))
                                        .findFirst()
                                        .orElseThrow()
                                        .substring("its work is in ".length())))
                .isDirectory();
        assertThat(place.foldline("agents", "test", "cluade").all())
                .contains("foldline agents test claude");
        var nobody = place.foldline("agents", "test", "NOSUCH");
        assertThat(nobody.exit()).isEqualTo(2);
        assertThat(nobody.all())
                .contains("unknown agent NOSUCH; available: claude, codex, gemini, mine, opencode");
    }

    @Test
    void the_cost_of_agents_that_report_none_is_not_shown() throws Exception {
        place.configured("iterations: 1\nreviews: 0\n");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(
                        reported.all()
                                + place.foldline("status").all()
                                + place.foldline("show", "@").all())
                .contains("4 of 200 agent calls")
                .doesNotContain("without a report");
        assertThat(place.foldline("cost").out()).containsPattern("total +4 .* unknown +unknown");
    }

    @Test
    void an_unmetered_budget_is_refused_before_anything_is_spent() throws Exception {
        agents.plays("codex", SCRIPT);
        place.write("foldline.yaml", "roles: { developer: [codex] }\n");
        assertThat(place.foldline("run", "--budget", "usd=1", "Add work").all())
                .contains("money cannot be metered: the agent 'codex' reports no cost");
        place.write(
                "foldline.yaml",
                "roles: { developer: [mine] }\nagents: { mine: { kind: command, run: [sh] } }\n");
        assertThat(place.foldline("run", "--budget", "tokens=1", "Add work").all())
                .contains("tokens cannot be metered: the agent 'mine' reports no tokens");
    }
}
