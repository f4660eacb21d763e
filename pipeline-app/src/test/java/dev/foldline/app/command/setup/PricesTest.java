package dev.foldline.app.command.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.config.PriceTable;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which prices a run starts with, and what may be limited with them. */
class PricesTest {
    private static final String REFUSED =
            "money cannot be metered: the agent 'codex' reports no cost";

    @TempDir Path folder;

    @BeforeEach
    void a_repository() throws Exception {
        folder = Repository.withOneCommit(folder.toRealPath());
    }

    private void configured(String developer, String more) throws IOException {
        Files.writeString(
                folder.resolve("foldline.yaml"),
                "roles: { developer: [\""
                        + developer
                        + "\"] }\nagents: { codex: { run: [git] }, local: { kind: openai, model:"
                        + " gpt-5, base_url: \"http://localhost:9/v1\" }, hosted: { kind: openai,"
                        + " model: gpt-5 }, claude: { run: [git] } }\nchecks: []\n"
                        + more);
    }

    private Cli.Answer plan() {
        return Cli.in(folder).run("plan", "x", "--json");
    }

    private String refusal() {
        return Cli.in(folder).run("plan", "x").err();
    }

    private JsonNode price(String agent) {
        return JsonMapper.shared()
                .readTree(plan().out())
                .path("workflow")
                .path("policy")
                .path("prices")
                .path("by_agent")
                .path(agent);
    }

    @Test
    void the_price_of_an_agent_is_that_of_its_model() throws Exception {
        configured("codex:gpt-5", "");
        assertThat(price("codex:gpt-5").path("input").asLong()).isEqualTo(1_250_000);
        assertThat(price("codex:gpt-5").path("source").asString()).startsWith("https://");
        configured("codex:gpt-5", "prices: [ gpt-5 9 1.5 20, other 1 1 1 ]\n");
        assertThat(price("codex:gpt-5").path("cached_input").asLong()).isEqualTo(1_500_000);
        assertThat(price("codex:gpt-5").path("source").asString()).isEqualTo("configured");
        configured("hosted", "");
        assertThat(price("hosted").path("output").asLong()).isEqualTo(10_000_000);
    }

    @Test
    void a_model_without_a_row_an_own_endpoint_and_an_agent_with_costs_have_no_price()
            throws Exception {
        for (var agent : new String[] {"codex", "codex:unheard-of", "local", "claude:gpt-5"}) {
            configured(agent, "");
            assertThat(price(agent).isMissingNode()).as(agent).isTrue();
        }
        configured("local", "prices: [ gpt-5 9 1.5 20 ]\n");
        assertThat(price("local").path("model").asString()).isEqualTo("gpt-5");
    }

    @Test
    void money_is_limited_only_for_agents_with_a_price() throws Exception {
        configured("codex:gpt-5", "budget: { usd: 5 }\n");
        assertThat(plan().exit()).as(plan().err()).isZero();
        configured("codex:unheard-of", "budget: { usd: 5 }\n");
        assertThat(refusal()).contains(REFUSED);
        configured("codex", "budget: { usd: 5 }\n");
        assertThat(refusal()).contains(REFUSED);
        configured("codex:gpt-5", "prices: [ gpt-5 nine ]\n");
        assertThat(refusal()).contains("foldline.yaml:4:11: an entry of prices");
    }

    @Test
    void each_shipped_price_has_a_source_and_a_date() throws Exception {
        try (var rows = PriceTable.class.getResourceAsStream("prices.txt")) {
            assertThat(new String(rows.readAllBytes(), StandardCharsets.UTF_8).lines())
                    .filteredOn(line -> !line.startsWith("#"))
                    .isNotEmpty()
                    .doesNotHaveDuplicates()
                    .allMatch(
                            line ->
                                    line.matches(
                                            "\\S+( \\d+\\.\\d+){3} https://\\S+"
                                                    + " \\d{4}-\\d\\d-\\d\\d"));
        }
    }
}
