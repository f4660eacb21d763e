package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.state.Allowance;
import dev.foldline.effects.agent.AgentDefinition.HandIn;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.agent.cli.CallRequest.Permission;
import dev.foldline.effects.process.ProcessMarker;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How one call of a known command line is put together from what the chain, the agent and the
 * effect say.
 */
class InvocationTest {
    private static final ProcessMarker MARKER = new ProcessMarker("r1", 7);

    private static Invocation of(
            String entry,
            HandIn handIn,
            List<String> server,
            Option<String> resumes,
            Option<Long> microUsdMax) {
        var definition =
                new AgentDefinition.Known(
                        Adapters.of("claude").orElseThrow(),
                        List.of("/opt/claude", "--bare"),
                        List.of("MY_PROXY"),
                        Optional.of("own"),
                        Permission.EDIT,
                        handIn);
        var book = new AgentRegistry(Map.of("mine", definition), server);
        var effect =
                new InvokeAgent(
                        AgentCalls.PLACE,
                        "developer",
                        entry,
                        "",
                        resumes,
                        Vector.empty(),
                        AgentCalls.PATIENT,
                        microUsdMax.map(most -> new Allowance(Option.none(), Option.of(most))),
                        Option.none(),
                        Option.none());
        return Invocation.of(
                book, book.find(entry).orElseThrow(), effect, MARKER, Path.of("/prompt.md"));
    }

    private static Invocation of(String entry) {
        return of(entry, HandIn.FILE, List.of("/bin/java"), Option.none(), Option.none());
    }

    @Test
    void the_program_precedes_its_arguments() {
        assertThat(of("mine").words()).startsWith("/opt/claude", "--bare", "-p");
    }

    @Test
    void the_model_of_the_chain_outranks_the_agents_own() {
        assertThat(of("mine").words()).containsSequence("--model", "own");
        assertThat(of("mine:small").words())
                .containsSequence("--model", "small")
                .doesNotContain("own");
    }

    @Test
    void an_agent_gets_the_variables_of_its_adapter_and_its_own() {
        assertThat(of("mine").listed()).contains("ANTHROPIC_API_KEY", "HTTPS_PROXY", "MY_PROXY");
    }

    @Test
    void the_mcp_server_is_passed_only_to_an_agent_that_submits_over_mcp() {
        assertThat(of("mine").words()).doesNotContain("--mcp-config");
        assertThat(
                        of("mine", HandIn.MCP, List.of("/bin/java"), Option.none(), Option.none())
                                .words())
                .contains("--mcp-config");
        assertThat(of("mine", HandIn.MCP, List.of(), Option.none(), Option.none()).words())
                .as("there is none")
                .doesNotContain("--mcp-config");
    }

    @Test
    void a_new_conversation_is_named_after_the_call_and_an_old_one_keeps_its_name() {
        assertThat(of("mine").words())
                .containsSequence("--session-id", Invocation.name(MARKER))
                .doesNotContain("--resume");
        assertThat(Invocation.name(MARKER))
                .isNotEqualTo(Invocation.name(new ProcessMarker("r1", 8)))
                .isNotEqualTo(Invocation.name(new ProcessMarker("r2", 7)));
        assertThat(of("mine", HandIn.FILE, List.of(), Option.of("old-1"), Option.none()).words())
                .containsSequence("--resume", "old-1")
                .doesNotContain("--session-id");
    }

    @Test
    void the_budget_of_the_call_is_passed_to_the_agent() {
        assertThat(of("mine", HandIn.FILE, List.of(), Option.none(), Option.of(500_000L)).words())
                .containsSequence("--max-budget-usd", "0.5");
        assertThat(of("mine").words()).doesNotContain("--max-budget-usd");
    }
}
