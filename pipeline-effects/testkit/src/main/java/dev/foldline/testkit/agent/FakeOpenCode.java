package dev.foldline.testkit.agent;

import static dev.foldline.testkit.agent.Frame.fields;
import static dev.foldline.testkit.agent.Frame.line;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Imitates OpenCode. */
final class FakeOpenCode implements Persona {
    static final Options OPTIONS =
            new Options(
                    List.of("--auto", "--pure", "--fork", "--thinking"),
                    List.of(
                            "--format",
                            "-m",
                            "--model",
                            "--variant",
                            "--agent",
                            "-s",
                            "--session",
                            "--dir"));

    @Override
    public String name() {
        return "opencode";
    }

    @Override
    public Optional<End> refusal(Words words) {
        return words.others().size() > 1 && words.others().getFirst().equals("run")
                ? Optional.empty()
                : Optional.of(End.failure("You must provide a message or a command", 1));
    }

    @Override
    public Optional<String> resumed(Words words) {
        return words.value("-s").or(() -> words.value("--session"));
    }

    @Override
    public String fresh(Words words, String made) {
        return "ses_" + made.replace("-", "");
    }

    @Override
    public End unknown(String session) {
        return End.failure("\u001b[91m\u001b[1mError: \u001b[0mSession not found", 1);
    }

    @Override
    public List<String> begins(String session) {
        return List.of(frame("step_start", session, fields("id", "prt_1", "type", "step-start")));
    }

    @Override
    public List<String> says(String session, String text) {
        return List.of(frame("text", session, fields("id", "prt_2", "type", "text", "text", text)));
    }

    @Override
    public List<String> uses(String session, String id, String file, boolean ok) {
        return List.of(
                frame(
                        "tool_use",
                        session,
                        fields(
                                "id",
                                "prt_3",
                                "type",
                                "tool",
                                "callID",
                                id,
                                "tool",
                                "edit",
                                "state",
                                fields(
                                        "status",
                                        ok ? "completed" : "error",
                                        "input",
                                        fields("filePath", file),
                                        ok ? "output" : "error",
                                        ok ? "ok" : "no such file"))),
                frame("step_finish", session, step("prt_4", "tool-calls")),
                frame("step_start", session, fields("id", "prt_5", "type", "step-start")));
    }

    @Override
    public List<String> ends(String session, int calls) {
        return List.of(frame("step_finish", session, step("prt_6", "stop")));
    }

    private static Map<String, @Nullable Object> step(String id, String reason) {
        return fields(
                "id",
                id,
                "reason",
                reason,
                "cost",
                0.005,
                "tokens",
                fields(
                        "input",
                        450,
                        "output",
                        50,
                        "reasoning",
                        0,
                        "cache",
                        fields("read", 0, "write", 0)));
    }

    private static String frame(String type, String session, Map<String, @Nullable Object> part) {
        return line(
                "type", type, "timestamp", 1_795_000_000_000L, "sessionID", session, "part", part);
    }

    @Override
    public End fails(String session, InjectedFailure failing, Instant resetsAt) {
        return switch (failing) {
            case AUTH -> refuse(session, 401, false, Map.of());
            case CREDIT -> refuse(session, 402, false, Map.of());
            case RATE_LIMIT ->
                    refuse(
                            session,
                            429,
                            true,
                            Map.of(
                                    "retry-after",
                                    Long.toString(
                                            Math.max(
                                                    1,
                                                    Duration.between(Instant.now(), resetsAt)
                                                            .toSeconds()))));
            case OVERLOADED -> refuse(session, 503, true, Map.of());
            case MODEL_MISSING ->
                    error(
                            session,
                            "UnknownError",
                            fields(
                                    "message",
                                    "Unexpected server error. Check server logs for details."));
            case CONTEXT_FULL ->
                    error(
                            session,
                            "ContextOverflowError",
                            fields("message", "The conversation is too long."));
            case MAX_TURNS ->
                    new End(List.of(frame("step_finish", session, step("prt_6", "length"))), "", 0);
            case NETWORK ->
                    error(
                            session,
                            "APIError",
                            fields(
                                    "message",
                                    "Unable to connect. Is the computer able to access the url?",
                                    "isRetryable",
                                    true));
            case ERROR_WITH_EXIT_0 -> new End(refuse(session, 429, true, Map.of()).lines(), "", 0);
            case SUCCESS_WITH_EXIT_1 -> new End(ends(session, 1), "", 1);
            case CUT_OFF -> new End(List.of(), "", 0);
        };
    }

    private static End refuse(
            String session, int status, boolean retryable, Map<String, String> headers) {
        return error(
                session,
                "APIError",
                fields(
                        "message",
                        "status " + status,
                        "statusCode",
                        status,
                        "isRetryable",
                        retryable,
                        "responseHeaders",
                        headers));
    }

    private static End error(String session, String name, Map<String, @Nullable Object> data) {
        return new End(
                List.of(
                        line(
                                "type",
                                "error",
                                "timestamp",
                                1,
                                "sessionID",
                                session,
                                "error",
                                fields("name", name, "data", data))),
                "",
                1);
    }

    /** It prints nothing during retries. */
    @Override
    public List<String> retries(String session, int attempt) {
        return List.of();
    }
}
