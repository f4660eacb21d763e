package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.testkit.agent.ChatReply;
import dev.foldline.testkit.agent.FakeChatServer;
import dev.foldline.testkit.agent.FakeChatServer.Request;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Runs whose analyst, reviewer and committer are a model behind a chat endpoint. */
class ChatAgentRunTest {
    private static final String KEY = "not-a-key-but-secret";

    @TempDir Path folder;
    private CliFixture place;
    private FakeChatServer server;
    private final AtomicReference<Optional<ChatReply>> special =
            new AtomicReference<>(Optional.empty());

    @BeforeEach
    void a_repository_and_an_endpoint() throws Exception {
        place = CliFixture.ready(folder);
        place.environment.put("MODELS", KEY);
        server = FakeChatServer.answering(this::reply);
        configured("");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void configured(String more) throws IOException {
        place.configured("checks: []\niterations: 1\nreviews: 1\n" + more);
        var written = place.read("foldline.yaml");
        place.write(
                "foldline.yaml",
                written.replace(
                                "roles: { developer: [mine] }",
                                "roles: { developer: [mine], analyst: [local], reviewer: [local],"
                                        + " committer: [local] }")
                        .replace(
                                "agents: { mine:",
                                "agents: { local: { kind: openai, model: small, api_key_env:"
                                        + " MODELS, base_url: \""
                                        + server.baseUrl()
                                        + "\" }, mine:"));
    }

    private ChatReply reply(Request request) {
        var once = special.getAndSet(Optional.empty());
        if (once.isPresent()) return once.get();
        if (request.prompt().contains("development_result.json`"))
            return ChatReply.text("{\"status\":", "\"completed\",\"summary\":\"done\"}");
        return ChatReply.text(
                request.prompt().contains("issues.json`")
                        ? "No issues:\n```json\n{\"issues\": []}\n```"
                        : "{\"subject\": \"Add the work\"}");
    }

    private List<String> prompts() {
        return server.requests().stream().map(Request::prompt).toList();
    }

    /** Its first answer is invalid, and it has a price. */
    @Test
    void a_model_analyses_reviews_and_writes_the_commit_message() throws Exception {
        configured("prices: [ \"small 100 10 1000\" ]\n");
        special.set(Optional.of(ChatReply.text("{\"status\": \"splendid\"}")));
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(prompts().get(1)).contains("development_result:");
        assertThat(place.git("log", "--format=%s", "main..HEAD").strip()).isEqualTo("Add the work");
        assertThat(prompts())
                .anyMatch(each -> each.contains("issues.json") && each.contains("+line by"))
                .anyMatch(each -> each.contains("# Commits of this run"));
        assertThat(prompts()).noneMatch(each -> each.contains("What you print is not read"));
        var cost = place.foldline("cost", "--json").out();
        assertThat(cost).contains("\"agent\": \"local\"").doesNotContain(KEY);
        assertThat(place.foldline("log", "--json").out())
                .contains("\"estimated\":", "\"prices\":")
                .doesNotContain(KEY);
        showsEstimates();
    }

    private void showsEstimates() {
        assertThat(place.foldline("cost").out())
                .containsPattern("(?:committer|commit) +local +1 +\\S+ +\\d+ +~\\d")
                .contains("~ includes estimates by the prices at the start of the run")
                .contains("+ at least: the cost of ");
        assertThat(place.foldline("status").out())
                .containsPattern("at least \\$[0-9.]+ estimated, \\d calls unknown");
        assertThat(place.foldline("runs").out()).containsPattern("~\\$[0-9.]+\\+");
        assertThat(place.foldline("status", "--json").out())
                .containsPattern("\"usd_estimated\": *[0-9.]+");
        assertThat(place.foldline("plan", "Add more", "--json").out())
                .containsPattern("\"usd_estimated\": *\\{\\s*\"median\": *[0-9.]+");
        assertThat(place.foldline("replay", "@", "--verify").exit()).isZero();
    }

    @Test
    void commands_show_the_endpoint_and_a_missing_key() throws Exception {
        assertThat(place.foldline("agents").out())
                .containsPattern("local +openai +" + server.baseUrl() + ", small\n");
        assertThat(place.foldline("doctor").out())
                .contains("ok      agent local: asks small at " + server.baseUrl());
        place.environment.remove("MODELS");
        assertThat(place.foldline("agents").out()).contains(", small, not signed in");
        assertThat(place.foldline("doctor").out())
                .contains("broken  agent local: has no key: the variable MODELS is not set");
        var refused = "agent local has no key: the variable MODELS is not set";
        assertThat(place.foldline("plan", "Add work").all()).contains(refused);
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.err()).contains(refused);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void an_agent_test_asks_the_model_once() throws Exception {
        special.set(Optional.of(ChatReply.text("{\"word\": \"foldline\"}")));
        var reported = place.foldline("agents", "test", "local");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out()).contains("answers with the JSON that it is asked for");
        assertThat(place.foldline("agents", "test", "local").exit()).isEqualTo(1);
    }

    @Test
    void mistakes_in_the_configuration_are_named() throws Exception {
        place.write(
                "foldline.yaml",
                "roles: { developer: [a] }\nagents:\n"
                        + "  a: { kind: openai, base_url: \"ftp://x\", run: [x] }\n"
                        + "  b: { kind: openai, model: m, prices: { input: 1 } }\n"
                        + "  c: { kind: command, run: [x], base_url: \"https://x/v1\" }\n");
        assertThat(place.foldline("config", "show").all())
                .contains(
                        "the openai agent 'a' has no model",
                        "an http or https address",
                        "an openai agent has no run",
                        "the agent 'b' has only one of its two prices",
                        "a command agent has no base_url");
    }
}
