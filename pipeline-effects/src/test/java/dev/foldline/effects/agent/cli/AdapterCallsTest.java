package dev.foldline.effects.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.cli.CallRequest.Conversation;
import dev.foldline.effects.agent.cli.CallRequest.Permission;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The words each command line is called with: as it takes them, in their order, and no others. */
class AdapterCallsTest {
    private static final Conversation FRESH = new Conversation.Fresh("new-1");
    private static final Conversation RESUMED = new Conversation.Resumed("old-1");
    private static final CallRequest PLAIN =
            new CallRequest(
                    Optional.empty(), Permission.EDIT, FRESH, Optional.empty(), Optional.empty());

    /** All that can be asked for. */
    private static final CallRequest ALL =
            new CallRequest(
                    Optional.of("large"),
                    Permission.ALL,
                    RESUMED,
                    Optional.of(List.of("/bin/java", "-cp", "a \"b\"")),
                    Optional.of(1_250_000L));

    private static List<String> words(String agent, CallRequest asked) {
        return Adapters.of(agent).orElseThrow().call(asked).arguments();
    }

    private static Map<String, String> variables(String agent, CallRequest asked) {
        return Adapters.of(agent).orElseThrow().call(asked).variables();
    }

    @Test
    void claude_gets_the_name_of_its_new_conversation() {
        assertThat(words("claude", PLAIN))
                .containsExactly(
                        "-p",
                        "--output-format",
                        "stream-json",
                        "--verbose",
                        "--permission-mode",
                        "acceptEdits",
                        "--session-id",
                        "new-1");
        assertThat(variables("claude", ALL)).isEmpty();
    }

    @Test
    void claude_gets_its_cost_limit_and_its_only_server() {
        assertThat(words("claude", ALL))
                .containsExactly(
                        "-p",
                        "--output-format",
                        "stream-json",
                        "--verbose",
                        "--model",
                        "large",
                        "--permission-mode",
                        "bypassPermissions",
                        "--resume",
                        "old-1",
                        "--mcp-config",
                        "{\"mcpServers\":{\"foldline\":" + server("claude") + "}}",
                        "--strict-mcp-config",
                        "--max-budget-usd",
                        "1.25");
    }

    /** As it stands in the words: the order of its two parts is anybody's. */
    private static String server(String agent) {
        var words = String.join("\n", words(agent, ALL));
        var command = "\"command\":\"/bin/java\"";
        var arguments = "\"args\":[\"-cp\",\"a \\\"b\\\"\"]";
        assertThat(words).contains(command, arguments);
        return words.contains(command + "," + arguments)
                ? "{" + command + "," + arguments + "}"
                : "{" + arguments + "," + command + "}";
    }

    @Test
    void the_smallest_cost_limit_is_passed_without_an_exponent() {
        var least =
                new CallRequest(
                        Optional.empty(),
                        Permission.EDIT,
                        FRESH,
                        Optional.empty(),
                        Optional.of(1L));
        assertThat(words("claude", least)).endsWith("--max-budget-usd", "0.000001");
        var round =
                new CallRequest(
                        Optional.empty(),
                        Permission.EDIT,
                        FRESH,
                        Optional.empty(),
                        Optional.of(20_000_000L));
        assertThat(words("claude", round)).endsWith("--max-budget-usd", "20");
    }

    @Test
    void codex_never_asks_for_approval_and_writes_only_in_its_folder() {
        assertThat(words("codex", PLAIN))
                .containsExactly(
                        "exec",
                        "--json",
                        "--skip-git-repo-check",
                        "-c",
                        "approval_policy=\"never\"",
                        "-c",
                        "sandbox_mode=\"workspace-write\"",
                        "-");
        assertThat(variables("codex", ALL)).isEmpty();
    }

    @Test
    void codex_gets_its_conversation_last_before_its_input() {
        assertThat(words("codex", ALL))
                .containsExactly(
                        "exec",
                        "resume",
                        "--json",
                        "--skip-git-repo-check",
                        "-m",
                        "large",
                        "-c",
                        "approval_policy=\"never\"",
                        "-c",
                        "sandbox_mode=\"danger-full-access\"",
                        "-c",
                        "mcp_servers.foldline.command=\"/bin/java\"",
                        "-c",
                        "mcp_servers.foldline.args=[\"-cp\",\"a \\\"b\\\"\"]",
                        "-c",
                        "mcp_servers.foldline.env_vars=[\"FOLDLINE_RUN\",\"FOLDLINE_TICKET\"]",
                        "old-1",
                        "-");
    }

    @Test
    void gemini_trusts_the_folder_and_gets_the_name_of_its_new_conversation() {
        assertThat(words("gemini", PLAIN))
                .containsExactly(
                        "--output-format",
                        "stream-json",
                        "--skip-trust",
                        "--approval-mode",
                        "auto_edit",
                        "--session-id",
                        "new-1");
        assertThat(words("gemini", ALL))
                .containsExactly(
                        "--output-format",
                        "stream-json",
                        "--skip-trust",
                        "--approval-mode",
                        "yolo",
                        "-m",
                        "large",
                        "--resume",
                        "old-1");
        assertThat(variables("gemini", ALL)).isEmpty();
    }

    @Test
    void opencode_gets_the_path_of_its_task_and_not_the_text() {
        assertThat(words("opencode", PLAIN))
                .containsExactly(
                        "run",
                        "--format",
                        "json",
                        "--auto",
                        "Do what the file .foldline/prompt.md says.");
        assertThat(words("opencode", ALL))
                .containsExactly(
                        "run",
                        "--format",
                        "json",
                        "--auto",
                        "-m",
                        "large",
                        "-s",
                        "old-1",
                        "Do what the file .foldline/prompt.md says.");
    }

    @Test
    void opencode_may_run_commands_only_if_it_may_do_all_and_stays_the_version_it_is() {
        assertThat(variables("opencode", PLAIN))
                .containsOnly(
                        Map.entry("OPENCODE_DISABLE_AUTOUPDATE", "1"),
                        Map.entry(
                                "OPENCODE_CONFIG_CONTENT", "{\"permission\":{\"bash\":\"deny\"}}"));
        assertThat(variables("opencode", ALL).get("OPENCODE_CONFIG_CONTENT"))
                .doesNotContain("permission")
                .startsWith("{\"mcp\":{\"foldline\":{")
                .contains(
                        "\"type\":\"local\"",
                        "\"enabled\":true",
                        "\"command\":[\"/bin/java\",\"-cp\",\"a \\\"b\\\"\"]");
    }

    @ParameterizedTest
    @CsvSource({
        "claude,MONEY_AND_TOKENS,auth status",
        "codex,TOKENS,login status",
        "gemini,TOKENS,",
        "opencode,MONEY_AND_TOKENS,"
    })
    void each_adapter_declares_its_metering_and_its_login_check(
            String agent, Adapter.Metering metering, @Nullable String signedIn) {
        var adapter = Adapters.of(agent).orElseThrow();
        assertThat(adapter.metering()).isEqualTo(metering);
        assertThat(adapter.signedIn().map(words -> String.join(" ", words)))
                .isEqualTo(Optional.ofNullable(signedIn));
    }

    /**
     * A key of one is no business of another, but where one command line serves several providers.
     */
    @ParameterizedTest
    @CsvSource({
        "claude,ANTHROPIC_API_KEY,OPENAI_API_KEY",
        "codex,OPENAI_API_KEY,ANTHROPIC_API_KEY",
        "gemini,GEMINI_API_KEY,OPENAI_API_KEY",
        "opencode,OPENROUTER_API_KEY,CLAUDE_CODE_OAUTH_TOKEN"
    })
    void each_gets_its_own_key_and_not_the_others(String agent, String own, String other) {
        var adapter = Adapters.of(agent).orElseThrow();
        assertThat(adapter.listed())
                .contains(own)
                .doesNotContain(other, "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK")
                .noneMatch(name -> name.startsWith("GIT_"));
    }
}
