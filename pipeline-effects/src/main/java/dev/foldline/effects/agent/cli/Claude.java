package dev.foldline.effects.agent.cli;

import static dev.foldline.effects.agent.stream.FrameReader.excerpt;
import static dev.foldline.effects.agent.stream.FrameReader.number;
import static dev.foldline.effects.agent.stream.FrameReader.text;
import static dev.foldline.effects.agent.stream.FrameReader.textIfAny;

import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.AgentSignal.Failed.Weight;
import dev.foldline.effects.agent.stream.AgentSignal.Quota.Standing;
import dev.foldline.effects.agent.stream.AgentSignal.TurnEnded.Goodness;
import dev.foldline.effects.agent.stream.AgentSignal.Usage.Scope;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.FrameReader;

import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Claude Code in headless mode. Tested with 2.1.197 and 2.1.332. */
final class Claude implements Adapter {
    /** The name in place of a model in messages of the CLI itself. */
    private static final String SYNTHETIC = "<synthetic>";

    @Override
    public String name() {
        return "claude";
    }

    @Override
    public Metering metering() {
        return Metering.MONEY_AND_TOKENS;
    }

    @Override
    public Optional<EndpointVariables> endpoint() {
        return Optional.of(
                new EndpointVariables(
                        "ANTHROPIC_BASE_URL",
                        List.of("ANTHROPIC_API_KEY"),
                        List.of("ANTHROPIC_AUTH_TOKEN"),
                        List.of(
                                "CLAUDE_CODE_OAUTH_TOKEN",
                                "CLAUDE_CODE_USE_BEDROCK",
                                "CLAUDE_CODE_USE_VERTEX")));
    }

    @Override
    public List<AgentFolder> folders() {
        return List.of(
                AgentFolder.of(".claude", "CLAUDE_CONFIG_DIR"),
                AgentFolder.of(".claude.json"),
                AgentFolder.of(".cache/claude-cli-nodejs"));
    }

    @Override
    public List<String> variables() {
        return List.of(
                "ANTHROPIC_API_KEY",
                "ANTHROPIC_AUTH_TOKEN",
                "ANTHROPIC_BASE_URL",
                "ANTHROPIC_MODEL",
                "CLAUDE_CODE_OAUTH_TOKEN",
                "CLAUDE_CONFIG_DIR",
                "CLAUDE_CODE_MAX_RETRIES",
                "CLAUDE_CODE_USE_BEDROCK",
                "CLAUDE_CODE_USE_VERTEX",
                "IS_SANDBOX",
                "NODE_EXTRA_CA_CERTS");
    }

    @Override
    public Optional<List<String>> signedIn() {
        return Optional.of(List.of("auth", "status"));
    }

    @Override
    public Call call(CallRequest asked) {
        var words = new ArrayList<>(List.of("-p", "--output-format", "stream-json", "--verbose"));
        asked.model().ifPresent(model -> words.addAll(List.of("--model", model)));
        words.addAll(
                List.of(
                        "--permission-mode",
                        switch (asked.permission()) {
                            case EDIT -> "acceptEdits";
                            case ALL -> "bypassPermissions";
                        }));
        words.addAll(
                switch (asked.conversation()) {
                    case CallRequest.Conversation.Fresh(var id) -> List.of("--session-id", id);
                    case CallRequest.Conversation.Resumed(var id) -> List.of("--resume", id);
                });
        asked.mcp()
                .ifPresent(
                        server ->
                                words.addAll(
                                        List.of(
                                                "--mcp-config",
                                                McpWiring.servers(server),
                                                "--strict-mcp-config")));
        asked.microUsdMax()
                .ifPresent(
                        micro ->
                                words.addAll(
                                        List.of(
                                                "--max-budget-usd",
                                                BigDecimal.valueOf(micro, 6)
                                                        .stripTrailingZeros()
                                                        .toPlainString())));
        return Call.of(words);
    }

    @Override
    public List<AgentSignal> line(String line) {
        return FrameReader.signals(line, Claude::frame);
    }

    private static List<AgentSignal> frame(JsonNode frame) {
        var signals =
                switch (text(frame, "type")) {
                    case "system" -> system(frame);
                    case "assistant" -> assistant(frame);
                    case "user" -> user(frame);
                    case "rate_limit_event" -> quota(frame.path("rate_limit_info"));
                    case "result" -> result(frame);
                    // With partial messages, all streamed content is repeated as a whole.
                    case "stream_event" -> List.<AgentSignal>of();
                    default -> List.<AgentSignal>of(new AgentSignal.Unparsed(excerpt(frame)));
                };
        return textIfAny(frame, "parent_tool_use_id")
                .map(parent -> ofSubAgent(parent, signals))
                .orElse(signals);
    }

    /**
     * A sub-agent's activity counts as work; failures of its own calls are handled by its caller.
     */
    private static List<AgentSignal> ofSubAgent(String parent, List<AgentSignal> signals) {
        return signals.stream()
                .<AgentSignal>map(
                        signal ->
                                signal instanceof AgentSignal.Usage
                                        ? signal
                                        : new AgentSignal.SubAgent(parent, signal))
                .toList();
    }

    private static List<AgentSignal> system(JsonNode frame) {
        return switch (text(frame, "subtype")) {
            // Each turn starts with it, such as the one after a task in the background.
            case "init" ->
                    List.of(
                            new AgentSignal.Started(
                                    text(frame, "session_id"),
                                    textIfAny(frame, "model"),
                                    textIfAny(frame, "claude_code_version")),
                            new AgentSignal.TurnStarted());
            case "background_tasks_changed" ->
                    List.of(new AgentSignal.BackgroundTasks(frame.path("tasks").size()));
            case "api_retry" ->
                    List.of(
                            new AgentSignal.Retrying(
                                    (int) number(frame, "attempt"),
                                    (int) number(frame, "max_retries"),
                                    Duration.ofMillis(number(frame, "retry_delay_ms")),
                                    FrameReader.status(frame.path("error_status")),
                                    retried(frame)));
            default -> List.of();
        };
    }

    /** Without a status there was no response. */
    private static Optional<FailureKind> retried(JsonNode frame) {
        return ofError(text(frame, "error"))
                .or(
                        () ->
                                frame.path("error_status").isNull()
                                        ? Optional.of(FailureKind.NETWORK)
                                        : Optional.empty());
    }

    private static List<AgentSignal> assistant(JsonNode frame) {
        var message = frame.path("message");
        var error = text(frame, "error");
        if (!error.isEmpty() || text(message, "model").equals(SYNTHETIC))
            return List.of(
                    new AgentSignal.Failed(
                            Weight.UNLESS_IT_GOES_ON,
                            ofApiError(frame).or(() -> ofError(error)),
                            FrameReader.status(frame.path("api_error_status")),
                            words(message.path("content")),
                            Optional.empty()));
        var signals = new ArrayList<AgentSignal>();
        for (var block : message.path("content")) block(block).ifPresent(signals::add);
        if (message.has("usage"))
            signals.add(
                    usage(
                            Scope.STEP,
                            text(message, "id"),
                            message.path("usage"),
                            Optional.empty()));
        return signals;
    }

    private static Optional<AgentSignal> block(JsonNode block) {
        return switch (text(block, "type")) {
            case "text" -> Optional.of(new AgentSignal.Text(excerpt(text(block, "text"))));
            case "thinking" ->
                    Optional.of(new AgentSignal.Thinking(excerpt(text(block, "thinking"))));
            case "tool_use" ->
                    Optional.of(
                            new AgentSignal.ToolCall(
                                    text(block, "id"),
                                    text(block, "name"),
                                    excerpt(block.path("input"))));
            default -> Optional.empty();
        };
    }

    private static List<AgentSignal> user(JsonNode frame) {
        var signals = new ArrayList<AgentSignal>();
        for (var block : frame.path("message").path("content")) {
            if (!text(block, "type").equals("tool_result")) continue;
            signals.add(
                    new AgentSignal.ToolResult(
                            text(block, "tool_use_id"),
                            !block.path("is_error").asBoolean(false),
                            excerpt(words(block.path("content")))));
        }
        return signals;
    }

    /** Content is a text or a list of blocks. */
    private static String words(JsonNode content) {
        if (content.isString()) return excerpt(content);
        var text = new StringBuilder();
        for (var block : content) {
            if (text.length() < FrameReader.EXCERPT_CHARS_MAX) text.append(text(block, "text"));
        }
        return excerpt(text.toString());
    }

    private static List<AgentSignal> quota(JsonNode info) {
        var standing =
                switch (text(info, "status")) {
                    case "allowed" -> Standing.ALLOWED;
                    case "allowed_warning" -> Standing.WARNING;
                    default -> Standing.REJECTED;
                };
        return List.of(
                new AgentSignal.Quota(
                        standing,
                        text(info, "rateLimitType"),
                        FrameReader.epoch(info.path("resetsAt"))));
    }

    /** {@code subtype} is success even for failures; {@code is_error} is reliable. */
    private static List<AgentSignal> result(JsonNode frame) {
        var signals = new ArrayList<AgentSignal>();
        signals.add(
                usage(
                        Scope.CALL,
                        "",
                        frame.path("usage"),
                        FrameReader.microUsd(frame.path("total_cost_usd"))));
        boolean isGood =
                frame.path("is_error").isBoolean() && !frame.path("is_error").asBoolean(true);
        signals.add(
                isGood
                        ? new AgentSignal.TurnEnded(
                                text(frame, "stop_reason"),
                                number(frame, "queued_turn_count") == 0
                                        ? Goodness.GOOD
                                        : Goodness.MORE_TO_COME)
                        : new AgentSignal.Failed(
                                Weight.FINAL,
                                ofSubtype(text(frame, "subtype")).or(() -> ofApiError(frame)),
                                FrameReader.status(frame.path("api_error_status")),
                                why(frame),
                                Optional.empty()));
        return signals;
    }

    /**
     * The model's last text is not a reason: if the model has answered, the result counts only
     * where the frame says that it is an error of the API.
     */
    private static String why(JsonNode frame) {
        var errors = frame.path("errors");
        if (!errors.isEmpty()) return excerpt(errors.path(0));
        boolean isOwn =
                number(frame.path("usage"), "output_tokens") == 0
                        || text(frame, "terminal_reason").equals("api_error");
        return isOwn ? excerpt(text(frame, "result")) : "";
    }

    private static AgentSignal usage(
            Scope scope, String key, JsonNode usage, Optional<Long> microUsd) {
        return new AgentSignal.Usage(
                scope,
                key,
                number(usage, "input_tokens")
                        + number(usage, "cache_creation_input_tokens")
                        + number(usage, "cache_read_input_tokens")
                        + number(usage, "output_tokens"),
                microUsd);
    }

    private static Optional<FailureKind> ofSubtype(String subtype) {
        return switch (subtype) {
            case "error_max_turns" -> Optional.of(FailureKind.MAX_TURNS);
            case "error_max_budget_usd" -> Optional.of(FailureKind.ALLOWANCE_SPENT);
            default -> Optional.empty();
        };
    }

    /** More precise than the error: a lost connection is a {@code server_error} too. */
    private static Optional<FailureKind> ofApiError(JsonNode frame) {
        return switch (text(frame, "api_error")) {
            case "connection_failed" -> Optional.of(FailureKind.NETWORK);
            case "usage_limit_reached" -> Optional.of(FailureKind.RATE_LIMIT);
            case "max_output_tokens" -> Optional.of(FailureKind.OUTPUT_LIMIT);
            default -> Optional.empty();
        };
    }

    /** The kinds that adapters for the Agent Client Protocol report, too. */
    static Optional<FailureKind> ofError(String error) {
        return switch (error) {
            case "authentication_failed" -> Optional.of(FailureKind.AUTH);
            case "billing_error" -> Optional.of(FailureKind.CREDIT);
            case "rate_limit" -> Optional.of(FailureKind.RATE_LIMIT);
            case "overloaded", "server_error" -> Optional.of(FailureKind.OVERLOADED);
            case "model_not_found" -> Optional.of(FailureKind.MODEL_UNAVAILABLE);
            case "max_output_tokens" -> Optional.of(FailureKind.OUTPUT_LIMIT);
            default -> Optional.empty();
        };
    }
}
