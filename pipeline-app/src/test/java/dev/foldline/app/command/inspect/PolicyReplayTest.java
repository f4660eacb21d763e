package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.core.state.Fault;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Recorded runs that are decided again under another policy. */
class PolicyReplayTest {
    private static final String CONFIGURATION =
            "checks: [make test]\nchecks_on_base: ignore\n"
                    + "iterations: 2\n"
                    + "reviews: 1\n"
                    + "ralph: { stop_when_completed: false }\n";

    @TempDir Path folder;

    @BeforeEach
    void aRun() throws Exception {
        Repository.withOneCommit(folder);
        Files.writeString(folder.resolve("foldline.yaml"), CONFIGURATION);
        RunFixture.begin(folder, 1, 2).toTheEnd();
    }

    private JsonNode replayed(String... words) throws IOException {
        var all = new String[words.length + 3];
        all[0] = "replay";
        all[1] = "@";
        System.arraycopy(words, 0, all, 2, words.length);
        all[all.length - 1] = "--json";
        var answer = Cli.in(folder).run(all);
        assertThat(answer.exit()).as(answer.err()).isZero();
        return JsonMapper.shared().readTree(answer.out());
    }

    @Test
    void a_setting_that_never_mattered_changes_no_decision() throws IOException {
        var replayed = replayed("--set", "limits.cycles=2");
        assertThat(replayed.get("divergence").isNull()).isTrue();
        assertThat(replayed.get("same_until")).isEqualTo(replayed.get("events"));
    }

    @Test
    void a_smaller_budget_stops_the_run_where_it_is_used_up_and_names_what_is_saved()
            throws IOException {
        long calls = replayed("--set", "limits.cycles=2").at("/spent/agent_calls").asLong();
        for (long budget = 1; budget < calls; budget++) {
            var replayed = replayed("--set", "budget.agent_calls=" + budget);
            assertThat(replayed.at("/divergence/stops").asBoolean()).isTrue();
            assertThat(replayed.at("/divergence/effect_text").asString())
                    .isEqualTo("wait for a higher budget (agent_calls)");
            assertThat(replayed.at("/spent_until/agent_calls").asLong()).isEqualTo(budget);
        }
        assertThat(
                        replayed("--set", "budget.agent_calls=" + (calls + 1))
                                .get("divergence")
                                .isNull())
                .isTrue();
        assertThat(Cli.in(folder).run("replay", "@", "--set", "budget.agent_calls=1").out())
                .contains("the run would have stopped here; " + (calls - 1) + " calls, ");
    }

    @Test
    void several_runs_are_summed_up_and_a_point_ends_its_run() throws Exception {
        RunFixture.begin(folder, 2, 2).toTheEnd();
        var words = new String[] {"replay", "@", "@~1", "--set", "budget.agent_calls=2", "--json"};
        var all = JsonMapper.shared().readTree(Cli.in(folder).run(words).out());
        assertThat(all.get("runs")).hasSize(2);
        assertThat(all.get("stopped").asInt()).isEqualTo(2);
        assertThat(all.at("/stopped_spent_until/agent_calls").asLong()).isEqualTo(4);
        assertThat(Cli.in(folder).run("replay", "@", "@~1", "--set", "budget.agent_calls=2").out())
                .contains("2 runs: 2 with another decision, 2 would have stopped; ");
        var early = Cli.in(folder).run("replay", "@:5", "--set", "budget.agent_calls=1");
        assertThat(early.out()).contains("all 5 events follow from the same decisions");
        assertThat(Cli.in(folder).run("replay", "@", "@~1").exit()).isEqualTo(2);
    }

    @Test
    void nothing_is_said_of_what_follows_another_decision() throws Exception {
        RunFixture.begin(folder, 2, 2)
                .agentsFail(Fault.of(Fault.Kind.AGENT_FAILED, "exit 1"))
                .toTheEnd();
        var replayed = Cli.in(folder).run("replay", "@", "--set", "limits.same_agent=1").out();
        assertThat(replayed).contains("policy.limits.same_agent_max: ", "\nunknown after event ");
    }

    @Test
    void the_policy_of_a_file_takes_the_place_of_the_repositorys() throws Exception {
        Files.writeString(
                folder.resolve("strict.yaml"), CONFIGURATION + "budget: { agent_calls: 3 }\n");
        assertThat(replayed("--policy", "strict.yaml").at("/spent_until/agent_calls").asLong())
                .isEqualTo(3);
        assertThat(Cli.in(folder).run("replay", "@", "--policy", "absent.yaml").err())
                .startsWith("error: no such file\n");
        assertThat(Cli.in(folder).run("replay", "@", "--set", "budget.calls=1").err())
                .contains("unknown key 'budget.calls'");
    }
}
