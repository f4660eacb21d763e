package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.testkit.agent.ChatReply;
import dev.foldline.testkit.agent.FakeChatServer;
import dev.foldline.testkit.agent.FakeChatServer.Request;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;

/**
 * A model behind a chat endpoint advises on tasks: well, badly, slowly, with nonsense, not at all.
 */
class OrchestratedWorkflowTest {
    private static final String KEY = "not-a-key-but-secret";

    private static final String TASKS =
            """
            name: Shop
            target: main
            ORCHESTRATOR
            tasks:
              - name: login
                description: Add a login
                terminals:
                  - { role: developer, agent: mine }
            """;

    @TempDir Path folder;
    private CliFixture place;
    private FakeChatServer server;
    private final Deque<ChatReply> replies = new ConcurrentLinkedDeque<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @BeforeEach
    void a_repository_and_an_endpoint() throws Exception {
        server =
                FakeChatServer.answering(_ -> replies.size() > 1 ? replies.poll() : replies.peek());
        place = CliFixture.ready(folder);
        place.environment.put("ADVICE_KEY", KEY);
        place.agent(
                """
                cp "$FOLDLINE_PROMPT_FILE" "$HOME/prompt.md"
                echo line >> work.txt
                [ ! -e "$HOME/fails" ] || { rm "$HOME/fails"; exit 3; }
                """);
        place.configured("checks: []\ntimeouts: { idle: 2s }\n");
        place.write(
                "foldline.yaml",
                place.read("foldline.yaml")
                        .replace("limits: {", "limits: { same_agent: 1, cycles: 1,"));
    }

    @AfterEach
    void close() {
        release.countDown();
        server.close();
    }

    private void created(String orchestrator) throws Exception {
        place.write("tasks.yaml", TASKS.replace("ORCHESTRATOR", orchestrator));
        var created = place.foldline("workflow", "create", "-f", "tasks.yaml");
        assertThat(created.exit()).as(created.all()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
    }

    private CommandResult start(ChatReply... answers) throws Exception {
        replies.addAll(Arrays.asList(answers));
        created(
                "orchestrator: { model: small, api_key_env: ADVICE_KEY, base_url: \""
                        + server.baseUrl()
                        + "\" }");
        return place.foldline("workflow", "start");
    }

    private static ChatReply says(String status, String text) {
        return ChatReply.text("{\"status\": \"" + status + "\", ", "\"text\": \"" + text + "\"}");
    }

    private JsonNode memo() {
        return JsonMapper.shared().readTree(place.foldline("workflow", "memo").out());
    }

    private String status() {
        return place.foldline("workflow", "status").out();
    }

    private List<String> labels() {
        return memo().get("conversation_history")
                .valueStream()
                .map(each -> each.get("instruction").get("label").asString())
                .toList();
    }

    @Test
    void S1_24_S1_55_good_advice_is_followed_broadcast_and_kept() throws Exception {
        Files.createFile(Path.of(place.environment.get("HOME")).resolve("fails"));
        var reported =
                start(
                        says("send_to_terminal", "Use tabs"),
                        says("retry_terminal", "Try again"),
                        says("complete_task", ""));
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.err()).contains("login: send_to_terminal: Use tabs");
        assertThat(Files.readString(Path.of(place.environment.get("HOME")).resolve("prompt.md")))
                .contains("> Use tabs", "> Try again");
        assertThat(labels()).containsExactly("send_to_terminal", "retry_terminal", "complete_task");
        var asked = memo().get("conversation_history").get(0).get("instruction");
        assertThat(asked.get("prompt").asString()).contains("Add a login", "`start_task`");
        assertThat(asked.get("answer").asString()).contains("Use tabs");
        assertThat(server.requests().stream().map(Request::prompt))
                .anyMatch(prompt -> prompt.contains("exit code 3"));
        assertThat(place.foldline("workflow", "memo").out()).doesNotContain(KEY);

        server.close();
        for (var run : place.foldline("status", "--all").out().lines().toList()) {
            var replayed = place.foldline("replay", run.split(" ")[0]);
            assertThat(replayed.exit()).as(replayed.all()).isZero();
        }
        var workflow = memo().get("workflow_id").asString();
        var hermetic = place.foldline("replay", workflow, "--hermetic");
        assertThat(hermetic.exit()).as(hermetic.all()).isZero();
        assertThat(server.requests()).as("a replay needs no model").hasSize(3);
    }

    @Test
    void S1_05_a_start_without_key_or_with_a_wrong_model_is_refused_and_the_workflow_stays_ready()
            throws Exception {
        var wrong = new ArrayDeque<Map.Entry<String, String>>();
        wrong.add(
                Map.entry("{ enabled: true }", "Orchestrator API key not configured for workflow"));
        wrong.add(Map.entry("{ api_key_env: NO_KEY }", "Orchestrator API key not configured for"));
        wrong.add(
                Map.entry(
                        "{ api_type: other }", "Invalid orchestrator config: api_type is 'other'"));
        wrong.add(
                Map.entry(
                        "{ base_url: 'ftp://x' }", "Invalid orchestrator config: base_url is no"));
        wrong.add(
                Map.entry(
                        "{ api_key_env: 'a b' }",
                        "Invalid orchestrator config: api_key_env is no"));
        wrong.add(Map.entry("{ api_key_env: MKEY }", "or KEY as a word between underscores"));
        wrong.add(
                Map.entry(
                        "{ agent: mine }", "Invalid orchestrator config: the agent 'mine' is not"));
        wrong.add(
                Map.entry(
                        "{ agent: him }", "Invalid orchestrator config: there is no agent 'him'"));
        for (var each : wrong) {
            created("orchestrator: " + each.getKey());
            var refused = place.foldline("workflow", "start");
            assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
            assertThat(refused.err()).contains(each.getValue());
            assertThat(status()).contains("ready");
        }
        created("orchestrator: { enabled: false }");
        assertThat(place.foldline("workflow", "start").exit()).isZero();
        assertThat(server.requests()).isEmpty();
    }
}
