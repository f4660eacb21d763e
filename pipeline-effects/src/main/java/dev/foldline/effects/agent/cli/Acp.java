package dev.foldline.effects.agent.cli;

import static dev.foldline.effects.agent.stream.FrameReader.excerpt;
import static dev.foldline.effects.agent.stream.FrameReader.microUsd;
import static dev.foldline.effects.agent.stream.FrameReader.number;
import static dev.foldline.effects.agent.stream.FrameReader.text;
import static dev.foldline.effects.agent.stream.FrameReader.textIfAny;

import dev.foldline.effects.agent.acp.AcpOptions;
import dev.foldline.effects.agent.acp.AcpProgram;
import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.AgentSignal.Failed.Weight;
import dev.foldline.effects.agent.stream.AgentSignal.TurnEnded.Goodness;
import dev.foldline.effects.agent.stream.AgentSignal.Usage.Scope;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.FrameReader;
import dev.foldline.effects.process.OwnJvm;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Any agent that speaks the Agent Client Protocol. A program of Foldline's speaks it in the call's
 * process, and prints the frames that are read here.
 */
final class Acp implements Adapter {
    private static final int AUTH_REQUIRED = -32000;
    private static final Pattern STATUS =
            Pattern.compile("(?i)(?:API error|status|HTTP)\\D{0,12}\\b([45]\\d\\d)\\b");

    @Override
    public String name() {
        return Adapters.ACP;
    }

    @Override
    public List<String> launcher() {
        return OwnJvm.starting(AcpProgram.PROGRAM);
    }

    @Override
    public Call call(CallRequest asked) {
        return Call.of(
                List.of(
                        new AcpOptions(
                                        asked.model(),
                                        asked.permission() == CallRequest.Permission.ALL,
                                        asked.conversation()
                                                        instanceof
                                                        CallRequest.Conversation.Resumed(var id)
                                                ? Optional.of(id)
                                                : Optional.empty(),
                                        asked.mcp().orElse(List.of()))
                                .toArgument()));
    }

    /** Whose agent it is, only the user knows. */
    @Override
    public List<String> variables() {
        return List.of();
    }

    @Override
    public List<AgentFolder> folders() {
        return List.of();
    }

    @Override
    public Metering metering() {
        return Metering.NOTHING;
    }

    @Override
    public Sum sum() {
        return Sum.OF_CONVERSATION;
    }

    @Override
    public boolean hasVersion() {
        return false;
    }

    @Override
    public List<AgentSignal> line(String line) {
        return FrameReader.signals(line, Acp::frame);
    }

    private static List<AgentSignal> frame(JsonNode frame) {
        return switch (text(frame, "type")) {
            case "acp.request" -> List.of();
            case "acp.started" ->
                    List.of(
                            new AgentSignal.Started(
                                    text(frame, "session"),
                                    textIfAny(frame, "model"),
                                    textIfAny(frame, "version")));
            case "acp.text" -> List.of(new AgentSignal.TextDelta(excerpt(text(frame, "text"))));
            case "acp.thinking", "acp.plan" ->
                    List.of(new AgentSignal.Thinking(excerpt(text(frame, "text"))));
            case "acp.tool" ->
                    List.of(
                            new AgentSignal.ToolCall(
                                    text(frame, "id"),
                                    text(frame, "name"),
                                    excerpt(text(frame, "input"))));
            case "acp.result" ->
                    List.of(
                            new AgentSignal.ToolResult(
                                    text(frame, "id"),
                                    frame.path("ok").asBoolean(false),
                                    excerpt(text(frame, "text"))));
            case "acp.permission" ->
                    frame.path("allowed").asBoolean(false)
                            ? List.of()
                            : List.of(
                                    new AgentSignal.Warning(
                                            "not permitted: " + excerpt(text(frame, "tool"))));
            case "acp.usage" -> List.of(usage(frame));
            case "acp.end" -> List.of(new AgentSignal.TurnEnded("end_turn", Goodness.GOOD));
            case "acp.failed" -> List.of(failed(frame));
            default -> List.of(new AgentSignal.Unparsed(excerpt(frame)));
        };
    }

    private static AgentSignal usage(JsonNode frame) {
        return new AgentSignal.Usage(
                Scope.CALL,
                "",
                frame.has("tokens") ? Optional.of(number(frame, "tokens")) : Optional.empty(),
                microUsd(frame.path("usd")),
                Optional.empty());
    }

    private static AgentSignal failed(JsonNode frame) {
        var message = text(frame, "message");
        return new AgentSignal.Failed(
                Weight.FINAL,
                kind(text(frame, "reason"), frame.path("code").asInt(0))
                        .or(() -> Claude.ofError(text(frame, "kind"))),
                status(message),
                excerpt(message),
                Optional.empty());
    }

    private static Optional<FailureKind> kind(String reason, int code) {
        return switch (reason) {
            case "start", "version" -> Optional.of(FailureKind.TRUST_OR_SETUP);
            case "session" -> Optional.of(FailureKind.SESSION_UNKNOWN);
            case "model" -> Optional.of(FailureKind.MODEL_UNAVAILABLE);
            case "length" -> Optional.of(FailureKind.OUTPUT_LIMIT);
            case "turns" -> Optional.of(FailureKind.MAX_TURNS);
            case "protocol" -> Optional.of(FailureKind.PROTOCOL);
            case "rpc" -> code == AUTH_REQUIRED ? Optional.of(FailureKind.AUTH) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static OptionalInt status(String message) {
        var found = STATUS.matcher(message);
        return found.find()
                ? OptionalInt.of(Integer.parseInt(found.group(1)))
                : OptionalInt.empty();
    }
}
