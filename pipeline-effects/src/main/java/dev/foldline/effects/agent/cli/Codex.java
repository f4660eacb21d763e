package dev.foldline.effects.agent.cli;

import static dev.foldline.effects.agent.stream.FrameReader.excerpt;
import static dev.foldline.effects.agent.stream.FrameReader.number;
import static dev.foldline.effects.agent.stream.FrameReader.text;

import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.AgentSignal.Failed.Weight;
import dev.foldline.effects.agent.stream.AgentSignal.TurnEnded.Goodness;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.FrameReader;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Codex in non-interactive mode. Tested with 0.169.0 and 0.171.0. */
final class Codex implements Adapter {
    private static final AgentSignal OLD_FORMAT =
            new AgentSignal.Failed(
                    Weight.FINAL,
                    Optional.of(FailureKind.TRUST_OR_SETUP),
                    OptionalInt.empty(),
                    "it prints the frames of a version before 0.30; install Codex 0.30 or later",
                    Optional.empty());

    private static final Pattern RECONNECTING =
            Pattern.compile("^Reconnecting\\W+(?:(\\d{1,4})/(\\d{1,4}))?(.*)", Pattern.DOTALL);
    private static final Pattern STATUS =
            Pattern.compile("(?:unexpected|last) status:? (\\d{3})\\b");

    @Override
    public String name() {
        return "codex";
    }

    @Override
    public Metering metering() {
        return Metering.TOKENS;
    }

    @Override
    public Sum sum() {
        return Sum.OF_CONVERSATION;
    }

    @Override
    public Optional<EndpointVariables> endpoint() {
        var keys = List.of("OPENAI_API_KEY", "CODEX_API_KEY");
        return Optional.of(new EndpointVariables("OPENAI_BASE_URL", keys, keys, List.of()));
    }

    @Override
    public List<AgentFolder> folders() {
        return List.of(AgentFolder.of(".codex", "CODEX_HOME"));
    }

    @Override
    public List<String> variables() {
        return List.of(
                "OPENAI_API_KEY",
                "OPENAI_BASE_URL",
                "CODEX_API_KEY",
                "CODEX_HOME",
                "SSL_CERT_FILE");
    }

    @Override
    public Optional<List<String>> signedIn() {
        return Optional.of(List.of("login", "status"));
    }

    /** Of these, {@code login status} knows nothing. */
    @Override
    public List<String> keys() {
        return List.of("CODEX_API_KEY");
    }

    /**
     * The resume command accepts neither {@code -s} nor {@code -C}; both follow its configuration
     * or its folder.
     */
    @Override
    public Call call(CallRequest asked) {
        var words = new ArrayList<>(List.of("exec"));
        if (asked.conversation() instanceof CallRequest.Conversation.Resumed) words.add("resume");
        words.addAll(List.of("--json", "--skip-git-repo-check"));
        asked.model().ifPresent(model -> words.addAll(List.of("-m", model)));
        words.addAll(
                List.of(
                        "-c",
                        "approval_policy=\"never\"",
                        "-c",
                        "sandbox_mode=\""
                                + switch (asked.permission()) {
                                    case EDIT -> "workspace-write";
                                    case ALL -> "danger-full-access";
                                }
                                + "\""));
        // A list or a string in JSON is also valid TOML.
        asked.mcp()
                .ifPresent(
                        server ->
                                words.addAll(
                                        List.of(
                                                "-c",
                                                        "mcp_servers."
                                                                + McpWiring.NAME
                                                                + ".command="
                                                                + McpWiring.json(server.getFirst()),
                                                "-c",
                                                        "mcp_servers."
                                                                + McpWiring.NAME
                                                                + ".args="
                                                                + McpWiring.json(
                                                                        server.subList(
                                                                                1, server.size())),
                                                "-c",
                                                        "mcp_servers."
                                                                + McpWiring.NAME
                                                                + ".env_vars=[\"FOLDLINE_RUN\",\"FOLDLINE_TICKET\"]")));
        if (asked.conversation() instanceof CallRequest.Conversation.Resumed(var id)) words.add(id);
        words.add("-");
        return Call.of(words);
    }

    @Override
    public List<AgentSignal> line(String line) {
        return FrameReader.signals(line, Codex::frame);
    }

    private static List<AgentSignal> frame(JsonNode frame) {
        return switch (text(frame, "type")) {
            case "thread.started" ->
                    List.of(
                            new AgentSignal.Started(
                                    text(frame, "thread_id"), Optional.empty(), Optional.empty()));
            case "turn.started" -> List.of(new AgentSignal.TurnStarted());
            case "item.started" -> itemStarted(frame.path("item"));
            case "item.updated" -> List.of();
            case "item.completed" -> completed(frame.path("item"));
            case "turn.completed" ->
                    List.of(
                            usage(frame.path("usage")),
                            new AgentSignal.TurnEnded("completed", Goodness.GOOD));
            case "turn.failed" ->
                    List.of(failed(Weight.FINAL, text(frame.path("error"), "message")));
            case "error" -> List.of(error(text(frame, "message")));
            default ->
                    List.of(
                            frame.path("msg").has("type")
                                    ? OLD_FORMAT
                                    : new AgentSignal.Unparsed(excerpt(frame)));
        };
    }

    private static List<AgentSignal> itemStarted(JsonNode item) {
        return isTool(text(item, "type")) ? List.of(called(item)) : List.of();
    }

    private static List<AgentSignal> completed(JsonNode item) {
        return switch (text(item, "type")) {
            case "agent_message" -> List.of(new AgentSignal.Text(excerpt(text(item, "text"))));
            case "reasoning" -> List.of(new AgentSignal.Thinking(excerpt(text(item, "text"))));
            // A warning during a successful run.
            case "error" -> List.of(new AgentSignal.Warning(excerpt(text(item, "message"))));
            case "file_change", "web_search", "todo_list" -> List.of(called(item), answered(item));
            case String type when isTool(type) -> List.of(answered(item));
            default -> List.of(new AgentSignal.Unparsed(excerpt(item)));
        };
    }

    private static boolean isTool(String type) {
        return type.equals("command_execution") || type.equals("mcp_tool_call");
    }

    private static AgentSignal called(JsonNode item) {
        var what =
                switch (text(item, "type")) {
                    case "command_execution" -> excerpt(item.path("command"));
                    case "file_change" -> excerpt(item.path("changes"));
                    case "mcp_tool_call" ->
                            text(item, "server")
                                    + "."
                                    + text(item, "tool")
                                    + " "
                                    + excerpt(item.path("arguments"));
                    case "web_search" -> text(item, "query");
                    default -> excerpt(item.path("items"));
                };
        return new AgentSignal.ToolCall(text(item, "id"), text(item, "type"), excerpt(what));
    }

    private static AgentSignal answered(JsonNode item) {
        var failed = text(item, "status").equals("failed") || item.path("exit_code").asInt(0) != 0;
        var answer =
                item.has("aggregated_output")
                        ? item.path("aggregated_output")
                        : item.has("error") ? item.path("error") : item.path("result");
        return new AgentSignal.ToolResult(text(item, "id"), !failed, excerpt(answer));
    }

    /**
     * A numbered reconnection, or a wait for the network, is not a failure; any other error gives
     * the reason if the turn fails.
     */
    private static AgentSignal error(String message) {
        var again = RECONNECTING.matcher(message);
        if (!again.matches()) return failed(Weight.HINT, message);
        var status = status(again.group(3));
        return new AgentSignal.Retrying(
                count(again.group(1)),
                count(again.group(2)),
                Duration.ZERO,
                status,
                status.isEmpty() ? Optional.of(FailureKind.NETWORK) : Optional.empty());
    }

    private static int count(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static AgentSignal failed(Weight weight, String message) {
        return new AgentSignal.Failed(
                weight, Optional.empty(), status(message), excerpt(message), Optional.empty());
    }

    private static OptionalInt status(String message) {
        var found = STATUS.matcher(message);
        return found.find()
                ? OptionalInt.of(Integer.parseInt(found.group(1)))
                : OptionalInt.empty();
    }

    /** Cached tokens are included in the input tokens, and reasoning in the output tokens. */
    private static AgentSignal usage(JsonNode usage) {
        return AgentSignal.Usage.ofCall(
                number(usage, "input_tokens"),
                number(usage, "cached_input_tokens"),
                number(usage, "output_tokens"),
                Optional.empty());
    }
}
