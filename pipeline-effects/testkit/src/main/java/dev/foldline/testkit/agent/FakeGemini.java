package dev.foldline.testkit.agent;

import static dev.foldline.testkit.agent.Frame.fields;
import static dev.foldline.testkit.agent.Frame.line;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Imitates Gemini CLI. */
final class FakeGemini implements Persona {
    static final Options OPTIONS =
            new Options(
                    List.of("--skip-trust", "--yolo"),
                    List.of(
                            "-p",
                            "--prompt",
                            "--output-format",
                            "--approval-mode",
                            "-m",
                            "--model",
                            "--session-id",
                            "--resume",
                            "--include-directories",
                            "--allowed-mcp-server-names"));

    private static final String AT = "2026-11-21T10:00:00.000Z";

    @Override
    public String name() {
        return "gemini";
    }

    @Override
    public Optional<End> refusal(Words words) {
        return words.has("--skip-trust")
                ? Optional.empty()
                : Optional.of(
                        End.failure(
                                "Gemini CLI is not running in a trusted directory. To proceed,"
                                        + " trust it or use --skip-trust.",
                                55));
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
        return End.failure(
                "Error resuming session: Invalid session identifier \"" + session + "\".", 42);
    }

    @Override
    public List<String> begins(String session) {
        return List.of(
                line("type", "init", "timestamp", AT, "session_id", session, "model", "fake-pro"),
                line(
                        "type",
                        "message",
                        "timestamp",
                        AT,
                        "role",
                        "user",
                        "content",
                        "the repeated prompt"));
    }

    @Override
    public List<String> says(String session, String text) {
        int half = text.length() / 2;
        return List.of(
                line(
                        "type",
                        "message",
                        "timestamp",
                        AT,
                        "role",
                        "assistant",
                        "content",
                        text.substring(0, half),
                        "delta",
                        true),
                line(
                        "type",
                        "message",
                        "timestamp",
                        AT,
                        "role",
                        "assistant",
                        "content",
                        text.substring(half),
                        "delta",
                        true));
    }

    @Override
    public List<String> uses(String session, String id, String file, boolean ok) {
        return List.of(
                line(
                        "type",
                        "tool_use",
                        "timestamp",
                        AT,
                        "tool_name",
                        "replace",
                        "tool_id",
                        id,
                        "parameters",
                        fields("file_path", file)),
                line(
                        "type",
                        "tool_result",
                        "timestamp",
                        AT,
                        "tool_id",
                        id,
                        "status",
                        ok ? "success" : "error",
                        "output",
                        ok ? "ok" : "no such file"));
    }

    @Override
    public List<String> ends(String session, int calls) {
        return List.of(
                line(
                        "type",
                        "result",
                        "timestamp",
                        AT,
                        "status",
                        "success",
                        "stats",
                        fields(
                                "total_tokens",
                                1000,
                                "input_tokens",
                                900,
                                "output_tokens",
                                100,
                                "cached",
                                0,
                                "duration_ms",
                                1,
                                "tool_calls",
                                1)));
    }

    @Override
    public End fails(String session, InjectedFailure failing, Instant resetsAt) {
        return switch (failing) {
            case AUTH ->
                    End.failure(
                            "Please set an Auth method in your settings.json or specify"
                                    + " GEMINI_API_KEY",
                            41);
            case CREDIT -> failed("[API Error: no credit]", 402 % 256);
            case RATE_LIMIT ->
                    failed(
                            "[API Error: You have exhausted your capacity on this model. Your quota"
                                    + " will reset after "
                                    + span(Duration.between(Instant.now(), resetsAt))
                                    + ".]",
                            429 % 256);
            case OVERLOADED -> failed("[API Error: The model is overloaded.]", 503 % 256);
            case MODEL_MISSING -> failed("[API Error: models/none is not found]", 404 % 256);
            case MAX_TURNS -> End.failure("Reached max session turns for this session.", 53);
            case CONTEXT_FULL ->
                    failed(
                            "[API Error: The input token count exceeds the maximum number of tokens"
                                    + " allowed]",
                            400 % 256);
            case NETWORK ->
                    failed("[API Error: exception TypeError: fetch failed sending request]", 1);
            case ERROR_WITH_EXIT_0 ->
                    new End(
                            failed(
                                            "[API Error: You have exhausted your daily quota on"
                                                    + " this model.]",
                                            0)
                                    .lines(),
                            "",
                            0);
            case SUCCESS_WITH_EXIT_1 -> new End(ends(session, 1), "", 1);
            case CUT_OFF -> new End(List.of(), "", 0);
        };
    }

    /** Formats as {@code 1h0m5s}. */
    private static String span(Duration left) {
        return left.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }

    private static End failed(String message, int exit) {
        return new End(
                List.of(
                        line(
                                "type",
                                "result",
                                "timestamp",
                                AT,
                                "status",
                                "error",
                                "error",
                                fields("type", "Error", "message", message),
                                "stats",
                                fields("total_tokens", 0))),
                "Attempt 1 failed. Retrying with backoff...",
                exit);
    }

    @Override
    public List<String> retries(String session, int attempt) {
        return List.of(
                line(
                        "type",
                        "error",
                        "timestamp",
                        AT,
                        "severity",
                        "warning",
                        "message",
                        "Attempt " + attempt + " failed. Retrying with backoff..."));
    }
}
