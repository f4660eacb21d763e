package dev.foldline.testkit.agent;

import static dev.foldline.testkit.agent.Frame.fields;
import static dev.foldline.testkit.agent.Frame.line;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Imitates Claude Code. */
final class FakeClaude implements Persona {
    static final Options OPTIONS =
            new Options(
                    List.of(
                            "-p",
                            "--print",
                            "--verbose",
                            "--include-partial-messages",
                            "--strict-mcp-config",
                            "--dangerously-skip-permissions",
                            "--continue",
                            "--bare"),
                    List.of(
                            "--output-format",
                            "--model",
                            "--fallback-model",
                            "--permission-mode",
                            "--mcp-config",
                            "--append-system-prompt",
                            "--max-turns",
                            "--max-budget-usd",
                            "--session-id",
                            "--resume",
                            "--add-dir",
                            "--effort",
                            "--allowedTools",
                            "--disallowedTools",
                            "--tools"));

    private static final Map<String, Integer> NO_TOKENS =
            Map.of("input_tokens", 0, "output_tokens", 0);
    private static final Map<String, Integer> TOKENS =
            Map.of("input_tokens", 900, "output_tokens", 100);

    @Override
    public String name() {
        return "claude";
    }

    @Override
    public Optional<End> refusal(Words words) {
        if (words.value("--output-format").filter("stream-json"::equals).isPresent()
                && !words.has("--verbose"))
            return Optional.of(
                    End.failure(
                            "Error: When using --print, --output-format=stream-json requires"
                                    + " --verbose",
                            1));
        return words.has("-p") || words.has("--print")
                ? Optional.empty()
                : Optional.of(
                        End.failure(
                                "Error: Raw mode is not supported on the current process.stdin",
                                1));
    }

    @Override
    public Optional<String> resumed(Words words) {
        return words.value("--resume");
    }

    @Override
    public String fresh(Words words, String made) {
        return words.value("--session-id").orElse(made);
    }

    @Override
    public End unknown(String session) {
        var why = "No conversation found with session ID: " + session;
        return new End(
                List.of(
                        result(
                                session,
                                "error_during_execution",
                                null,
                                "",
                                List.of(why),
                                NO_TOKENS)),
                why,
                1);
    }

    @Override
    public List<String> begins(String session) {
        return List.of(
                line(
                        "type",
                        "system",
                        "subtype",
                        "init",
                        "session_id",
                        session,
                        "model",
                        "fake-large",
                        "cwd",
                        "/",
                        "tools",
                        List.of("Edit"),
                        "mcp_servers",
                        List.of(),
                        "permissionMode",
                        "acceptEdits",
                        "apiKeySource",
                        "none",
                        "claude_code_version",
                        "2.1.197",
                        "uuid",
                        "u0"));
    }

    @Override
    public List<String> says(String session, String text) {
        return List.of(assistant(session, fields("type", "text", "text", text)));
    }

    @Override
    public List<String> uses(String session, String id, String file, boolean ok) {
        return List.of(
                assistant(
                        session,
                        fields(
                                "type",
                                "tool_use",
                                "id",
                                id,
                                "name",
                                "Edit",
                                "input",
                                fields("file_path", file))),
                line(
                        "type",
                        "user",
                        "message",
                        fields(
                                "role",
                                "user",
                                "content",
                                List.of(
                                        fields(
                                                "tool_use_id",
                                                id,
                                                "type",
                                                "tool_result",
                                                "content",
                                                ok
                                                        ? "The file " + file + " has been updated"
                                                        : "no such file",
                                                "is_error",
                                                !ok))),
                        "session_id",
                        session));
    }

    private static String assistant(String session, Map<String, @Nullable Object> block) {
        return line(
                "type",
                "assistant",
                "message",
                fields(
                        "id",
                        "msg_1",
                        "model",
                        "fake-large",
                        "content",
                        List.of(block),
                        "usage",
                        TOKENS),
                "parent_tool_use_id",
                null,
                "session_id",
                session);
    }

    @Override
    public List<String> ends(String session, int calls) {
        return List.of(
                quota(session, "allowed", Instant.EPOCH.plusSeconds(2_000_000_000)),
                line(
                        "type",
                        "result",
                        "subtype",
                        "success",
                        "is_error",
                        false,
                        "api_error_status",
                        null,
                        "result",
                        "Done.",
                        "num_turns",
                        1,
                        "total_cost_usd",
                        0.01,
                        "usage",
                        TOKENS,
                        "session_id",
                        session,
                        "stop_reason",
                        "end_turn"));
    }

    @Override
    public End fails(String session, InjectedFailure failing, Instant resetsAt) {
        return switch (failing) {
            case AUTH ->
                    refuse(
                            session,
                            "authentication_failed",
                            401,
                            "Invalid API key · Fix external API key");
            case CREDIT -> refuse(session, "billing_error", 400, "Credit balance is too low");
            case RATE_LIMIT -> rateLimited(session, resetsAt);
            case OVERLOADED ->
                    refuse(
                            session,
                            "server_error",
                            529,
                            "API Error: 529 Overloaded. Try again in a moment.");
            case MODEL_MISSING ->
                    refuse(
                            session,
                            "invalid_request",
                            404,
                            "There's an issue with the selected model. It may not exist.");
            case MAX_TURNS -> turnsUsedUp(session);
            case CONTEXT_FULL -> refuse(session, "invalid_request", 400, "Prompt is too long");
            case NETWORK ->
                    refuse(
                            session,
                            "unknown",
                            null,
                            "API Error: Unable to connect to API (ENOTFOUND)");
            case ERROR_WITH_EXIT_0 ->
                    new End(
                            refuse(
                                            session,
                                            "authentication_failed",
                                            403,
                                            "Your organization has been disabled")
                                    .lines(),
                            "",
                            0);
            case SUCCESS_WITH_EXIT_1 -> new End(ends(session, 1), "", 1);
            case CUT_OFF -> new End(List.of(), "", 0);
        };
    }

    private static End rateLimited(String session, Instant resetsAt) {
        var end =
                refuse(session, "rate_limit", 429, "API Error: Request rejected (429) · try later");
        return new End(
                Stream.concat(Stream.of(quota(session, "rejected", resetsAt)), end.lines().stream())
                        .toList(),
                "",
                1);
    }

    private static End turnsUsedUp(String session) {
        return new End(
                List.of(
                        result(
                                session,
                                "error_max_turns",
                                null,
                                "",
                                List.of("Reached maximum number of turns (1)"),
                                TOKENS)),
                "",
                1);
    }

    private static End refuse(String session, String error, @Nullable Integer status, String text) {
        return new End(
                List.of(
                        line(
                                "type",
                                "assistant",
                                "message",
                                fields(
                                        "id",
                                        "msg_9",
                                        "model",
                                        "<synthetic>",
                                        "content",
                                        List.of(fields("type", "text", "text", text)),
                                        "usage",
                                        NO_TOKENS),
                                "parent_tool_use_id",
                                null,
                                "session_id",
                                session,
                                "error",
                                error),
                        result(session, "success", status, text, List.of(), NO_TOKENS)),
                "",
                1);
    }

    private static String result(
            String session,
            String subtype,
            @Nullable Integer status,
            String text,
            List<String> errors,
            Map<String, Integer> usage) {
        return line(
                "type",
                "result",
                "subtype",
                subtype,
                "is_error",
                true,
                "api_error_status",
                status,
                "result",
                text,
                "errors",
                errors,
                "num_turns",
                1,
                "total_cost_usd",
                0,
                "usage",
                usage,
                "session_id",
                session);
    }

    private static String quota(String session, String status, Instant resetsAt) {
        return line(
                "type",
                "rate_limit_event",
                "rate_limit_info",
                fields(
                        "status",
                        status,
                        "rateLimitType",
                        "five_hour",
                        "resetsAt",
                        resetsAt.getEpochSecond()),
                "session_id",
                session);
    }

    @Override
    public List<String> retries(String session, int attempt) {
        return List.of(
                line(
                        "type",
                        "system",
                        "subtype",
                        "api_retry",
                        "attempt",
                        attempt,
                        "max_retries",
                        10,
                        "retry_delay_ms",
                        500 * attempt,
                        "error_status",
                        null,
                        "error",
                        "unknown",
                        "session_id",
                        session));
    }
}
