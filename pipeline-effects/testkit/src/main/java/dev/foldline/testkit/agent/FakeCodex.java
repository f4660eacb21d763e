package dev.foldline.testkit.agent;

import static dev.foldline.testkit.agent.Frame.fields;
import static dev.foldline.testkit.agent.Frame.line;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Imitates Codex. */
final class FakeCodex implements Persona {
    static final Options OPTIONS =
            new Options(
                    List.of(
                            "--json",
                            "--skip-git-repo-check",
                            "--ephemeral",
                            "--ignore-user-config",
                            "--dangerously-bypass-approvals-and-sandbox"),
                    List.of("-m", "-c", "-s", "-C", "--add-dir", "--output-schema", "-o"));

    /** Truncated to the minute, as the CLI itself prints it. */
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("h:mm a", Locale.ENGLISH);

    @Override
    public String name() {
        return "codex";
    }

    @Override
    public Optional<End> refusal(Words words) {
        var others = words.others();
        if (others.isEmpty() || !others.getFirst().equals("exec"))
            return Optional.of(End.failure("Error: stdin is not a terminal", 1));
        if (!others.getLast().equals("-"))
            return Optional.of(
                    End.failure(
                            "No prompt provided. Either specify one as an argument or pipe the"
                                    + " prompt into stdin.",
                            1));
        if (isResume(words) && (words.has("-s") || words.has("-C")))
            return Optional.of(End.failure("error: unexpected argument '-s' found", 2));
        return words.has("--skip-git-repo-check")
                ? Optional.empty()
                : Optional.of(
                        End.failure(
                                "Not inside a trusted directory and --skip-git-repo-check was not"
                                        + " specified.",
                                1));
    }

    private static boolean isResume(Words words) {
        return words.others().size() > 2 && words.others().get(1).equals("resume");
    }

    @Override
    public Optional<String> resumed(Words words) {
        return isResume(words) ? Optional.of(words.others().get(2)) : Optional.empty();
    }

    @Override
    public String fresh(Words words, String made) {
        return made;
    }

    @Override
    public End unknown(String session) {
        return End.failure(
                "Error: thread/resume: thread/resume failed: no rollout found for thread id "
                        + session
                        + " (code -32600)",
                1);
    }

    @Override
    public List<String> begins(String session) {
        return List.of(
                line("type", "thread.started", "thread_id", session), line("type", "turn.started"));
    }

    @Override
    public List<String> says(String session, String text) {
        return List.of(
                line(
                        "type",
                        "item.completed",
                        "item",
                        fields("id", "item_0", "type", "agent_message", "text", text)));
    }

    @Override
    public List<String> uses(String session, String id, String file, boolean ok) {
        return List.of(
                line(
                        "type",
                        "item.completed",
                        "item",
                        fields(
                                "id",
                                id,
                                "type",
                                "file_change",
                                "changes",
                                List.of(fields("path", file, "kind", "update")),
                                "status",
                                ok ? "completed" : "failed")));
    }

    /** Its usage covers all calls of the conversation. */
    @Override
    public List<String> ends(String session, int calls) {
        return List.of(
                line(
                        "type",
                        "turn.completed",
                        "usage",
                        fields(
                                "input_tokens",
                                900 * calls,
                                "cached_input_tokens",
                                100 * calls,
                                "output_tokens",
                                100 * calls,
                                "reasoning_output_tokens",
                                0)));
    }

    @Override
    public End fails(String session, InjectedFailure failing, Instant resetsAt) {
        return switch (failing) {
            case AUTH ->
                    failed(
                            "unexpected status 401 Unauthorized: no key, url:"
                                    + " http://localhost/v1/responses");
            case CREDIT -> failed("Quota exceeded. Check your plan and billing details.");
            case RATE_LIMIT ->
                    failed(
                            "You’ve hit your usage limit. Upgrade your plan or try again at "
                                    + CLOCK.format(resetsAt.atZone(ZoneId.systemDefault()))
                                    + ".");
            case OVERLOADED ->
                    failed("Selected model is at capacity. Please try a different model.");
            case MODEL_MISSING ->
                    failed(
                            "unexpected status 404 Not Found: the model does not exist, url:"
                                    + " http://localhost/v1/responses");
            case MAX_TURNS, CONTEXT_FULL ->
                    failed(
                            "Codex ran out of room in the model's context window. Start a new"
                                    + " thread.");
            case NETWORK ->
                    failed(
                            "stream disconnected before completion: error sending request for url"
                                    + " (http://localhost/v1/responses)");
            case ERROR_WITH_EXIT_0 ->
                    new End(
                            failed("exceeded retry limit, last status: 429 Too Many Requests")
                                    .lines(),
                            "",
                            0);
            case SUCCESS_WITH_EXIT_1 -> new End(ends(session, 1), "", 1);
            case CUT_OFF -> new End(List.of(), "", 0);
        };
    }

    private static End failed(String message) {
        return new End(
                List.of(
                        line("type", "error", "message", message),
                        line("type", "turn.failed", "error", fields("message", message))),
                "",
                1);
    }

    @Override
    public List<String> retries(String session, int attempt) {
        return List.of(
                line(
                        "type",
                        "error",
                        "message",
                        "Reconnecting… " + attempt + "/5 (stream disconnected before completion)"));
    }
}
