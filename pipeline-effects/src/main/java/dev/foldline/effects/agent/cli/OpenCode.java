package dev.foldline.effects.agent.cli;

import static dev.foldline.effects.agent.stream.FrameReader.excerpt;
import static dev.foldline.effects.agent.stream.FrameReader.number;
import static dev.foldline.effects.agent.stream.FrameReader.text;
import static dev.foldline.effects.agent.stream.FrameReader.textIfAny;

import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.AgentSignal.Failed.Weight;
import dev.foldline.effects.agent.stream.AgentSignal.TurnEnded.Goodness;
import dev.foldline.effects.agent.stream.AgentSignal.Usage.Scope;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.FrameReader;
import dev.foldline.effects.agent.stream.LimitReset;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** OpenCode, one run at a time. Tested with 1.18.33. */
final class OpenCode implements Adapter {
    private static final Duration WAIT_MAX = Duration.ofDays(30);

    @Override
    public String name() {
        return "opencode";
    }

    @Override
    public Metering metering() {
        return Metering.MONEY_AND_TOKENS;
    }

    @Override
    public List<AgentFolder> folders() {
        return List.of(
                new AgentFolder(".local/share/opencode", "XDG_DATA_HOME", "opencode"),
                new AgentFolder(".local/state/opencode", "XDG_STATE_HOME", "opencode"),
                new AgentFolder(".config/opencode", "XDG_CONFIG_HOME", "opencode"),
                new AgentFolder(".cache/opencode", "XDG_CACHE_HOME", "opencode"));
    }

    @Override
    public List<String> variables() {
        return List.of(
                "ANTHROPIC_API_KEY",
                "OPENAI_API_KEY",
                "GEMINI_API_KEY",
                "OPENROUTER_API_KEY",
                "OPENCODE_API_KEY",
                "OPENCODE_CONFIG",
                "OPENCODE_CONFIG_DIR",
                "OPENCODE_DISABLE_MODELS_FETCH",
                "NODE_EXTRA_CA_CERTS");
    }

    /**
     * It takes its prompt as an argument, which other users of the machine could read; so the
     * argument only names the file with the prompt.
     */
    @Override
    public Call call(CallRequest asked) {
        var words = new ArrayList<>(List.of("run", "--format", "json", "--auto"));
        asked.model().ifPresent(model -> words.addAll(List.of("-m", model)));
        if (asked.conversation() instanceof CallRequest.Conversation.Resumed(var id))
            words.addAll(List.of("-s", id));
        words.add("Do what the file .foldline/prompt.md says.");
        return new Call(
                words,
                Map.of(
                        "OPENCODE_DISABLE_AUTOUPDATE",
                        "1",
                        "OPENCODE_CONFIG_CONTENT",
                        McpWiring.json(settings(asked))));
    }

    private static Map<String, Object> settings(CallRequest asked) {
        var settings = new LinkedHashMap<String, Object>();
        if (asked.permission() == CallRequest.Permission.EDIT)
            settings.put("permission", Map.of("bash", "deny"));
        asked.mcp()
                .ifPresent(
                        server ->
                                settings.put(
                                        "mcp",
                                        Map.of(
                                                McpWiring.NAME,
                                                Map.of(
                                                        "type", "local", "command", server,
                                                        "enabled", true))));
        return settings;
    }

    @Override
    public List<AgentSignal> line(String line) {
        return FrameReader.signals(line, OpenCode::frame);
    }

    private static List<AgentSignal> frame(JsonNode frame) {
        var part = frame.path("part");
        var signals = new ArrayList<AgentSignal>();
        textIfAny(frame, "sessionID")
                .ifPresent(
                        session ->
                                signals.add(
                                        new AgentSignal.Started(
                                                session, Optional.empty(), Optional.empty())));
        signals.addAll(
                switch (text(frame, "type")) {
                    case "step_start" -> List.of(new AgentSignal.TurnStarted());
                    case "text" -> List.of(new AgentSignal.Text(excerpt(text(part, "text"))));
                    case "reasoning" ->
                            List.of(new AgentSignal.Thinking(excerpt(text(part, "text"))));
                    case "tool_use" -> tool(part);
                    case "step_finish" -> finished(part);
                    case "error" -> List.of(failed(frame.path("error")));
                    default -> List.of(new AgentSignal.Unparsed(excerpt(frame)));
                });
        return signals;
    }

    /** A tool call is mostly reported once, when it has ended. */
    private static List<AgentSignal> tool(JsonNode part) {
        var state = part.path("state");
        var call =
                new AgentSignal.ToolCall(
                        text(part, "callID"), text(part, "tool"), excerpt(state.path("input")));
        var status = text(state, "status");
        if (!status.equals("completed") && !status.equals("error")) return List.of(call);
        return List.of(
                call,
                new AgentSignal.ToolResult(
                        text(part, "callID"),
                        status.equals("completed"),
                        excerpt(state.has("output") ? state.path("output") : state.path("error"))));
    }

    private static List<AgentSignal> finished(JsonNode part) {
        var reason = text(part, "reason");
        var usage =
                new AgentSignal.Usage(
                        Scope.STEP,
                        text(part, "id"),
                        tokens(part.path("tokens")),
                        FrameReader.microUsd(part.path("cost")));
        return switch (reason) {
            case "stop" -> List.of(usage, new AgentSignal.TurnEnded(reason, Goodness.GOOD));
            case "length" ->
                    List.of(
                            usage,
                            new AgentSignal.TurnEnded(reason, Goodness.MORE_TO_COME),
                            new AgentSignal.Failed(
                                    Weight.UNLESS_IT_GOES_ON,
                                    Optional.of(FailureKind.OUTPUT_LIMIT),
                                    java.util.OptionalInt.empty(),
                                    "the model stopped at its longest answer",
                                    Optional.empty()));
            default -> List.of(usage, new AgentSignal.TurnEnded(reason, Goodness.MORE_TO_COME));
        };
    }

    private static long tokens(JsonNode tokens) {
        var cache = tokens.path("cache");
        return number(tokens, "input")
                + number(tokens, "output")
                + number(tokens, "reasoning")
                + number(cache, "read")
                + number(cache, "write");
    }

    private static AgentSignal failed(JsonNode error) {
        var data = error.path("data");
        var message = text(data, "message");
        return new AgentSignal.Failed(
                Weight.FINAL,
                typed(error).or(() -> ProviderError.kind(text(data, "responseBody"))),
                FrameReader.status(data.path("statusCode")),
                excerpt(message.isEmpty() ? text(error, "name") : message),
                retryAfter(data.path("responseHeaders")));
    }

    private static Optional<FailureKind> typed(JsonNode error) {
        return switch (text(error, "name")) {
            case "ProviderAuthError" -> Optional.of(FailureKind.AUTH);
            case "ProviderModelNotFoundError" -> Optional.of(FailureKind.MODEL_UNAVAILABLE);
            case "MessageOutputLengthError" -> Optional.of(FailureKind.OUTPUT_LIMIT);
            case "ContextOverflowError" -> Optional.of(FailureKind.CONTEXT_FULL);
            default -> Optional.empty();
        };
    }

    private static Optional<LimitReset> retryAfter(JsonNode headers) {
        long seconds = number(headers, "retry-after");
        return seconds > 0
                ? Optional.of(
                        new LimitReset.In(
                                Duration.ofSeconds(Math.min(seconds, WAIT_MAX.toSeconds()))))
                : Optional.empty();
    }
}
